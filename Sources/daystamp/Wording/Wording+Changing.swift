import CaptureTime
import Journal
import Shell
import Store
import SystemPackage

extension Wording {
  static let nothingToChange =
    "There is nothing to change; give a caption, a time, a time zone, a star or tags."
  static let trashIsEmpty = "The trash is empty."
  static let nothingDone = "Nothing was done."
  static let noOwners = "There is no owner; daystamp owner add makes one."
  static let notTheOwnersName = "That is not the owner's name; nothing was done."

  /// A post in one line: its number and its day.
  static func line(_ post: Post) -> String { "\(post.number)  \(post.day)" }

  static func tagBothWays(_ tag: TagName) -> String {
    "--tag and --untag \(escaped(tag.text)) exclude each other."
  }

  static func nobodyToAsk(_ option: String) -> String {
    "There is no terminal to ask on; \(option) goes ahead without."
  }

  static func asksToTrash(_ numbers: [Int]) -> String {
    numbers.count == 1
      ? "Move post \(numbers[0]) to the trash?" : "Move \(numbers.count) posts to the trash?"
  }

  static func movedToTrash(_ numbers: [Int]) -> String {
    let restored =
      numbers.count <= 8 ? numbers.map(String.init).joined(separator: " ") : "NUMBER..."
    return
      "Moved \(counted(numbers.count, "post")) to the trash; daystamp trash restore \(restored) "
      + "brings \(numbers.count == 1 ? "it" : "them") back."
  }

  static func trashed(_ day: CivilDate) -> String { "trashed \(day)" }

  static func asksToEmptyTrash(_ count: Int) -> String {
    "Delete \(counted(count, "post")) and \(count == 1 ? "its" : "their") files for good?"
  }

  static func deleted(_ removal: Removal) -> String {
    "Deleted \(counted(removal.posts, "post")) and \(counted(removal.files, "file")) for good."
  }

  static func addedOwner(_ owner: OwnerName, _ settings: JournalSettings) -> String {
    "Made the journal of \(escaped(owner.text)), whose days are told in "
      + "\(escaped(settings.zone.name)); daystamp config set time-zone changes that."
  }

  static func renamedOwner(_ old: OwnerName, _ new: OwnerName) -> String {
    "\(escaped(old.text)) goes by \(escaped(new.text)) from now on."
  }

  static func size(posts: Int, inTrash: Int) -> String {
    counted(posts, "post") + (inTrash == 0 ? "" : ", \(inTrash) more in the trash")
  }

  static func asksToRemove(_ owner: OwnerName, posts: Int, inTrash: Int) -> String {
    "This deletes the journal of \(escaped(owner.text)) for good: "
      + "\(size(posts: posts, inTrash: inTrash)), with all files and settings.\n"
      + "Type the owner's name to go ahead:"
  }

  static func otherOwnerConfirmed(_ owner: OwnerName) -> String {
    "--confirm must say the name of the owner who is to be removed, \(escaped(owner.text))."
  }

  static func removedOwner(_ owner: OwnerName, _ removal: Removal) -> String {
    "Removed \(escaped(owner.text)). \(deleted(removal))"
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
