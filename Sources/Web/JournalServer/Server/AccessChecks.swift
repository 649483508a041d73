import Store

/// Looks once a second whether a journal may still be seen by whom it is sent to.
struct AccessChecks {
  private let journal: OwnerJournal
  private var last = ContinuousClock.now

  private static let interval = Duration.seconds(1)

  init(_ journal: OwnerJournal) { self.journal = journal }

  /// - Throws: `JournalError/locked(_:)`, `JournalError/revoked`.
  mutating func check(_ workers: WorkQueue) async throws {
    guard last.duration(to: .now) >= Self.interval else { return }
    try await workers.run { [journal] in try journal.checkUnlocked() }
    last = .now
  }
}
