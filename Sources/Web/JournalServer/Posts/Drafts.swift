import Hummingbird
import Journal
import Raster
import Stamping
import Store
import Synchronization
import SystemPackage

/// What people typed and chose and did not save, as pages send it and are given it back.
///
/// The lock holds for what is typed too: nothing of it stays in a browser. It is sent here, which a locked
/// device may do as it may try a PIN, and is given back to the same device alone, once that has unlocked
/// the journal.
final class Drafts: Sendable {
  /// Recently posted forms: a form sent twice posts once, and a late save of one makes no draft.
  private struct Posted: Sendable {
    let device: Int64
    let name: DraftName
    /// SHA-256 of the fields: what was typed is not kept here.
    let fields: [UInt8]
    let location: String
  }

  private let journals: Journal
  private let sessions: DeviceSessions
  private let workers: WorkQueue
  private let posting: WorkQueue
  private let decoder: any PictureDecoder
  private let now: @Sendable () -> Int
  private let posted = Mutex<[Posted]>([])
  private let names = KeyedLock<DraftName>()
  private static let mostPosted = 256

  init(
    journals: Journal, sessions: DeviceSessions, workers: WorkQueue, posting: WorkQueue,
    decoder: any PictureDecoder, now: @escaping @Sendable () -> Int
  ) {
    (self.journals, self.sessions, self.workers) = (journals, sessions, workers)
    (self.posting, self.decoder, self.now) = (posting, decoder, now)
  }

  /// Where a device puts what it sends.
  private func inbox(of device: Device) throws -> DraftInbox {
    let lock = try journals.lock(of: device.owner, now: now)
    let isLocked = try lock.tries() != nil && lock.session(sessions.token(of: device)) == nil
    return DraftInbox(of: device, in: journals, quota: isLocked ? .locked : .unlocked)
  }

  /// Where a form with what was kept is shown.
  static func address(_ path: String, _ name: DraftName) -> String { "\(path)?draft=\(name.text)" }

  /// The path of the page whose form a request sends.
  static func path(of request: Request) -> String {
    request.path == "/write" ? "/new" : request.path
  }

  /// Keeps what was typed into a form, in the place of what was kept of it before, and the photos that
  /// came with it. What is no photo is left out.
  ///
  /// - Returns: the address that shows it, and what was left out.
  func keep(
    _ sent: SentForm, at path: String, for device: Device
  ) async throws -> (address: String, refused: [RefusedPhoto]) {
    let name = sent.form.draftName ?? DraftName()
    let fields = sent.form.kept
    let address = Self.address(path, name)
    let hash = Self.hash(fields)
    let isPosted = posted.withLock { posted in
      posted.contains { ($0.device, $0.name, $0.fields) == (device.id, name, hash) }
    }
    if isPosted, sent.photos.isEmpty { return (address, []) }
    let now = now()
    try await workers.run {
      try self.inbox(of: device).keep(fields, at: path, as: name, now: now)
    }
    var refused: [RefusedPhoto] = []
    for photo in RawPairs.alone(sent.photos, named: \.name) {
      do {
        try await add(photo, as: nil, to: name, at: path, for: device)
      } catch {
        let problem = Problem(error)
        guard problem.status < 500 else { throw problem }
        refused.append(RefusedPhoto(name: photo.name, problem: problem))
      }
    }
    return (address, refused)
  }

  /// Adds a photo to a draft; of a camera's raw file the picture.
  ///
  /// - Parameters:
  ///   - photo: as it was received.
  ///   - key: by which the page knows it; nil for one that came within a form.
  ///   - name: the draft.
  ///   - path: of the draft's form.
  ///   - device: which sends it.
  /// - Throws: as `DraftInbox.add`, and `StampError` for a raw photo without a picture.
  func add(
    _ photo: ReceivedFile, as key: DraftName?, to name: DraftName, at path: String,
    for device: Device
  ) async throws {
    let now = now()
    try await posting.run(for: device) {
      let inbox = try self.inbox(of: device)
      if try inbox.add(
        video: photo, as: { key ?? DraftName(ofHash: $0, in: name) }, to: name, at: path, now: now)
      {
        return
      }
      let bytes = try photo.bytes(developingBy: self.decoder)
      try inbox.add(
        bytes, named: photo.name, as: key ?? DraftName(of: bytes, in: name), to: name, at: path,
        now: now)
    }
  }

  /// Does what a form asks for. Where that fails, what was typed is kept; so it is where the form asks
  /// for no more than that.
  func keeping(
    _ sent: SentForm, of request: Request, for device: Device,
    _ work: () async throws -> Response
  ) async throws -> Response {
    let path = Self.path(of: request)
    if sent.form["keep"] != nil {
      return .redirect(to: try await keep(sent, at: path, for: device).address)
    }
    do {
      return try await work()
    } catch {
      if sent.form["words"]?.isEmpty == false || !sent.photos.isEmpty {
        _ = try? await keep(sent, at: path, for: device)
      }
      throw error
    }
  }

  /// Photos that wait, where a Live Photo has the video that belongs to it.
  ///
  /// - Parameters:
  ///   - photos: of one draft.
  ///   - visit: whose.
  ///   - queue: where they are read; without a video none is.
  /// - Returns: those that are photos of a post, in their order.
  /// - Throws: ``Problem`` where too much of the device's waits.
  static func joined(
    _ photos: [DraftPhoto], _ visit: Visit, in queue: WorkQueue
  ) async throws -> [(file: DraftPhoto, live: DraftPhoto?)] {
    guard photos.contains(where: \.isVideo) else { return photos.map { ($0, nil) } }
    return try await queue.run(for: visit.device) { visit.journal.drafts.joined(photos) }
  }

  /// Those that a visit's device sees, the latest first; of one form alone where its path is given.
  func all(_ visit: Visit, at path: String? = nil) async throws -> [Draft] {
    try await visit.run { [now] journal in
      try journal.drafts.empty(now: now())
      return try journal.drafts.all(of: visit.device.id, at: path)
    }
  }

  func find(_ name: DraftName, _ visit: Visit) async throws -> Draft? {
    try await visit.run { try $0.drafts.draft(name, of: visit.device.id) }
  }

  /// The draft that the address of a page names.
  func draft(of request: Request, for visit: Visit) async throws -> Draft? {
    guard let name = try Query(of: request)["draft"].flatMap({ DraftName($0) }),
      let draft = try await find(name, visit), draft.path == Self.path(of: request)
    else { return nil }
    return draft
  }

  /// Lets go of what was posted of a draft, as `DraftBox.settle(_:posted:left:)`.
  func settle(_ draft: Draft?, _ form: Form, left: Form, _ visit: Visit) async throws {
    guard let draft else { return }
    try await visit.run { try $0.drafts.settle(draft, posted: form.kept, left: left.kept) }
  }

  /// Forgets a draft, whose form is saved or given up.
  ///
  /// - Parameters:
  ///   - name: the draft; that of another form is left alone.
  ///   - path: where the form is.
  ///   - visit: whose.
  ///   - isSaved: whether nothing of it needs to be brought back.
  /// - Throws: `JournalError`.
  func remove(
    _ name: DraftName?, at path: String, _ visit: Visit, isSaved: Bool
  ) async throws {
    guard let name else { return }
    try await visit.run { [now] journal in
      let drafts = journal.drafts
      guard let draft = try drafts.draft(name, of: visit.device.id), draft.path == path else {
        return
      }
      if isSaved {
        try drafts.delete(draft)
      } else {
        try drafts.setDiscarded(name, of: visit.device.id, now())
      }
    }
  }

  /// Posts what a form says, once however often that is sent. Photos are known by their own keys: a form
  /// that brings one is never taken for what was posted before.
  ///
  /// - Parameters:
  ///   - sent: the form.
  ///   - visit: of the device that sent it.
  ///   - work: posts it.
  /// - Returns: what became of it, now or before.
  /// - Throws: what the work throws.
  func once(
    _ sent: SentForm, for visit: Visit, _ work: @Sendable () async throws -> Composing.Outcome
  ) async throws -> Composing.Outcome {
    guard let name = sent.form.draftName else { return try await work() }
    let (device, fields) = (visit.device, Self.hash(sent.form.kept))
    return try await names.withLock(name) {
      let waits = try await find(name, visit)?.photos.isEmpty == false
      let earlier =
        !sent.photos.isEmpty || waits
        ? nil
        : posted.withLock { posted in
          posted.last { ($0.device, $0.name, $0.fields) == (device.id, name, fields) }?.location
        }
      if let earlier { return Composing.Outcome(location: earlier) }
      let outcome = try await work()
      guard let location = outcome.location else { return outcome }
      posted.withLock { posted in
        posted.append(
          Posted(device: device.id, name: name, fields: fields, location: location))
        if posted.count > Self.mostPosted { posted.removeFirst() }
      }
      return outcome
    }
  }

  private static func hash(_ fields: [String: String]) -> [UInt8] {
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key)\0\($0.value)\0" }
    return StampMark.hash(Array(lines.joined().utf8))
  }
}

/// A photo that was not stored, or not posted.
struct RefusedPhoto: Sendable {
  let name: String
  let problem: Problem
}
