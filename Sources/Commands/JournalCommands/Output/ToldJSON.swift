import CaptureTime
import Journal
import Reminders
import Sending
import Store
import Wording

/// What became of a notice by a way.
struct ToldJSON: Encodable {
  let way: Int64
  let kind: String
  /// sent, waiting, failed, gone where the way is forgotten, server where daystamp-server sends it,
  /// or due where nothing is sent (--dry-run).
  let result: String
  /// These are missing of a journal that is locked.
  var subject: String?
  var day: String?
  var time: String?
  var again: Bool?
  var reason: String?
  /// When it is tried again.
  var until: String?

  init(_ told: ToldReminder, isLocked: Bool) {
    (way, kind) = (told.way.id, told.way.facts.kind.rawValue)
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

  /// Of a reminder that was not sent: as a result, "server" or "due".
  init(_ due: DueReminder, as result: String, isLocked: Bool) {
    (way, kind, self.result) = (due.way.id, due.way.facts.kind.rawValue, result)
    if !isLocked { tell(due.turn) }
  }

  private mutating func tell(_ turn: ReminderTurn) {
    (subject, day) = (turn.rule.facts.subject.rawValue, turn.day.description)
    (time, again) = (turn.time.description, turn.isAgain)
  }
}
