import SystemPackage
import CaptureTime
import Journal
import Shell
import Store
import Wording

/// What is said of words and moods.
extension Wording {
  static let nothingToWrite = "There are no words; give some, or a mood without --morning."
  static let morningWithoutMood = "A morning page needs a mood; give --mood too, as in --mood good."
  static let wordsStay = "The words are the same; nothing changed."
  /// What is said of words that begin with what looks like a day, and is not taken as one.
  static func doubtfulDay(_ prefix: String, _ reason: String) -> String {
    "The text begins with “\(escaped(prefix)):”: \(reason) Give its day with --day; --day "
      + "today keeps the text as it is."
  }

  /// The word for a day that may have been meant at the beginning of a text.
  static func mayMeanDay(_ word: String) -> String { "did you mean “\(word):”?" }

  static func twoTimes(_ prefix: String) -> String {
    "The text begins with the time “\(escaped(prefix))”, and --at gives one too; leave one out."
  }

  /// What can be done about a time or a day that a zone's clocks skipped.
  static func anotherTime(isDay: Bool) -> String {
    "Give another \(isDay ? "--day" : "--at"). Or set the time later, with its offset: daystamp "
      + "edit NUMBER --time '2024-01-31 07:30+09:00'."
  }

  static let changeOfOnePost =
    "For several posts, only mood, star and tags can change; give one number for the rest."
  static let photosByThemselves =
    "--add, --remove, --move and --cover arrange photos; change the rest in another command."
  static let moodsAlone =
    "--moods lists posts without words and photos; leave out --words, --photos and --paths, "
    + "or --moods."
  static let showOrRestore = "--show and --restore cannot be used together."

  static func morningHasItsTime(_ page: Post) -> String {
    "\(page.day) has a morning page already, post \(page.number); daystamp edit "
      + "\(page.number) --time changes its time."
  }

  static func morningPageEdited(_ post: Post, isSame: Bool) -> String {
    "\(post.day) has a morning page already, post \(post.number); "
      + (isSame ? "its words are the same." : "its words were edited.")
  }

  static func noVersions(_ number: Int) -> String {
    "The words of post \(number) have no earlier versions."
  }

  static func nothingOn(_ day: CivilDate) -> String { "There is nothing on \(day)." }

  /// What today asks, with the command that answers it.
  static func question(_ text: String) -> String {
    "Today's question: \(oneLine(text)) daystamp write --question today answers it."
  }

  /// A version in a row: number, when it was written, characters, and how it begins.
  static func cells(_ version: PostVersion, _ zone: CaptureZone) -> [String] {
    [
      "\(version.number)", version.written.map { InstantText.text($0, in: zone) } ?? "",
      counted(version.words.count, "character"),
      [oneLine(version.title), firstLine(version.words)].filter { !$0.isEmpty }
        .joined(separator: ": "),
    ]
  }

  static func firstLine(_ words: String) -> String {
    oneLine(String(words.prefix { $0 != "\n" }))
  }

  /// Columns before the words of a post, so that they stand below what follows its time.
  static let bodyIndent = 7

  /// A day with its mood: `2024-01-31  🙂 3.5, 2 moods`.
  static func heading(_ day: CivilDate, _ posts: [Post]) -> String {
    let moods = MoodSum(of: posts.compactMap(\.mood))
    guard let nearest = moods.nearest, let mean = moods.mean else { return "\(day)" }
    return "\(day)  \(face(nearest)) "
      + (moods.count == 1
        ? name(nearest) : "\(self.mean(mean)), \(counted(moods.count, "mood"))")
  }

  /// What stands above a post of a day: `07:30  12  🙂 good  Morning page: Snow  ★  #sea`.
  static func head(_ post: Post) -> String {
    let kind = post.isMorning ? "Morning page" : ""
    let title = [kind, oneLine(post.title)].filter { !$0.isEmpty }.joined(separator: ": ")
    let parts = [
      "\(post.number)", post.mood.map { "\(face($0)) \(name($0))" } ?? "", title,
      post.isStarred ? star : "", post.tags.map { "#\(escaped($0))" }.joined(separator: " "),
    ]
    let clock = clock(of: post)
    return (clock.isEmpty ? "–" : clock) + blanks(after: clock)
      + parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func blanks(after clock: String) -> String {
    DisplayWidth.blanks(clock.isEmpty ? bodyIndent - 1 : max(2, bodyIndent - clock.count))
  }
}

/// Texts while they are written in an editor.
extension Wording {
  static func keptDraft(
    _ file: FilePath, _ again: KeptCommand, over conflict: KeptCommand.Conflict?
  ) -> String {
    let kept = "Your words are kept; \(again.command) < \(shellWord(String(decoding: file)))"
    switch conflict {
    case nil: return "\(kept) stores them."
    case .replacesWords(let versions):
      return "\(kept) replaces the other words with yours; \(versions) keeps the others."
    case .replacesCaption:
      return "\(kept) replaces the other caption with yours, and does not keep the other."
    case .adds:
      return "Somebody else wrote it meanwhile. \(kept) adds yours below theirs."
    }
  }

  /// Of a file, or of the folder where there is no telling which of its files it is.
  static func draftOfEarlierRun(_ path: FilePath) -> String {
    "Words from an earlier run were not stored, and are still in \(name(path)); remove it "
      + "when you no longer need it."
  }

  static func leftDraft(_ folder: FilePath) -> String {
    "cannot remove \(name(folder)), the folder of your draft; you can delete it."
  }
}
