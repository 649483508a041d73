import CaptureTime
import HTTPTypes
import Journal
import Reminders
import Sending
import Store
import Wording

/// The addresses of the pages of reminders.
enum ReminderPaths {
  static let page = "/reminders"
  static let feeds = "/reminders/feeds"

  /// The part of the page where something was done, which is open.
  static func saved(_ part: String) -> String { "\(page)?saved=\(part)#\(part)" }

  /// Where the code is typed that was mailed to a way.
  static func mailed(_ way: Int64) -> String { "\(page)?mailed=\(way)#ways" }
}

/// A refused form: the typed values, and the error of each field by name.
struct RefusedForm: Sendable {
  /// Which form of the page it is: ``switches``, ``new``, a rule's number, ``hook``, ``mail``, ``feed`` or
  /// that of a way's code.
  let place: String
  let form: Form
  let wrong: [String: Problem]

  static let (new, hook, mail, feed) = ("new", "hook", "mail", "feed")
  static let switches = "switches"

  static func code(ofWay number: Int64) -> String { "code-\(number)" }

  /// The status of what was wrong.
  var status: Int { wrong.values.map(\.status).max() ?? 422 }
  /// What the answer's head says of what was wrong.
  var fields: HTTPFields { wrong.values.first?.fields ?? [:] }

  /// The field of each error of a way or a feed.
  ///
  /// - Throws: the error, where nothing that was typed is to blame.
  init(_ error: any Error, in place: String, _ form: Form) throws {
    let field: String? =
      switch error {
      case is WebAddressError, is MailAddressError: "address"
      case is WebHook.Failure: "token"
      case is NameError: "name"
      case _ where PINAgain.isReason(for: error): "pin"
      case ReminderError.wayExists, ReminderError.tooManyWays: "address"
      case ReminderError.tooManyFeeds: "name"
      case ReminderError.noMail, ReminderError.tooManyCodes, ReminderError.tooManyMails: "address"
      case ReminderError.notACode, ReminderError.wrongCode, ReminderError.noCode: "code"
      default: nil
      }
    guard let field else { throw error }
    self.init(place: place, form: form, wrong: [field: Problem(error)])
  }

  init(place: String, form: Form, wrong: [String: Problem]) {
    (self.place, self.form, self.wrong) = (place, form, wrong)
  }
}

/// The values typed into the form of a rule.
struct RuleForm {
  let form: Form
  /// Why a field is not taken, by its name.
  private(set) var wrong: [String: Problem] = [:]

  init(_ form: Form) { self.form = form }

  /// The form of a rule that is there, or was.
  init(_ facts: RuleFacts) {
    form = Form(fields: [
      "subject": facts.subject.rawValue, "time": "\(facts.time)",
      "again": facts.again.map(String.init) ?? "",
      "quiet-from": (facts.quiet?.from).map { "\($0)" } ?? "",
      "quiet-until": (facts.quiet?.until).map { "\($0)" } ?? "", "on": facts.isOn ? "1" : "0",
    ])
  }

  /// The form of a rule that is still to be made.
  static var new: RuleForm {
    RuleForm(
      Form(fields: [
        "subject": ReminderSubject.people.rawValue, "time": "09:00",
        "quiet-from": "\(QuietHours.usual.from)", "quiet-until": "\(QuietHours.usual.until)",
      ]))
  }

  /// What the form says; nil where a field is wrong, which ``wrong`` names then.
  ///
  /// - Parameter isOn: whether the rule is, where the form says nothing of that.
  /// - Returns: the rule.
  mutating func facts(isOn: Bool = true) -> RuleFacts? {
    let form = form
    // Browsers may add seconds to a time.
    func text(_ name: String) -> String { String((form[name] ?? "").prefix(5)) }
    let subject = read("subject") { try ReminderSubject(parsing: form["subject"] ?? "") }
    let time = read("time") { () throws -> TimeOfDay in
      guard let time = try? TimeOfDay.parse(text("time")) else {
        throw Problem("field.named", ["name": "time"])
      }
      return time
    }
    let again = read("again") { () throws -> Int? in
      let typed = (form["again"] ?? "").filter { !$0.isWhitespace }
      if typed.isEmpty { return nil }
      guard let minutes = Int(typed) else { throw Problem("field.named", ["name": "again"]) }
      return minutes
    }
    let quiet = read("quiet") { () throws -> QuietHours? in
      let (from, until) = (text("quiet-from"), text("quiet-until"))
      return from.isEmpty && until.isEmpty ? nil : try QuietHours.parse("\(from)-\(until)")
    }
    guard let subject, let time, let again, let quiet else { return nil }
    let said = form["on"].map { $0 == "1" }
    return RuleFacts(subject, at: time, again: again, quiet: quiet, isOn: said ?? isOn)
  }

  /// Notes why a rule was not kept so.
  ///
  /// - Returns: whether it is a matter of what was typed.
  mutating func refuse(_ error: any Error) -> Bool {
    let field: String? =
      switch error as? ReminderError {
      case .unknownSubject, .tooManyRules: "subject"
      case .again, .nothingToDo: "again"
      case .withinQuietHours, .ruleExists: "time"
      case .quietHours: "quiet"
      default: nil
      }
    guard let field else { return false }
    wrong[field] = Problem(error)
    return true
  }

  /// For the template `rule-fields`.
  ///
  /// - Parameters:
  ///   - place: which of the page's forms it is.
  ///   - words: the page's.
  /// - Returns: its fields.
  func content(_ place: String, _ words: Words) -> PageContent {
    [
      "place": "rule-\(place)", "form": form.fields, "wrong": wrong.mapValues(words.problem),
      "isWrong": !wrong.isEmpty, "least": RuleFacts.againRange.lowerBound,
      "most": RuleFacts.againRange.upperBound,
      "againHint": words(
        "reminderAgainHint",
        [
          "least": "\(RuleFacts.againRange.lowerBound)",
          "most": "\(RuleFacts.againRange.upperBound)",
        ]),
      "subjects": ReminderSubject.allCases.map {
        Choice.content(
          $0.rawValue, words("reminderOf-\($0.rawValue)"), isChosen: $0.rawValue == form["subject"])
      },
    ]
  }

  private mutating func read<Value>(_ name: String, _ read: () throws -> Value) -> Value? {
    do {
      return try read()
    } catch {
      wrong[name] = Problem(error)
      return nil
    }
  }
}
