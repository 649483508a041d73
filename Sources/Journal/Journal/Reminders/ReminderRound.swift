import Dispatch
import People
package import Reminders
package import Sending
package import Store

/// A reminder's content, to be put into words.
package struct ReminderMessage: Sendable, Hashable {
  package let owner: OwnerName
  package let turn: ReminderTurn
  /// Nil if it may only say that something is due: the journal is locked, and its owner has not let
  /// the way show names.
  package let content: ReminderContent?

  package init(owner: OwnerName, turn: ReminderTurn, content: ReminderContent?) {
    (self.owner, self.turn, self.content) = (owner, turn, content)
  }
}

/// The result of sending a message by one way.
package struct ToldReminder: Sendable, Hashable {
  package let message: ReminderMessage
  package let way: ReminderWay
  package let outcome: Outcome

  /// What was due.
  package var due: DueReminder { DueReminder(turn: message.turn, way: way) }

  package enum Outcome: Sendable, Hashable {
    case sent
    /// It is tried again then, in seconds since 1970 in UTC.
    case waiting(SendingError, until: Int)
    case failed(SendingError)
    /// Nobody is there any longer: the way is forgotten.
    case gone(SendingError)

    /// Whether nothing can have arrived: a program that hung may have sent it before.
    fileprivate var isSurelyNotSent: Bool {
      switch self {
      case .sent, .waiting(.hung, _), .failed(.hung): false
      case .waiting, .failed, .gone: true
      }
    }
  }
}

/// A reminder that is due by a way.
package struct DueReminder: Sendable, Hashable {
  package let turn: ReminderTurn
  package let way: ReminderWay
}

/// One round of finding and sending due reminders.
///
/// A program that runs makes one a minute; one that a timer starts makes one. However many do, each turn is
/// told by each way once. A program takes on turns of its own ways alone: those of others stay as they are
/// for whoever tells by them.
package struct ReminderRound: Sendable {
  private let journals: Journal
  /// The ways that this program tells by.
  private let kinds: Set<ReminderWay.Kind>
  private let now: @Sendable () -> Int
  private let notice: @Sendable (ReminderMessage, JournalSettings) -> Notice
  private let send: Send

  package typealias Send = @Sendable (Notice, ReminderWay) async throws(SendingError) -> Void

  /// What is told at the same time.
  private static let width = 8
  /// Seconds after each try in vain until the next one; after the last of them, as long again.
  private static let delays = [60, 300, 900, 3_600]

  /// - Parameters:
  ///   - journals: those of all owners.
  ///   - kinds: the ways that this program tells by.
  ///   - now: seconds since 1970 in UTC.
  ///   - notice: puts a message in words.
  ///   - send: tells it by a way of these kinds.
  package init(
    _ journals: Journal, by kinds: Set<ReminderWay.Kind>, now: @escaping @Sendable () -> Int,
    notice: @escaping @Sendable (ReminderMessage, JournalSettings) -> Notice,
    send: @escaping Send
  ) {
    (self.journals, self.kinds, self.now) = (journals, kinds, now)
    (self.notice, self.send) = (notice, send)
  }

  /// Sends the due reminders.
  ///
  /// - Parameter owner: whom; nil for all owners.
  /// - Returns: what was told, or could not be, in no order; the pushes that wait for the server, where this
  ///   program does not push; and why an owner's journal could not be looked at, the others' are told all
  ///   the same.
  /// - Throws: ``JournalError`` where the owners cannot be known.
  package func run(
    for owner: OwnerName? = nil
  ) async throws -> (told: [ToldReminder], waiting: [DueReminder], failures: [any Error]) {
    let found = try await Self.blocking { try look(at: owner) }
    return await withTaskGroup(of: Result<ToldReminder?, any Error>.self) { group in
      var (told, failures) = ([ToldReminder](), found.failures)
      var left = found.tasks.makeIterator()
      func begin() {
        guard let task = left.next() else { return }
        group.addTask {
          do { return .success(try await tell(task)) } catch { return .failure(error) }
        }
      }
      for _ in 0..<Self.width { begin() }
      while let result = await group.next() {
        switch result {
        case .success(let one): one.map { told.append($0) }
        case .failure(let error): failures.append(error)
        }
        begin()
      }
      return (told, found.waiting, failures)
    }
  }

  /// Finds the reminders that ``run(for:)`` would send now. Nothing is sent or noted.
  ///
  /// - Parameter owner: whom; nil for all owners.
  /// - Returns: those of this program's ways, in no order, and the rest as ``run(for:)`` has it.
  /// - Throws: ``JournalError`` where the owners cannot be known.
  package func due(
    for owner: OwnerName? = nil
  ) async throws -> (due: [DueReminder], waiting: [DueReminder], failures: [any Error]) {
    try await Self.blocking {
      let found = try look(at: owner)
      let due = try found.tasks.filter { try content(of: $0) != nil }
      return (due.map(\.due), found.waiting, found.failures)
    }
  }

  private typealias Found = (tasks: [Task], waiting: [DueReminder], failures: [any Error])

  private func look(at owner: OwnerName?) throws -> Found {
    var found: Found = ([], [], [])
    for owner in try owner.map({ [$0] }) ?? journals.owners() {
      do {
        let tasks = try tasks(of: owner)
        found.tasks += tasks.filter(isOwn)
        for task in tasks where try !isOwn(task) && content(of: task) != nil {
          found.waiting.append(task.due)
        }
      } catch {
        found.failures.append(error)
      }
    }
    return found
  }

  private func isOwn(_ task: Task) -> Bool { kinds.contains(task.way.facts.kind) }

  private func content(of task: Task) throws -> ReminderContent? {
    try ReminderLook(journal: task.journal, settings: task.settings, now: now())
      .content(of: task.turn, among: task.rules)
  }

  /// A turn to send by one way.
  private struct Task: Sendable {
    let journal: OwnerJournal
    let hasPIN: Bool
    let settings: JournalSettings
    let rules: [ReminderRule]
    let turn: ReminderTurn
    let way: ReminderWay

    var due: DueReminder { DueReminder(turn: turn, way: way) }

    /// What a browser is pushed is shown on a locked screen too: nothing is named there.
    var mayName: Bool { !hasPIN || way.facts.names && way.facts.kind != .push }
  }

  private func tasks(of owner: OwnerName) throws -> [Task] {
    let (journal, hasPIN) = try journals.behindLock(of: owner)
    let rules = try journal.reminders.rules()
    guard rules.contains(where: \.facts.isOn) else { return [] }
    let settings = try journal.settings.current()
    let schedule = ReminderSchedule(settings.rule, at: now())
    guard schedule.mayTell(rules) else { return [] }
    let sent = SentReminders(of: journal)
    var ways = try journal.reminders.ways(now: schedule.now).filter { way in
      way.isConfirmed && (kinds.contains(way.facts.kind) || way.facts.kind == .push)
    }
    if kinds.contains(.desktop), !ways.contains(where: { $0.facts.kind == .desktop }),
      let desktop = try sent.desktop(now: schedule.now)
    {
      ways.append(desktop)
    }
    guard !ways.isEmpty else { return [] }
    let times =
      ReminderSchedule.firstOfPeople(rules) == nil ? [] : try journal.people.reminderTimes()
    let told = try sent.sent(on: schedule.day)
    return ways.flatMap { way in
      schedule.turns(
        of: rules, peoplesTimes: times, since: way.since, sent: told[way.id] ?? []
      ).map { turn in
        Task(
          journal: journal, hasPIN: hasPIN, settings: settings, rules: rules, turn: turn, way: way)
      }
    }
  }

  /// A turn that this program has taken on.
  private struct Claim: Sendable {
    let tries: Int
    let content: ReminderContent
    /// The mail that is counted for it.
    let mail: Int64?
    /// Why it cannot be sent now.
    let refusal: SendingError?
  }

  /// - Returns: nil where another program tells it, or there is nothing to tell.
  private func tell(_ task: Task) async throws -> ToldReminder? {
    let (turn, way) = (task.turn, task.way.id)
    let sent = SentReminders(of: task.journal)
    let claimed = try await Self.blocking { () -> Claim? in
      guard let tries = try sent.claim(turn, way: way, now: now()) else { return nil }
      guard let content = try content(of: task) else {
        try sent.settle(turn, .done, way: way, now: now())
        return nil
      }
      do {
        let mail = try sent.takeMail(by: task.way, now: now())
        return Claim(tries: tries, content: content, mail: mail, refusal: nil)
      } catch ReminderError.tooManyMails(let limit, _) {
        return Claim(
          tries: tries, content: content, mail: nil, refusal: .overLimit(mails: limit))
      }
    }
    guard let claimed else { return nil }
    let message = ReminderMessage(
      owner: task.journal.owner, turn: turn, content: task.mayName ? claimed.content : nil)
    let outcome: ToldReminder.Outcome
    do throws(SendingError) {
      if let refusal = claimed.refusal { throw refusal }
      try await send(notice(message, task.settings), task.way)
      outcome = .sent
    } catch {
      outcome = self.outcome(of: error, tries: claimed.tries)
    }
    try await Self.blocking {
      if let mail = claimed.mail, outcome.isSurelyNotSent { try sent.giveBackMail(mail) }
      switch outcome {
      case .gone: try sent.forget(way: way)
      case .sent: try sent.settle(turn, .sent, way: way, now: now())
      case .waiting(let error, let until):
        let failure = error.stored
        try sent.settle(turn, .waiting(until: until, failure: failure), way: way, now: now())
      case .failed(let error):
        try sent.settle(turn, .failed(error.stored), way: way, now: now())
      }
    }
    return ToldReminder(message: message, way: task.way, outcome: outcome)
  }

  private func outcome(of error: SendingError, tries: Int) -> ToldReminder.Outcome {
    if case .gone = error { return .gone(error) }
    guard error.isPassing, tries < SentReminders.tryLimit else { return .failed(error) }
    let delay = Self.delays[min(tries, Self.delays.count) - 1]
    return .waiting(error, until: now() + delay)
  }

  /// Does work that waits for the disk on no thread that tasks share.
  private static func blocking<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}
