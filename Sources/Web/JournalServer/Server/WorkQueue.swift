import Hummingbird
import NIOPosix
import Raster
import Stamping
import Store

/// Work on threads of its own, one piece per thread. Waiting work takes turns: first by owner, then
/// by an owner's devices. Somebody who asks for too much keeps nobody else waiting.
actor WorkQueue {
  private let pool: NIOThreadPool
  private let long: WorkQueue?
  private let jobs: Int
  private let share: Int
  private let limits: Limits?
  private var running: [OwnerName?: Int] = [:]
  private var turns = Turns<CheckedContinuation<Void, Never>>()

  /// How much may wait.
  struct Limits: Sendable {
    let ofDevice: Int
    let ofOwner: Int
  }

  /// How long decoding may take of a photo that is not a long one: as long as all that is done to it.
  private static let decodingSeconds = PhotoEffort.usual / 1_000

  /// Seconds after which a refused request may come again.
  private static let retryAfter = 5

  /// - Parameters:
  ///   - jobs: how much is worked on at the same time.
  ///   - share: how much of that is one owner's at most, so that there is a thread for another at once.
  ///   - limits: how much waits; nil for any number.
  ///   - long: where photos are worked on that take long; nil where all take turns here.
  init(
    jobs: Int, ofOwner share: Int? = nil, waiting limits: Limits? = nil, long: WorkQueue? = nil
  ) {
    (self.jobs, self.share, self.limits) = (jobs, share ?? jobs, limits)
    self.long = long
    pool = NIOThreadPool(numberOfThreads: jobs)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  /// Checks that there is room for a device's work, before what it is done to is received.
  ///
  /// - Throws: ``Problem``.
  func checkRoom(for device: Device) throws { try checkRoom(for: Asker(device)) }

  private func checkRoom(for asker: Asker) throws {
    guard let limits, !isFree(for: asker.owner) else { return }
    guard
      turns.count(of: asker.owner) < limits.ofOwner
        && turns.count(of: asker.device, of: asker.owner) < limits.ofDevice
    else { throw Problem("queue-full", retryAfter: Self.retryAfter) }
  }

  /// Whether there is a thread for an owner's work; that of nobody in particular has no share.
  private func isFree(for owner: OwnerName?) -> Bool {
    running.values.reduce(0, +) < jobs && (owner == nil || running[owner] ?? 0 < share)
  }

  /// Does work for the current request, when its device has its turn.
  ///
  /// - Throws: as ``run(for:_:)``.
  nonisolated func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await run(for: Asker.current, work)
  }

  /// Does work once it is a device's turn.
  ///
  /// - Throws: ``Problem`` where too much of the device's or its owner's waits, and what the work throws.
  func run<Result: Sendable>(
    for device: Device, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await run(for: Asker(device), work)
  }

  /// Works on a photo once it is a device's turn; on one that takes long, where those are worked on. So it is
  /// with one that says it takes less: what was done until then is done once more there.
  ///
  /// - Parameters:
  ///   - device: which asks.
  ///   - photo: reads how long the photo takes; where it cannot, the work says why.
  ///   - work: what is done.
  /// - Returns: what the work returns.
  /// - Throws: as ``run(for:_:)``.
  nonisolated func run<Result: Sendable>(
    for device: Device, on photo: @escaping @Sendable () throws -> PhotoEffort?,
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    guard let long else { return try await run(for: device, work) }
    let done: Result? = try await run(for: device) {
      if (try? photo())?.isLong == true { return nil }
      let allowance = DecodingAllowance(seconds: Self.decodingSeconds)
      do {
        return try DecodingAllowance.$current.withValue(allowance, operation: work)
      } catch  where allowance.isUsedUp {
        return nil
      }
    }
    guard let done else { return try await long.run(for: device, work) }
    return done
  }

  func run<Result: Sendable>(
    for asker: Asker, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try checkRoom(for: asker)
    if isFree(for: asker.owner) {
      running[asker.owner, default: 0] += 1
      turns.begin(asker.owner, asker.device)
    } else {
      // Whatever ends hands its place on, so the place is never counted as free.
      await withCheckedContinuation { turns.append($0, of: asker.owner, asker.device) }
    }
    defer { leave(asker.owner) }
    try Task.checkCancellation()
    return try await pool.runIfActive { try Asker.$current.withValue(asker, operation: work) }
  }

  private func leave(_ owner: OwnerName?) {
    let left = (running[owner] ?? 1) - 1
    running[owner] = left > 0 ? left : nil
    // One that waited for its owner's share may come with another's place.
    while let (next, owner) = turns.next(where: isFree) {
      running[owner, default: 0] += 1
      next.resume()
    }
    if running.isEmpty { turns.forget() }
  }
}

/// The owner and device that take a turn.
struct Asker: Sendable {
  /// Nil for what is done for nobody in particular, such as finding out who asks.
  let owner: OwnerName?
  let device: Int64
  /// Checks that the device may still do what it asked for, once the rest of the request has come.
  var check: @Sendable () async throws -> Void = {}
  /// Whether the device has unlocked the journal, and so may lock it again.
  var mayLock = false
  /// Whether it may leave, and come back by itself.
  private(set) var mayLeave = false
  /// Whether its browser keeps posts for reading without a network.
  private(set) var keepsOffline = false

  /// That of the request which is being answered.
  @TaskLocal static var current = Asker(owner: nil)

  init(owner: OwnerName?, device: Int64 = 0) { (self.owner, self.device) = (owner, device) }

  init(_ device: Device) {
    self.init(owner: device.owner, device: device.id)
    (mayLeave, keepsOffline) = (device.mayLeave, device.keepsOffline)
  }
}

/// Waiting work, by turns of owners, then of an owner's devices. The one whose last turn is longest
/// ago comes first: a newcomer waits only for running work.
struct Turns<Element> {
  private var owners: [Owner] = []
  /// How many turns there were.
  private var turn = 0

  private struct Owner {
    let name: OwnerName?
    /// When it last had a turn; 0 for one that had none.
    var last = 0
    var devices: [Device] = []

    var count: Int { devices.reduce(0) { $0 + $1.waiting.count } }

    /// The place of a device, which is made where there is none.
    mutating func place(of id: Int64) -> Int {
      if let place = devices.firstIndex(where: { $0.id == id }) { return place }
      devices.append(Device(id: id))
      return devices.endIndex - 1
    }
  }

  private struct Device {
    let id: Int64
    var last = 0
    var waiting: [Element] = []
  }

  func count(of owner: OwnerName?) -> Int { owners.first { $0.name == owner }?.count ?? 0 }

  func count(of device: Int64, of owner: OwnerName?) -> Int {
    owners.first { $0.name == owner }?.devices.first { $0.id == device }?.waiting.count ?? 0
  }

  mutating func append(_ element: Element, of owner: OwnerName?, _ device: Int64) {
    let owner = place(of: owner)
    let device = owners[owner].place(of: device)
    owners[owner].devices[device].waiting.append(element)
  }

  /// Notes that a device has a turn for which it did not wait.
  mutating func begin(_ owner: OwnerName?, _ device: Int64) {
    let owner = place(of: owner)
    note(owner, owners[owner].place(of: device))
  }

  /// Takes what comes next of the owners that may come; nil where nothing of theirs waits.
  mutating func next(where mayCome: (OwnerName?) -> Bool) -> (Element, OwnerName?)? {
    // The first of those that are alike.
    let waiting = owners.indices.filter { owners[$0].count > 0 && mayCome(owners[$0].name) }
    guard let owner = waiting.min(by: { owners[$0].last < owners[$1].last }) else { return nil }
    let devices = owners[owner].devices
    let own = devices.indices.filter { !devices[$0].waiting.isEmpty }
    guard let device = own.min(by: { devices[$0].last < devices[$1].last }) else { return nil }
    let next = owners[owner].devices[device].waiting.removeFirst()
    note(owner, device)
    return (next, owners[owner].name)
  }

  /// Forgets who had a turn, once nothing is under way.
  mutating func forget() { owners.removeAll { $0.count == 0 } }

  private mutating func note(_ owner: Int, _ device: Int) {
    turn += 1
    owners[owner].last = turn
    owners[owner].devices[device].last = turn
  }

  /// The place of an owner, which is made where there is none.
  private mutating func place(of name: OwnerName?) -> Int {
    if let place = owners.firstIndex(where: { $0.name == name }) { return place }
    owners.append(Owner(name: name))
    return owners.endIndex - 1
  }
}

/// Reads lists, which may be searched for words; a search waits for its turn.
struct Searches: Sendable {
  let queue: WorkQueue
  let workers: WorkQueue

  /// Does what a request asks for.
  ///
  /// - Throws: as ``WorkQueue/run(for:_:)`` where it looks for something (`q`), and what the work throws.
  func run<Result: Sendable>(
    _ request: Request, of visit: Visit, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let typed = (try? Query(of: request)["q"]) ?? ""
    return typed.allSatisfy(\.isWhitespace)
      ? try await workers.run(work) : try await queue.run(for: visit.device, work)
  }
}

extension Searches {
  /// The answer that says what a request asks for, as ``run(_:of:_:)``; it is written in the same turn.
  func json<Result: Encodable & Sendable>(
    _ request: Request, of visit: Visit, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Response {
    try await run(request, of: visit) { try .json(work()) }
  }
}

/// A server's queues: one for short work, and one for each kind of long work, so that none delays
/// another.
struct Queues: Sendable {
  let common = WorkQueue(jobs: 8, ofOwner: 2)
  /// Photos that are posted, kept in drafts or stamped anew.
  let posting: WorkQueue
  /// Pictures that are made to be looked at: thumbnails, previews, cards, originals.
  let pictures: WorkQueue
  /// Photos of both kinds that take long, one at a time.
  let long: WorkQueue
  /// Hashes of PINs, of which each takes a core for as long as it was made to take.
  let pins = WorkQueue(jobs: 2, waiting: .init(ofDevice: 8, ofOwner: 16))
  let searches = WorkQueue(jobs: 2, ofOwner: 1, waiting: .init(ofDevice: 16, ofOwner: 32))
  /// What reads lists, and searches them.
  var listing: Searches { Searches(queue: searches, workers: common) }
  /// Collections that come or go.
  let collections = Places("queue-full.collections", of: 1, of: 1)
  /// What comes from other programs, one import at a time.
  let imports = Places("queue-full.imports", of: 1, of: 1)
  let arrivals = WorkQueue(jobs: 1)
  let exports = Places("queue-full.exports", of: 2, of: 4)
  /// Bytes of answers that are in memory until their clients have taken them.
  let answers = Places(
    "queue-full.answers", ofDevice: 128_000_000, of: 256_000_000, of: 1_024_000_000)

  /// - Parameter jobs: how many photos may be in memory at the same time. One of them may take long, the
  ///   others are posted or looked at; where there is one for both, or for all, they take turns.
  init(jobs: Int) {
    let limits = WorkQueue.Limits(ofDevice: 96, ofOwner: 128)
    guard jobs > 1 else {
      posting = WorkQueue(jobs: 1, waiting: limits)
      (pictures, long) = (posting, posting)
      return
    }
    let usual = jobs - 1
    long = WorkQueue(jobs: 1, waiting: limits)
    posting = WorkQueue(jobs: usual - usual / 2, waiting: limits, long: long)
    pictures =
      usual > 1 ? WorkQueue(jobs: usual / 2, waiting: limits, long: long) : posting
  }
}
