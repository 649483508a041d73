import CaptureTime
import Foundation
import Hummingbird
import Journal

extension JournalServer {
  func addDays(to routes: Routes) {
    routes.unlocked(.get, "/api/v1/days") { [workers] request, _, visit in
      let days = try DayRange(of: request)
      let counts = try await workers.run { try visit.journal.days.counts(days) }
      return try .json(counts.map { DayCountBody(day: "\($0.day)", posts: $0.count) })
    }
  }

  private struct DayCountBody: Encodable {
    let day: String
    let posts: Int
  }
}

extension DayRange {
  /// The days from `from` to `to` of a query.
  ///
  /// - Throws: ``Problem``, ``DayRangeError``.
  init(of request: Request) throws {
    let query = try Query(of: request)
    guard let from = try query.day("from"), let to = try query.day("to") else {
      throw Problem(.badRequest, "days", "Give from and to as 2024-01-31.")
    }
    try self.init(first: from, last: to)
  }
}

extension Response {
  static func json(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder.ofThisServer.encode(value))))
  }
}
