import HTTPTypes
import Hummingbird
import Stamping
import Store
import SystemPackage
import Texts
import Wording

/// Receives files of collections, from forms of pages and of programs.
struct CollectionUploads: Sendable {
  let forms: FormBodies
  let places: Places
  let workers: WorkQueue
  let now: @Sendable () -> Int

  enum Deed: Sendable { case add, update }

  /// The result of an upload.
  struct Result: Sendable {
    let change: CollectionChange
    let deed: Deed
    /// The first of the records that are no texts.
    let firstProblems: [ReadProblem]
  }

  /// How many records that are no texts are named.
  private static let mostProblems = 20

  /// Reads a form with a file, and the file into a collection, whole or not at all.
  ///
  /// - Parameters:
  ///   - request: with the fields `file`, `name`, `licence`, `language` and `format`, of which all but
  ///     the first may be empty or missing.
  ///   - deed: whether the collection is there already.
  ///   - journal: whose collection it is to be.
  /// - Returns: what came in.
  /// - Throws: ``Problem``, ``MultipartError``, `CollectionError`, `ReadError`, `NameError`,
  ///   `JournalError`.
  func read(_ request: Request, _ deed: Deed, _ journal: OwnerJournal) async throws -> Result {
    try places.check(for: journal.owner)
    let form = try await forms.receive(request, .collection)
    guard let received = form.photos.first else { throw Problem("no-file") }
    func said(_ name: String) throws -> String? {
      try form.value(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = try said("name").map { try CollectionName($0) }
    let (licence, language) = (try said("licence") ?? "", try said("language") ?? "")
    let format = try said("format").map { text in
      guard let format = CollectionFormat(rawValue: text) else {
        throw Problem(
          "collection.format",
          ["format": .text(text), "known": .names(CollectionFormat.allCases.map(\.rawValue))])
      }
      return format
    }
    return try await changing(journal) {
      try withExtendedLifetime(received) {
        let file = try CollectionFile(
          received.photo.path, named: FilePath(received.name.isEmpty ? "-" : received.name))
        let new = try NewCollection(
          of: file, name: name, licence: licence, language: language, format: format)
        var problems: [ReadProblem] = []
        func report(_ problem: ReadProblem) {
          if problems.count < Self.mostProblems { problems.append(problem) }
        }
        let (collections, now) = (journal.collections, now())
        let change =
          switch deed {
          case .add:
            try collections.add(new, now: now, piece: { try file.piece() }, report: report)
          case .update:
            try collections.update(new, now: now, piece: { try file.piece() }, report: report)
          }
        return Result(change: change, deed: deed, firstProblems: problems)
      }
    }
  }

  /// Removes a collection.
  ///
  /// - Throws: as `Collections.remove`, ``Problem`` where one comes or goes just now.
  func remove(
    _ name: CollectionName, withMarks: Bool, from journal: OwnerJournal
  ) async throws {
    try await changing(journal) {
      _ = try journal.collections.remove(name, withMarks: withMarks)
    }
  }

  /// Does work that brings or removes a collection, unless another comes or goes just now.
  private func changing<Value: Sendable>(
    _ journal: OwnerJournal, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let place = try places.take(for: journal.owner)
    defer { withExtendedLifetime(place) {} }
    return try await workers.run(work)
  }
}

extension CollectionUploads {
  /// What the address of the page says that was done; nil where it says nothing.
  static func told(by request: Request, _ words: Words) -> String? {
    for deed in ["added", "updated", "removed"] {
      guard let name = try? Query(of: request)[deed] else { continue }
      return words("collectionIs-\(deed)", ["name": name])
    }
    return nil
  }
}

extension CollectionUploads.Result {
  /// Whether there is no more to say of it than what it is called.
  var isWhole: Bool {
    firstProblems.isEmpty && change.lost.isEmpty && change.lostHighlights.isEmpty
  }

  /// What the address of the page says of it.
  var address: String {
    "\(deed == .add ? "added" : "updated")=\(change.collection.name.text.percentEncoded)"
  }

  /// What came in, in words.
  func text(_ words: Words) -> String {
    let name = ["name": change.collection.name.text]
    return switch deed {
    case .add:
      words(
        "collectionAdded", name.merging(["texts": words.count(change.added, "textCount")]) { $1 })
    case .update:
      words(
        "collectionUpdated",
        name.merging([
          "added": words.number(change.added), "changed": words.number(change.changed),
          "removed": words.number(change.removed),
        ]) { $1 })
    }
  }

  /// The records that are no texts; nil where all are.
  func problems(_ words: Words) -> PageContent? {
    if isWhole { return nil }
    return [
      "count": (change.problems > 0 ? words.count(change.problems, "collectionProblems") : nil)
        .once,
      "problems": firstProblems.map { $0.wording.sentence(in: words.language) },
      "lost": (change.lost.isEmpty ? nil : change.lost.joined(separator: ", ")).once,
      "hasLostHighlights": !change.lostHighlights.isEmpty,
      "lostHighlights": change.lostHighlights.map { lost -> PageContent in
        ["key": lost.key, "quote": lost.quote]
      },
    ]
  }
}

extension MultipartLimits {
  /// For the file of a collection, and what is said of it.
  static let collection = MultipartLimits(
    parts: 16, fields: 65_536, file: 32_000_000, fileField: "file", files: 1)
}

extension Schema {
  /// The form with the file of a collection.
  static let collectionFile = Schema.object(
    ["file": .bytes("application/octet-stream", "The texts, at most 32 MB.")],
    optional: [
      "name": .string("Default: the file's name without its extension.", length: 0...100),
      "licence": .string(length: 0...200),
      "language": .string("A BCP 47 tag.", length: 0...35, examples: ["en", "ko"]),
      "format": .choice(
        of: CollectionFormat.self, "Default: detected from the file's name and beginning."),
    ])
}
