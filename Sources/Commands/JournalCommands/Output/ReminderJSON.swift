import CaptureTime
import Journal
import Reminders
import Sending
import Store
import Wording

/// A reminder, a way and a feed as objects of JSON. None has a secret.
struct RuleJSON: Encodable {
  let kind = "rule"
  let number: Int64
  let what: String
  let at: String
  /// Minutes; missing where it comes once.
  let again: Int?
  /// As "22:00-07:00".
  let quiet: String?
  let on: Bool

  init(_ rule: ReminderRule) {
    number = rule.id
    (what, at) = (rule.facts.subject.rawValue, rule.facts.time.description)
    (again, quiet, on) = (rule.facts.again, rule.facts.quiet?.description, rule.facts.isOn)
  }
}

struct WayJSON: Encodable {
  let kind = "way"
  let number: Int64
  let by: String
  /// Of a browser the host of its push service alone.
  let address: String?
  /// Of a hook.
  let format: String?
  /// Of a hook: whether it has one.
  let token: Bool?
  let names: Bool
  /// False of mail that waits for its code.
  let confirmed: Bool
  /// The device that set it up, as it was called then; missing of the machine.
  let maker: String?
  let failure: Failure?

  struct Failure: Encodable {
    let since: String
    let reason: String
  }

  init(_ way: ReminderWay) {
    (number, by) = (way.id, way.facts.kind.rawValue)
    (address, names) = (way.facts.shownAddress, way.facts.names)
    (maker, confirmed) = (way.maker?.name.text, way.isConfirmed)
    let isHook = way.facts.kind == .hook
    (format, token) = (isHook ? way.facts.detail : nil, isHook ? !way.facts.secret.isEmpty : nil)
    failure = way.failure.map {
      Failure(since: InstantText.text($0.since), reason: Wording.reason(stored: $0.text))
    }
  }
}

struct FeedJSON: Encodable {
  let kind = "feed"
  let number: Int64
  let name: String
  let names: Bool
  let made: String
  /// Missing where it never was.
  let read: String?
  /// As a way's.
  let maker: String?

  init(_ feed: Feed) {
    (number, name, names) = (feed.id, feed.name.text, feed.names)
    maker = feed.maker?.name.text
    (made, read) = (InstantText.text(feed.made), feed.read.map(InstantText.text))
  }
}

/// What became of a notice by a way.
struct ToldJSON: Encodable {
  let way: Int64
  let by: String
  /// sent, waiting, failed, gone where the way is forgotten, or server where daystamp-server sends it.
  let result: String
  /// These are missing of a journal that is locked.
  var what: String?
  var day: String?
  var at: String?
  var again: Bool?
  var reason: String?
  /// When it is tried again.
  var until: String?

  init(_ told: ToldReminder, isLocked: Bool) {
    (way, by) = (told.way.id, told.way.facts.kind.rawValue)
    let error: SendingError?
    switch told.outcome {
    case .sent: (result, error) = ("sent", nil)
    case .waiting(let why, let until):
      (result, error) = ("waiting", why)
      self.until = InstantText.text(until)
    case .failed(let why): (result, error) = ("failed", why)
    case .gone(let why): (result, error) = ("gone", why)
    }
    if isLocked { return }
    tell(told.message.turn)
    reason = error.map { Wording.message(for: $0) }
  }

  init(_ push: WaitingPush, isLocked: Bool) {
    (way, by, result) = (push.way.id, push.way.facts.kind.rawValue, "server")
    if !isLocked { tell(push.turn) }
  }

  private mutating func tell(_ turn: ReminderTurn) {
    (what, day) = (turn.rule.facts.subject.rawValue, turn.day.description)
    (at, again) = (turn.time.description, turn.isAgain)
  }
}
