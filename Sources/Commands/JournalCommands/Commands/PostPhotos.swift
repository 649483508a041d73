import JournalShell
import PhotoCommands
import ArgumentParser
import CaptureTime
import Foundation
import Journal
import Shell
import Stamping
import Store
import SystemPackage
import Wording

/// `daystamp post`: photos become posts of the journal.
struct PostPhotos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Put photos into the journal, stamped, with a caption and the day.",
    discussion: """
      Each photo is stamped and stored in the journal's folder, and nothing is done to the photo \
      itself. What is printed is the post's number and day. A photo that is in the journal already is \
      refused; in a folder it is passed over, so that the same command, run again, goes on where it \
      was interrupted.

      EXAMPLES
        daystamp post lunch.jpg -c '비빔밥 with Mina'
        daystamp post a.jpg b.jpg --star --tag site-4
        A caption that is longer to write, or another program's:
          daystamp post lunch.jpg --edit
          fortune -s | daystamp post lunch.jpg -c -
        A wrong clock, put right:
          daystamp post photo.jpg --time '2024-01-31 23:59'
        Only a part of it, with a filter; the journal keeps the whole photo too:
          daystamp post lunch.jpg --crop square --filter nashville
        A folder and all below it:
          daystamp post --recursive ~/Photos
      """)

  @OptionGroup(title: "Input") var input: PhotoInputOptions<TakesFoldersIfRecursive>

  @Flag(name: [.short, .long], help: "Post all photos below the folders that are named.")
  var recursive = false

  @Option(
    name: [.customShort("c", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A line to go with the photo, of at most \(Caption.limit) characters; - reads it from standard "
        + "input."))
  var caption: String?

  @Flag(name: [.short, .customLong("edit")], help: "Write the caption in $VISUAL or $EDITOR.")
  var edits = false

  @Flag(help: "Star the post.")
  var star = false

  @Option(
    name: .customLong("tag"), help: ArgumentHelp("A tag; may be repeated.", valueName: "name"))
  var tags: [String] = []

  @Flag(help: "Post a photo even though it has a post.")
  var again = false

  @Option(
    help: ArgumentHelp(
      "Also write the stamped photo into this folder of your own.", valueName: "folder"),
    completion: .directory, transform: RawArguments.path)
  var exportTo: FilePath?

  @OptionGroup(title: "Journal") var place: JournalOptions
  @OptionGroup(title: "Label") var label: LabelOptions
  @OptionGroup(title: "Crop and filter") var edit: EditOptions
  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Running") var limit: PixelLimitOption
  @OptionGroup(title: "Running") var options: RunOptions

  func validate() throws {
    try input.checkIsGiven()
    // Checked here too, so that the error shows this command's usage.
    try captionInput.check(isInputTaken: input.isStandardInput || input.filesFrom == "-")
    _ = try details(.empty)
    _ = try time.settings()
    _ = try label.look()
    if !recursive, let folder = input.inputs.first(where: isFolder) {
      throw ValidationError(
        "\(Wording.name(folder)) is a folder; --recursive posts all photos below it.")
    }
  }

  func run() async throws {
    try await ExitStatus.exit {
      let journal = try place.openOrMake()
      defer { journal.store.close() }
      return try await captionInput.take(over: .empty) { caption in
        try await post(details(caption ?? .empty), into: journal)
      }
    }
  }

  private func post(_ details: PostDetails, into journal: OwnerJournal) async throws -> ExitStatus {
    options.memory.setForThisProcess(jobs: options.jobs)
    let (settings, leftOut) = try journal.settings.followed()
    if !leftOut.isEmpty, !options.quiet {
      Console.say(Wording.pathsOfAnotherUser(leftOut, journal.store.folder))
    }
    let look = try label.look(over: settings.look)
    let zone = try time.zone() ?? settings.zone
    let exportFolder = exportTo ?? settings.exportFolder
    if let exportFolder { try place.checkIsOutside(exportFolder) }
    if exportTo == nil, let exportFolder, !options.quiet {
      Console.say(Wording.copiesGo(to: exportFolder))
    }
    var postings = Posting.Settings(
      stamper: try Stamper(drawing: look, time: time.journalSettings(zone), limit),
      look: look, rule: DayRule(zone: zone, start: settings.dayStart), details: details,
      allowsAgain: again, exportFolder: exportFolder,
      now: Clock.now)
    postings.edit = edit.edit
    postings.isAlbum = exportTo == nil
    let posting = Posting(postings, into: journal)

    let reporter = BatchReporter(
      .init(
        recordsTo: options.recordsTo, isQuiet: options.quiet, isDryRun: false,
        isResumable: recursive,
        done: .posted))
    return try await reporter.run {
      let walk = PhotoWalk(try input.all())
      let total = walk.reduce(0) { count, _ in count + 1 }
      if total == 0, !options.quiet { Console.say(Wording.noPhotos) }
      reporter.begin(total: total)
      await posting.run(walk, jobs: options.jobs, ending: reporter.ending) { record in
        reporter.report(
          RecordLines(record, in: journal, isJSON: options.json, isQuiet: options.quiet))
      }
    }
  }

  private var captionInput: TextInput<Caption> { TextInput(typed: caption, edits: edits) }

  private func details(_ caption: Caption) throws -> PostDetails {
    PostDetails(
      caption: caption, isStarred: star,
      tags: try tags.map { try TagName.typed($0) })
  }

  private func isFolder(_ path: FilePath) -> Bool { (try? path.stat().type) == .directory }
}
