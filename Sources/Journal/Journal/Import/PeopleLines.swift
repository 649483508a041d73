import Files
package import People
import Store

/// The people of an export, one per line, with only a few in memory.
struct PeopleLines: Sendable {
  private let lines: CheckedLines<PeopleCount>

  /// Reads the files to their ends, as those of texts are read; beside that, no two people may have the same
  /// uid, and what is said of a person has to be of one of the export.
  ///
  /// - Throws: ``ImportError`` with the first line that is wrong.
  init(in folder: ContainingFolder, provenBy proof: PostLines.Proof) throws {
    var uids: Set<String> = []
    lines = try CheckedLines(in: folder, provenBy: proof.lines(PeopleCount.self)) {
      line, _ throws(ImportProblem) in
      switch line {
      case let person as ExportedPerson:
        guard uids.insert(person.uid).inserted else {
          throw .personTwice(person.facts.name)
        }
        guard uids.count <= People.limit else { throw .tooManyPeople(limit: People.limit) }
      case let done as any ExportedDay:
        guard uids.contains(done.person) else {
          throw .line(ExportedValueError(field: "person"))
        }
      default: return
      }
    }
  }

  /// Puts all of it into a journal, or counts what would come.
  ///
  /// - Parameters:
  ///   - restore: puts it in; nil where the journal is still to be made.
  ///   - isPreview: whether nothing is written.
  ///   - posts: the numbers that posts of the export have here, by those that they have there.
  /// - Returns: what came, or would come.
  /// - Throws: ``ImportError`` where a file has become another meanwhile, `PersonError`, ``JournalError``;
  ///   what came before stays.
  func take(
    _ restore: PeopleRestore?, isPreview: Bool, _ posts: [Int: Int]
  ) throws -> PeopleRestore.Gain {
    var gain = PeopleRestore.Gain()
    try lines.forEachGroup(.people) { (people: [ExportedPerson]) in
      guard let restore else { return gain.note(people, posts) }
      try restore.take(people, isPreview: isPreview, &gain)
    }
    func takeDays<Line: ExportedDay>(_ type: Line.Type, _ count: PeopleCount) throws {
      try lines.forEachGroup(count) { (days: [Line]) in
        let new = try restore?.take(days, of: count, isPreview: isPreview) ?? days.count
        gain.add(new, of: count)
      }
    }
    try takeDays(ExportedContact.self, .contacts)
    try takeDays(ExportedSnooze.self, .snoozes)
    return gain
  }
}

extension JournalImport {
  /// Imports the people of an export after its posts, which have their pictures: missing people,
  /// then contacts and snoozes.
  ///
  /// - Parameter posts: the numbers that posts of the export have here, by those that they have there.
  /// - Returns: what came, or would come.
  /// - Throws: ``ImportError``, `PersonError`, ``JournalError``; what came before stays, and another run goes
  ///   on.
  package func takePeople(pictures posts: [Int: Int]) throws -> PeopleRestore.Gain {
    let isPreview = if case .preview = mode { true } else { false }
    let restore = journal.map { PeopleRestore(into: $0, posts: posts) }
    return try export.people?.take(restore, isPreview: isPreview, posts) ?? PeopleRestore.Gain()
  }
}
