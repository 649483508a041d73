import Arrivals
import Hummingbird
import Journal
import Store
import Synchronization
import Wording

/// What owners bring from other programs by the pages: a file each, what it has, and how far it has come.
///
/// All of it is in memory, and the files have no names. An entry ends with the process, with the device that began
/// it, and a day after it was last asked for.
final class ArrivalDesk: Sendable {
  /// Seconds that an entry stays that nobody asks for.
  static let lifetime = 86_400
  /// Bytes that are left free on the disk.
  static let spareRoom = 256_000_000

  private let journals: Journal
  private let queue: WorkQueue
  private let places: Places
  private let workers: WorkQueue
  private let labels: Labelling
  private let posting: WorkQueue
  private let now: @Sendable () -> Int
  /// By the owners' rows. One may be given again, a device's never: what a removed owner brought goes with the
  /// device, whenever somebody asks.
  private let entries = Mutex<[Int64: Entry]>([:])
  private let isSweeping = Mutex(false)

  init(journals: Journal, queues: Queues, labels: Labelling, now: @escaping @Sendable () -> Int) {
    (self.journals, self.labels, self.now) = (journals, labels, now)
    (queue, places, workers) = (queues.arrivals, queues.imports, queues.common)
    posting = queues.posting
  }

  /// What an owner brings; nil for nothing. It asks the database.
  func entry(of owner: OwnerJournal) -> Entry? {
    sweep()
    return entries.withLock { entries in
      entries[owner.id]?.asked = now()
      return entries[owner.id]
    }
  }

  /// The file that a visit sends from now on; one of the same name, size and time goes on where it is.
  ///
  /// - Throws: ``Problem`` while another is worked on, or where the disk has no room; `FileError`.
  func upload(
    named name: String, size: Int, changed: String, _ visit: Visit
  ) throws -> ArrivalUpload {
    try checkIsFree(visit)
    let present = entry(of: visit.journal)?.upload
    if let present, present.isSame(named: name, size: size, changed: changed) {
      try checkRoom(for: size - (present.received ?? 0))
      return present
    }
    // The one that it replaces frees its room.
    try checkRoom(for: size - (present?.received ?? 0))
    _ = try? discard(visit)
    let upload = try ArrivalUpload(
      named: name, size: size, changed: changed, in: journals.folder)
    put(upload, visit)
    return upload
  }

  /// Keeps a file in place of what there is, unless that is worked on.
  func put(_ upload: ArrivalUpload, _ visit: Visit) {
    entries.withLock { entries in
      guard entries[visit.journal.id]?.isRunning != true else { return }
      entries[visit.journal.id] = Entry(device: visit.device, upload: upload, asked: now())
    }
    beginToSweep()
  }

  /// Checks that nothing of a visit's owner is worked on.
  ///
  /// - Throws: ``Problem``.
  func checkIsFree(_ visit: Visit) throws {
    if entry(of: visit.journal)?.isRunning == true { throw Problem("import-runs") }
  }

  /// The bytes that a file may have.
  var room: Int { max((journals.store.freeBytes ?? Int.max / 2) - Self.spareRoom, 0) }

  /// - Throws: ``Problem`` where a file of so many bytes does not fit.
  func checkRoom(for bytes: Int) throws {
    let room = room
    guard bytes <= room else {
      throw Problem(
        "disk-full.import",
        ["size": .number(bytes / 1_000_000), "room": .number(room / 1_000_000)])
    }
  }

  /// Forgets what an owner brings, unless it is worked on.
  ///
  /// - Throws: ``Problem``.
  func discard(_ visit: Visit) throws {
    try checkIsFree(visit)
    entries.withLock { $0[visit.journal.id] = nil }
  }

  /// Has what is worked on end between two entries.
  func stop(_ visit: Visit) { entries.withLock { $0[visit.journal.id]?.isStopped = true } }
}

extension ArrivalDesk {
  /// Begins to look at what a visit's owner brings.
  ///
  /// - Throws: ``Problem`` where there is nothing to look at, or another import is running.
  func look(_ choice: ArrivalChoice, _ visit: Visit) throws {
    try begin(visit) { entry in
      (entry.choice, entry.stage) = (choice, .looking)
      return nil
    }
  }

  /// Begins to import what was looked at.
  ///
  /// - Throws: ``Problem`` where nothing was, or another import is running.
  func bring(_ visit: Visit) throws {
    try begin(visit) { entry in
      guard case .looked(let sight, _) = entry.stage else { throw Problem("no-import") }
      entry.stage = .bringing(sight, done: 0)
      return sight
    }
  }

  /// Takes an arrival back.
  ///
  /// - Throws: ``Problem`` while another import is running, `ArrivalsError`, `JournalError`.
  func undo(_ number: Int, _ visit: Visit) async throws -> OwnerArrivals.Undone {
    try await visit.run { _ in try self.checkIsFree(visit) }
    let place = try places.take(for: visit.journal.owner)
    defer { withExtendedLifetime(place) {} }
    let (journal, now) = (visit.journal, now)
    return try await queue.run(for: visit.device) { try journal.arrivals.undo(number, now: now()) }
  }

  /// Begins work on a file that is whole.
  ///
  /// - Parameters:
  ///   - visit: whose.
  ///   - prepare: changes the entry; returns what is to be imported, or nil to look at it.
  /// - Throws: ``Problem`` where nothing is here, another import is running, or by `prepare`.
  private func begin(_ visit: Visit, _ prepare: (inout Entry) throws -> ArrivalSight?) throws {
    try checkIsFree(visit)
    let id = visit.journal.id
    let place = Mutex<Places.Place?>(try places.take(for: visit.journal.owner))
    let (entry, sight) = try entries.withLock { entries throws -> (Entry, ArrivalSight?) in
      guard var entry = entries[id], entry.upload?.isWhole == true else {
        throw Problem("no-import")
      }
      guard !entry.isRunning else { throw Problem("import-runs") }
      let sight = try prepare(&entry)
      (entry.isStopped, entry.asked) = (false, now())
      entries[id] = entry
      return (entry, sight)
    }
    guard let upload = entry.upload else { return }
    let work = work(on: upload, entry.choice, visit)
    Task { [self] in
      let device = visit.device
      // What is thrown here is what the queue throws: the work itself says how it ended.
      let stage: Stage
      do {
        stage = try await queue.run(for: device) { self.end(of: work, sight, id) }
      } catch {
        stage = .here(refusal: error)
      }
      // Whoever sees that it has ended can begin another.
      place.withLock { $0 = nil }
      update(id, work.upload) { entry in
        entry.stage = stage
        if case .brought = stage { entry.upload = nil }
      }
    }
  }

  private func work(
    on upload: ArrivalUpload, _ choice: ArrivalChoice, _ visit: Visit
  ) -> ArrivalWork {
    let id = visit.journal.id
    return ArrivalWork(
      upload: upload, choice: choice, journal: visit.journal, device: visit.device,
      labels: labels, posting: posting, now: now
    ) { [weak self] in
      let entry = self?.entries.withLock { $0[id] }
      guard let entry, entry.upload === upload, !entry.isStopped else { throw CancellationError() }
    }
  }

  /// Does work, and says how it ended.
  private func end(of work: ArrivalWork, _ sight: ArrivalSight?, _ id: Int64) -> Stage {
    /// What was wrong, unless a person stopped it.
    func refusal(_ error: any Error) -> (any Error)? { error is CancellationError ? nil : error }
    guard let sight else {
      do {
        return .looked(try work.look(), refusal: nil)
      } catch {
        return .here(refusal: refusal(error))
      }
    }
    var (lines, done) = (ArrivalLines(), 0)
    do {
      let number = try work.bring(sight) { record in
        lines.add(record)
        done += 1
        update(id, work.upload) { $0.stage = .bringing(sight, done: done) }
      }
      return .brought(number, lines)
    } catch {
      return .looked(sight, refusal: refusal(error))
    }
  }

  private func update(
    _ id: Int64, _ upload: ArrivalUpload, _ change: (inout Entry) -> Void
  ) {
    entries.withLock { entries in
      guard var entry = entries[id], entry.upload === upload else { return }
      change(&entry)
      entries[id] = entry
    }
  }
}

extension ArrivalDesk {
  private static let pause = Duration.seconds(60)

  /// Forgets what nobody asks for any more, and what a device brought that is gone, with its owner or alone.
  func sweep() {
    let (now, held) = (now(), entries.withLock { $0 })
    for (id, entry) in held {
      let isOver = now - entry.asked > Self.lifetime && !entry.isRunning
      guard isOver || isGone(entry.device) else { continue }
      entries.withLock { entries in
        if entries[id]?.device.id == entry.device.id { entries[id] = nil }
      }
    }
  }

  private func isGone(_ device: Device) -> Bool {
    do {
      try journals.devices.checkIsThere(device)
      return false
    } catch JournalError.revoked {
      return true
    } catch {
      return false
    }
  }

  /// Sweeps once a minute for as long as there is anything.
  private func beginToSweep() {
    let begins = isSweeping.withLock { isSweeping in
      defer { isSweeping = true }
      return !isSweeping
    }
    guard begins else { return }
    Task { [weak self, workers] in
      while true {
        try? await Task.sleep(for: Self.pause)
        guard let self else { return }
        try? await workers.run { self.sweep() }
        let isOver = self.isSweeping.withLock { isSweeping in
          isSweeping = self.entries.withLock { !$0.isEmpty }
          return !isSweeping
        }
        if isOver { return }
      }
    }
  }
}
