import Files
import Foundation
import HTTPTypes
import Hummingbird
import Journal
import Hashing
import Stamping
import Store
import SystemPackage

/// A page's form as a browser sent it, with its photos, which are deleted with this object.
struct SentForm: Sendable {
  let form: Form
  let photos: [ReceivedFile]
  /// The memory that it takes.
  private let held: (any Sendable)?

  init(_ form: Form, photos: [ReceivedFile] = [], holding held: (any Sendable)? = nil) {
    (self.form, self.photos, self.held) = (form, photos, held)
  }
}

/// Receives the forms of pages, with or without photos.
struct FormBodies: Sendable {
  /// The journals', where photos are kept while they are received.
  let folder: FilePath
  let bodies: LongBodies
  let posting: WorkQueue
  let workers: WorkQueue

  /// - Throws: ``Problem``, ``MultipartError``.
  func receive(_ request: Request, _ limits: MultipartLimits) async throws -> ReceivedForm {
    let form = try await receiveAny(request, limits)
    try Asker.current.checkIsOf(form.value("owner"), or: "other-owner.photo")
    return form
  }

  /// Of whatever owner it says it is.
  private func receiveAny(
    _ request: Request, _ limits: MultipartLimits
  ) async throws -> ReceivedForm {
    try await FormReceiver(
      folder: folder, limits: limits, memory: bodies.memory, workers: workers
    ).receive(request)
  }

  /// As ``receive(_:_:)``, once there is room for the device's photos.
  func receive(
    _ request: Request, _ limits: MultipartLimits, for device: Device
  ) async throws -> ReceivedForm {
    try await posting.checkRoom(for: device)
    return try await receive(request, limits)
  }

  /// Receives a form before anything else is done for its device.
  ///
  /// - Throws: as ``receive(_:_:for:)``.
  func form(of request: Request, for device: Device) async throws -> SentForm {
    // The memory that it takes is the device's.
    try await Asker.$current.withValue(Asker(device)) {
      guard request.isMultipart else {
        let received = try await bodies.form(of: request)
        return SentForm(received.form, holding: received)
      }
      let isNew = Drafts.path(of: request) == "/new"
      try await posting.checkRoom(for: device)
      let received = try await receiveAny(request, isNew ? .composer : .editing)
      return SentForm(
        try Form(fields: received.all()), photos: received.photos, holding: received)
    }
  }
}

extension MultipartLimits {
  /// For the composer, which has eight fields for each photo that waits.
  static let composer = MultipartLimits(
    parts: 600, files: Post.photoLimit, allFiles: 2_000_000_000)
  /// For a program, which sends the photos of a post together.
  static let post = MultipartLimits(
    parts: 64 + 4 * Post.photoLimit, files: Post.photoLimit, allFiles: 1_000_000_000)
}

extension Request {
  /// Whether its body is a form of a page.
  var isForm: Bool { isMultipart || kind == "application/x-www-form-urlencoded" }

  var isMultipart: Bool { kind == "multipart/form-data" }

  private var kind: String? {
    headers[.contentType].map { HeaderParameters($0).value.lowercased() }
  }
}

extension Form {
  /// By which the page knows what it is a draft of; nil where it has no such name.
  var draftName: DraftName? { self["draft"].flatMap { DraftName($0) } }

  /// What is kept of it: what a person typed, without what a button says of one sending.
  var kept: [String: String] {
    fields.filter { !Self.passing.contains($0.key) }.mapValues { $0.replacing("\r\n", with: "\n") }
  }

  private static let passing: Set<String> = [
    "draft", "owner", "keep", "future", "remove", "path",
  ]

  /// Refuses what was typed on a page of another owner's, whose device the browser was before.
  ///
  /// - Throws: ``Problem``.
  func checkOwner(of asker: Asker = .current) throws {
    try asker.checkIsOf(self["owner"], or: "other-owner")
  }
}

extension Asker {
  /// Checks that a page is of the owner who asks.
  ///
  /// - Parameters:
  ///   - name: the owner that the page has; nil where it has none.
  ///   - refusal: the key of the text that says that the owner is another.
  /// - Throws: ``Problem``.
  func checkIsOf(_ name: String?, or refusal: String = "other-owner") throws {
    guard owner == nil || name == nil || name == owner?.text else { throw Problem(refusal) }
  }
}

extension Request {
  /// The owner whose page a script is of, as the script says; nil where none does.
  var ownerOfPage: String? { headers[.pageOwner]?.removingPercentEncoding }

  /// The same once its form has come, where that is short. Longer ones, and those with files, are looked at
  /// where they are received.
  ///
  /// - Throws: ``Problem`` where the page is of another owner's.
  func ofOwnPage() async throws -> Request {
    let length = headers[.contentLength].flatMap { Int($0) } ?? .max
    guard method == .post, isForm, !isMultipart, length <= Form.shortLimit else { return self }
    let body = try await collectBody(upTo: Form.shortLimit)
    try Form(encoded: Array(body.readableBytesView)).checkOwner()
    var request = self
    request.body = RequestBody(buffer: body)
    return request
  }
}

extension HTTPField.Name {
  static let pageOwner = HTTPField.Name(known: "Daystamp-Owner")
}

extension DraftName {
  /// By which a photo is known that came within a form: the same however often that is sent.
  init(of photo: [UInt8], in draft: DraftName) {
    self.init(ofHash: StampMark.hash(photo), in: draft)
  }

  /// The same, of a file's SHA-256.
  init(ofHash hash: [UInt8], in draft: DraftName) {
    let bytes = SHA256.hash((Array(draft.text.utf8) + hash).span)
    self = DraftName(Base64URL.text(bytes)) ?? DraftName()
  }
}
