package import Journal
package import Logging
import Reminders
import Sending
package import Store
import Synchronization
import Wording

/// Sends reminders while the server runs: it looks twice a minute for due ones.
package struct ReminderLoop: Sendable {
  private let round: ReminderRound
  private let logger: Logger
  private let wording: @Sendable (any Error) -> String
  /// What failed at the last look: a journal that cannot be written to says so once, not twice a minute.
  private let failed = FailedLooks()

  /// Between two looks. A time of a rule is a minute's.
  private static let pause = Duration.seconds(30)

  /// - Parameters:
  ///   - journals: those of all owners.
  ///   - sender: tells by the ways that a server has.
  ///   - base: how browsers reach the server, where an owner has not set it.
  ///   - now: seconds since 1970 in UTC.
  ///   - logger: where what could not be told goes.
  ///   - wording: the words for an error in the log, which hold nothing that a person wrote.
  package init(
    _ journals: Journal, _ sender: WaySender, at base: @escaping @Sendable () -> BaseAddress?,
    now: @escaping @Sendable () -> Int, logger: Logger,
    wording: @escaping @Sendable (any Error) -> String
  ) {
    round = ReminderRound(
      journals, by: [.hook, .mail, .push], now: now,
      notice: { message, settings in
        Notice(message, in: settings.reminderLanguage, at: settings.webAddress ?? base())
      }, send: { notice, way throws(SendingError) in try await sender.send(notice, by: way) })
    (self.logger, self.wording) = (logger, wording)
  }

  /// Runs until it is cancelled. A round that fails does not end it.
  package func run() async {
    while !Task.isCancelled {
      await look()
      try? await Task.sleep(for: Self.pause)
    }
  }

  private func look() async {
    do {
      let result = try await round.run()
      for told in result.told { log(told) }
      log(result.failures)
    } catch {
      log([error])
    }
  }

  private func log(_ failures: [any Error]) {
    for text in failed.new(among: failures.map(wording)) { logger.warning("reminders: \(text)") }
  }

  /// Neither what is told nor where to: the log is read by others than the owner.
  private func log(_ told: ToldReminder) {
    let way = "\(told.way.facts.kind.rawValue) \(told.way.id)"
    switch told.outcome {
    case .sent: logger.info("reminders: told by \(way)")
    case .waiting(let error, _):
      logger.warning("reminders: \(way) \(error.kind), to be tried again")
    case .failed(let error): logger.warning("reminders: \(way) \(error.kind)")
    case .gone: logger.info("reminders: \(way) is gone, and forgotten")
    }
  }
}

/// The failures of the last round.
private final class FailedLooks: Sendable {
  private let texts = Mutex<Set<String>>([])

  /// Those that are new, each once.
  func new(among failed: [String]) -> [String] {
    let failed = Set(failed)
    return texts.withLock { texts in
      defer { texts = failed }
      return failed.subtracting(texts).sorted()
    }
  }
}

extension SendingError {
  /// What happened, without hosts, which may be secrets.
  fileprivate var kind: String {
    switch self {
    case .unknownHost: "found no such host"
    case .refusedAddress: "is at an address to which nothing is sent"
    case .unreachable: "was not reached"
    case .timedOut(_, let seconds): "did not answer within \(seconds) s"
    case .redirected(_, let status, _), .refused(_, let status), .gone(_, let status):
      "was answered \(status)"
    case .notInstalled(let program): "needs \(program), which is not installed"
    case .failed(let program, let status, _): "failed: \(program) ended with status \(status)"
    case .hung(let program, let seconds): "failed: \(program) did not end within \(seconds) s"
    case .broken: "is damaged"
    case .onlyByServer: "is sent to by another program"
    case .overLimit(let mails): "waits: its owner has had \(mails) mails sent within a day"
    }
  }
}
