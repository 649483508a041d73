import HTTPTypes
import Hummingbird
import Journal
import Store
import Synchronization

/// What people typed and could not save, most often since their journal locked meanwhile.
///
/// The lock holds for what is typed too: nothing of it stays in a browser, neither in its storage nor in
/// the lock screen. It is sent here, which a locked device may do as it may try a PIN, and is given back
/// to the same device alone, once that has unlocked the journal. It is in memory only: a restart of the
/// server forgets it, as it does the sessions.
final class Drafts: Sendable {
  struct Draft: Sendable {
    /// Of the form, as it was made.
    let name: String
    /// Where the form is.
    let path: String
    let form: Form

    /// Where the form is shown with what was typed.
    var address: String { "\(path)?draft=\(name)" }
  }

  private struct State {
    /// The latest last.
    var drafts: [(device: Int64, draft: Draft)] = []
    var saved: [(device: Int64, name: String, form: Int, number: Int)] = []

    /// Forgets the oldest of those devices that have most, so that nobody takes another's place.
    mutating func fit(_ most: Int) {
      var sizes: [Int64: Int] = [:]
      for (device, draft) in drafts { sizes[device, default: 0] += draft.form.size }
      var total = sizes.values.reduce(0, +)
      while total > most, let largest = sizes.max(by: { $0.value < $1.value })?.key,
        let first = drafts.firstIndex(where: { $0.device == largest })
      {
        let size = drafts.remove(at: first).draft.form.size
        (total, sizes[largest]) = (total - size, (sizes[largest] ?? 0) - size)
      }
    }
  }

  private let state = Mutex(State())
  private let names = KeyedLock<String>()
  /// How many are kept of a device, and how many bytes of all: the latest.
  private static let mostOfDevice = 8
  private static let mostBytes = 64_000_000
  private static let mostSaved = 256

  /// Keeps what was typed into a form in the place of what was kept of it before.
  ///
  /// - Returns: the address that shows it.
  func keep(_ form: Form, of request: Request, for device: Device) -> String {
    let name = form["draft"].flatMap { AccessToken($0) }?.text ?? AccessToken().text
    let draft = Draft(name: name, path: request.path, form: form)
    state.withLock { state in
      state.drafts.removeAll { $0.device == device.id && $0.draft.name == name }
      state.drafts.append((device.id, draft))
      while state.drafts.count(where: { $0.device == device.id }) > Self.mostOfDevice,
        let first = state.drafts.firstIndex(where: { $0.device == device.id })
      {
        state.drafts.remove(at: first)
      }
      state.fit(Self.mostBytes)
    }
    return draft.address
  }

  /// Does what a form asks for. Where that fails, what was typed is kept; so it is where the form asks
  /// for no more than that.
  func keeping(
    _ form: Form, of request: Request, for device: Device, _ work: () async throws -> Response
  ) async throws -> Response {
    if form["keep"] != nil { return .redirect(to: keep(form, of: request, for: device)) }
    do {
      return try await work()
    } catch {
      if form["words"]?.isEmpty == false { _ = keep(form, of: request, for: device) }
      throw error
    }
  }

  /// Those of a device, the latest last.
  func all(of device: Device) -> [Draft] {
    state.withLock { $0.drafts.filter { $0.device == device.id }.map(\.draft) }
  }

  /// The draft that the address of a page names.
  func draft(of request: Request, for device: Device) throws -> Draft? {
    guard let name = try Query(of: request)["draft"] else { return nil }
    return all(of: device).last { $0.name == name && $0.path == request.path }
  }

  func remove(_ name: String, of device: Device) {
    state.withLock { $0.drafts.removeAll { $0.device == device.id && $0.draft.name == name } }
  }

  /// Makes a post of a form, once however often that is sent.
  ///
  /// - Returns: the post's number.
  func once(
    _ form: Form, for device: Device, _ work: @Sendable () async throws -> Int
  ) async throws -> Int {
    guard let name = form["draft"].flatMap({ AccessToken($0) })?.text else {
      return try await work()
    }
    let hash = form.hashValue
    return try await names.withLock("\(device.id) \(name)") {
      let saved = state.withLock { state in
        state.saved.last { ($0.device, $0.name, $0.form) == (device.id, name, hash) }?.number
      }
      if let saved { return saved }
      let number = try await work()
      state.withLock { state in
        state.saved.append((device.id, name, hash, number))
        if state.saved.count > Self.mostSaved { state.saved.removeFirst() }
      }
      remove(name, of: device)
      return number
    }
  }
}

extension Request {
  /// Whether its body is a form of a page.
  var isForm: Bool {
    headers[.contentType].map { HeaderParameters($0).value.lowercased() }
      == "application/x-www-form-urlencoded"
  }
}
