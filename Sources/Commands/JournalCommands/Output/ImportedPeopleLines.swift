import People
import Shell
import SystemPackage
import Wording

/// What came of a file of people, as lines for people and for programs.
struct ImportedPeopleLines {
  private let result: ImportedPeople
  private let file: FilePath
  private let isDryRun: Bool
  private let isVerbose: Bool

  /// How many people's skipped fields are listed, unless all are asked for.
  private static let limit = 20

  init(_ result: ImportedPeople, of file: FilePath, isDryRun: Bool, isVerbose: Bool) {
    (self.result, self.file) = (result, file)
    (self.isDryRun, self.isVerbose) = (isDryRun, isVerbose)
  }

  /// Prints an object for each person, for each reported card without a person, and for what
  /// is left out of the file itself.
  func printJSON() {
    for outcome in result.outcomes { Console.print(OutcomeJSON(outcome).jsonLine()) }
    for problem in result.problems { Console.print(ProblemJSON(problem).jsonLine()) }
    if !result.leftOut.isEmpty { Console.print(FileJSON(result.leftOut).jsonLine()) }
  }

  /// Tells people.
  ///
  /// - Parameter isBrief: whether each person is reported elsewhere.
  func tell(isBrief: Bool) {
    for problem in result.problems { Console.say(problem.wording.about(file).commandLine) }
    let more = result.problemCount - result.problems.count
    if more > 0 { Console.say(Wording.moreCards(more, of: file)) }
    if !isBrief {
      for outcome in result.outcomes { tell(outcome) }
      tellLeftOut()
    }
    Console.say(Wording.imported(result, isDryRun: isDryRun))
  }

  private func tell(_ outcome: PersonOutcome) {
    switch outcome.kind {
    case .twin, .deleted: Console.say(Wording.left(outcome))
    case .added, .updated, .here: if isVerbose { Console.say(Wording.taken(outcome, isDryRun)) }
    }
    if isVerbose { for left in outcome.leftOut.entries { Console.say(Wording.leftOut(left)) } }
    if isVerbose, outcome.leftOut.more > 0 { Console.say(Wording.moreLeftOut(outcome.leftOut)) }
  }

  private func tellLeftOut() {
    if isVerbose {
      for left in result.leftOut.entries { Console.say(Wording.leftOut(left)) }
      return
    }
    // A person who was not imported has no skipped fields.
    let lacking = result.outcomes.filter {
      !$0.leftOut.isEmpty && [.added, .updated].contains($0.kind)
    }
    for outcome in lacking.prefix(Self.limit) { Console.say(Wording.lacking(outcome)) }
    if lacking.count > Self.limit {
      Console.say(Wording.moreLacking(lacking.count - Self.limit))
    }
    if !result.leftOut.isEmpty { Console.say(Wording.lacking(result.leftOut, of: file)) }
  }
}

/// A person of a file as an object of JSON.
private struct OutcomeJSON: Encodable {
  let result: String
  let name: String
  let number: Int64?
  let line: Int?
  let contacts: Int
  let leftOut: [LeftOutJSON]
  /// What is left out beside.
  let leftOutMore: Int?

  init(_ outcome: PersonOutcome) {
    (result, name) = (outcome.kind.rawValue, outcome.name.text)
    (number, line, contacts) = (outcome.number, outcome.line, outcome.contacts)
    leftOut = outcome.leftOut.entries.map(LeftOutJSON.init)
    leftOutMore = outcome.leftOut.more > 0 ? outcome.leftOut.more : nil
  }
}

/// Something that is left out as an object of JSON.
private struct LeftOutJSON: Encodable {
  let what: String
  let count: Int
  let line: Int?
  let reason: String

  init(_ left: LeftOut) {
    (what, count, line) = (left.what, left.count, left.line)
    reason = left.reason.wording.commandLine
  }
}

/// A card that is nobody.
private struct ProblemJSON: Encodable {
  let result = "failed"
  let line: Int?
  let error: String

  init(_ problem: CardProblem) {
    (line, error) = (problem.line, problem.reason.wording.commandLine)
  }
}

/// What is left out of the file itself.
private struct FileJSON: Encodable {
  let result = "file"
  let leftOut: [LeftOutJSON]

  init(_ list: LeftOutList) { leftOut = list.entries.map(LeftOutJSON.init) }
}
