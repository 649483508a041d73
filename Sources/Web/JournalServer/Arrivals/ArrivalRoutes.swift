import Foundation
import HTTPTypes
import Hummingbird
import Journal
import NIOCore
import Store
import Wording

/// Journals of other programs: their files, as the settings' page sends them, the import, and what came by it.
struct ArrivalRoutes: ServerRoutes {
  let server: ServerParts
  let desk: ArrivalDesk
  let forms: FormBodies

  private static let path = SettingsGroup.bring.path

  func add(to routes: Routes) {
    addUploads(to: routes)
    addInterface(to: routes)
    routes.unlocked(.post, "\(Self.path)/look") { request, _, visit in
      let form = try await Form(of: request)
      return try await shown(visit) { try desk.look(ArrivalChoice(form), visit) }
    }
    routes.unlocked(.post, "\(Self.path)/go") { _, _, visit in
      try await shown(visit) { try desk.bring(visit) }
    }
    routes.unlocked(.post, "\(Self.path)/stop") { _, _, visit in
      try await shown(visit) { desk.stop(visit) }
    }
    routes.unlocked(.post, "\(Self.path)/discard") { _, _, visit in
      try await shown(visit) { try desk.discard(visit) }
    }
    routes.unlocked(.post, "\(Self.path)/undo") { request, _, visit in
      guard let number = try await Form(of: request)["number"].flatMap({ Int($0) }) else {
        throw Problem("no-arrival")
      }
      return try await refusing {
        let undone = try await desk.undo(number, visit)
        return "\(Self.path)?\(UndoneArrival(number, undone).query)"
      }
    }
  }

  /// Does something, and leads to the page, which shows what became of it.
  private func shown(
    _ visit: Visit, _ work: @escaping @Sendable () throws -> Void
  ) async throws -> Response {
    try await refusing {
      try await visit.run { _ in try work() }
      return Self.path
    }
  }

  /// The page says these; what else is refused has a page of its own.
  private static let said: Set = [
    "no-import", "import-runs", "arrival-undone", "no-arrival", "no-file", "disk-full", "too-long",
  ]

  private func refusing(_ work: () async throws -> String) async throws -> Response {
    do {
      return .redirect(to: try await work())
    } catch {
      let problem = Problem(error)
      guard Self.said.contains(problem.name) else { throw problem }
      return .redirect(to: SettingsGroup.bring.refused(problem.shownName))
    }
  }
}

/// Uploads.
extension ArrivalRoutes {
  /// Bytes of a file that come in one request of a script at most.
  private static let pieceLimit = 16_000_000
  /// Bytes that are gathered before they are written.
  private static let gathered = 256 * 1_024

  private func addUploads(to routes: Routes) {
    // Of a page without a script: the whole file.
    routes.unlocked(.post, "\(Self.path)/file") { request, _, visit in
      try await refusing {
        let size = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        let room = try await visit.run { _ in
          try desk.checkIsFree(visit)
          try desk.checkRoom(for: size)
          return desk.room
        }
        let form = try await forms.receive(request, .arrival(room: room))
        guard let file = form.photos.first else { throw Problem("no-file") }
        try await Asker.current.check()
        try await visit.run { _ in
          desk.put(try ArrivalUpload(file), visit)
          try? desk.look(ArrivalChoice(), visit)
        }
        return Self.path
      }
    }
    // Of a script: what follows the bytes that are here. The answer says how many these are now.
    routes.unlocked(.post, "\(Self.path)/pieces") { request, _, visit in
      let query = Query(of: request)
      guard let name = try query["name"], let size = try query["size"].flatMap({ Int($0) }),
        let offset = try query["at"].flatMap({ Int($0) }), size > 0, offset >= 0
      else { throw Problem("no-file") }
      let changed = try query["changed"] ?? ""
      let upload = try await visit.run { _ in
        try desk.upload(named: name, size: size, changed: changed, visit)
      }
      try await receive(request, into: upload, at: offset)
      try await Asker.current.check()
      let received = try await visit.run { _ in
        if upload.isWhole { try? desk.look(ArrivalChoice(), visit) }
        return upload.received ?? 0
      }
      return try .json(ReceivedBytes(received: received))
    }
  }

  private func receive(
    _ request: Request, into upload: ArrivalUpload, at offset: Int
  ) async throws {
    var (body, piece, offset) = (request.body.makeAsyncIterator(), [UInt8](), offset)
    let end = offset + Self.pieceLimit
    /// Whether it goes on here.
    func write() async throws -> Bool {
      let (bytes, place) = (piece, offset)
      offset += bytes.count
      piece = []
      return try await workers.run { try upload.append(bytes, at: place) }
    }
    while let buffer = try await Self.next(&body) {
      piece += buffer.readableBytesView
      guard offset + piece.count <= end else {
        throw Problem("too-long.megabytes", ["limit": .number(Self.pieceLimit / 1_000_000)])
      }
      if piece.count >= Self.gathered, try await !write() { return }
    }
    if !piece.isEmpty { _ = try await write() }
  }

  private static func next(
    _ body: inout RequestBody.AsyncIterator
  ) async throws(Problem) -> ByteBuffer? {
    do {
      return try await body.next()
    } catch {
      throw Problem("length.broken-off")
    }
  }
}

/// For a script that sends a file.
private struct ReceivedBytes: Encodable {
  let received: Int
}

extension MultipartLimits {
  /// For a file of another program's journal, as large as the disk.
  fileprivate static func arrival(room: Int) -> MultipartLimits {
    MultipartLimits(
      parts: 4, fields: 65_536, file: room, video: room, fileField: "file", files: 1)
  }
}

/// The interface for programs.
extension ArrivalRoutes {
  private func addInterface(to routes: Routes) {
    routes.unlocked(
      .get, "/api/v1/arrivals",
      Operation(
        "getArrivals", .owner, "What came from other programs, the latest first",
        "Each import of another program's journal is an arrival. The settings' page imports.",
        answers: [.ok(.list("arrivals", of: .arrival), "All arrivals.")])
    ) { _, _, visit in
      try await visit.json { journal in
        ArrivalList(arrivals: try journal.arrivals.all().map { ArrivalDescription($0) })
      }
    }
    routes.unlocked(
      .post, "/api/v1/arrivals/:number/undo",
      Operation(
        "undoArrival", .owner, "Move everything of an arrival to the trash",
        "Posts that were changed since they came stay.",
        answers: [.ok(.undoneArrival, "What became of its posts.")],
        refusals: [.notFound, .conflict, .serviceUnavailable])
    ) { _, context, visit in
      let number: Int = try context.number(or: "no-arrival")
      return try .json(UndoneArrival(number, try await desk.undo(number, visit)))
    }
  }
}

private struct ArrivalList: Encodable {
  let arrivals: [ArrivalDescription]
}

/// An arrival, for programs.
private struct ArrivalDescription: Encodable {
  let number: Int
  let format: String
  let source: String
  let started: String
  let finished: String?
  let undone: String?
  let posts: Int
  let postsHere: Int

  init(_ arrival: Arrival) {
    (number, format, source) = (arrival.number, arrival.format, arrival.source)
    started = InstantText.text(arrival.started)
    finished = arrival.finished.map { InstantText.text($0) }
    undone = arrival.undone.map { InstantText.text($0) }
    (posts, postsHere) = (arrival.posts, arrival.postsHere)
  }
}

/// What became of an arrival that was taken back.
struct UndoneArrival: Encodable {
  let number: Int
  let trashed: Int
  /// Posts that were changed since they came, and stay; the first of them.
  let changed: [Int]
  let deletedBefore: Int

  private static let mostNamed = 50

  init(_ number: Int, _ undone: OwnerArrivals.Undone) {
    (self.number, trashed, deletedBefore) = (number, undone.trashed.count, undone.deleted)
    changed = Array(undone.changed.prefix(Self.mostNamed))
  }

  /// What an address says of it; nil where it says nothing.
  init?(_ query: Query) {
    func number(_ name: String) -> Int? {
      (try? query[name]).flatMap { Int($0) }.flatMap { Arrival.numbers.contains($0) ? $0 : nil }
    }
    guard let undone = number("undone") else { return nil }
    (self.number, trashed, deletedBefore) = (undone, number("trashed") ?? 0, 0)
    let named = (try? query["changed"]) ?? ""
    changed = named.split(separator: ",").prefix(Self.mostNamed).compactMap { Int($0) }
      .filter { Arrival.numbers.contains($0) }
  }

  var query: String {
    "undone=\(number)&trashed=\(trashed)&changed=\(changed.map(String.init).joined(separator: ","))"
  }
}

extension Schema {
  fileprivate static let arrival = Schema.object(
    "Arrival",
    [
      "number": .integer(from: 1), "format": .string(), "source": .string(),
      "started": .dateTime(), "posts": .count("How many posts came."),
      "postsHere": .count("How many of them are here, outside the trash."),
    ],
    optional: ["finished": .dateTime(), "undone": .dateTime()])

  fileprivate static let undoneArrival = Schema.object(
    "UndoneArrival",
    [
      "number": .integer(from: 1), "trashed": .count("How many posts are in the trash now."),
      "changed": .array(
        of: .integer(from: 1), "Posts that were changed and stay, at most the first 50.",
        count: 0...50),
      "deletedBefore": .count("How many had been deleted before."),
    ])
}
