import ArgumentParser
import Journal
import Shell
import Store

/// `daystamp owner remove`: an owner goes with all that is theirs.
struct OwnerRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Delete an owner with all posts, files and settings for good.",
    discussion: """
      The name has to be typed once more before anything is deleted. The last owner can be removed \
      too; the journal is empty then.

      EXAMPLES
        daystamp owner remove mina
        Without being asked, as in a script:
          daystamp owner remove mina --confirm mina
      """)

  @Argument(help: "The owner's name.", transform: OwnerName.argument)
  var name: OwnerName

  @Option(
    help: ArgumentHelp("The name once more, instead of typing it when asked.", valueName: "name"),
    transform: OwnerName.argument)
  var confirm: OwnerName?

  @OptionGroup(title: "Journal") var location: JournalFolderOption

  func validate() throws {
    guard let confirm else { return try Confirmation.checkIsPossible(else: "--confirm") }
    if confirm != name { throw ValidationError(Wording.otherOwnerConfirmed(name)) }
  }

  func run() async throws {
    try await Outcome.exit {
      let journal = try location.open().journal(of: name)
      guard try confirm != nil || isConfirmed(journal.posts.size()) else {
        Console.say(Wording.notTheOwnersName)
        return .failure
      }
      Console.say(Wording.removedOwner(name, try journal.removeOwner()))
      return .success
    }
  }

  /// Has the name typed.
  private func isConfirmed(_ size: (posts: Int, inTrash: Int)) -> Bool {
    let answer = Confirmation.answer(
      to: Wording.asksToRemove(name, posts: size.posts, inTrash: size.inTrash))
    do throws(NameError) {
      return try OwnerName(answer) == name
    } catch {
      return false
    }
  }
}
