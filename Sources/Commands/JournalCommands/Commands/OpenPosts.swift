import JournalShell
import ArgumentParser
import Formats
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// `daystamp open`: the photos of posts in the desktop's viewer.
struct OpenPosts: JournalCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open posts' photos in the desktop's viewer.",
    discussion: """
      xdg-open opens the stamped photo in your desktop's viewer. The command does not wait until \
      you close it.

      EXAMPLES
        daystamp open 12
        daystamp open 12 13 14
      """)

  @OptionGroup var chosen: NumberedPosts
  @OptionGroup(title: "Journal") var place: JournalOptions

  func run(in journal: OwnerJournal) throws -> ExitStatus {
    let posts = try chosen.withoutRepetitions.map { try journal.posts.post($0) }
    // None is shown where one is not there.
    let photos = try posts.flatMap { post in
      _ = try post.requirePhoto()
      return post.photos
    }
    for photo in photos { try check(photo, in: journal) }
    try PhotoViewer.show(photos.map { journal.posts.path($0.file) })
    return .success
  }

  /// Checks that a photo's file is there, and that its name is a photo's: what the desktop does with
  /// others is not to show them.
  private func check(_ photo: PostPhoto, in journal: OwnerJournal) throws {
    let file = photo.file
    try journal.posts.open(file).close()
    let path = journal.posts.path(file)
    guard path.extension.flatMap({ PhotoFormat(fileExtension: $0) }) != nil else {
      throw JournalError.photoBroken(path, because: nil)
    }
  }
}
