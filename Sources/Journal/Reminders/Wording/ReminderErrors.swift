import Store
package import Wording

extension ReminderError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknownSubject(let observed, let known):
      ErrorMessage("reminder.subject", ["observed": .text(observed), "names": .names(known)])
    case .quietHours(let observed):
      ErrorMessage("reminder.quiet-hours", ["observed": .text(observed)])
    case .nothingToDo(let subject):
      ErrorMessage("reminder.nothing-to-do", ["subject": .text(subject.rawValue)])
    case .again(let observed, let expected):
      ErrorMessage(
        "reminder.again",
        [
          "observed": .number(observed), "least": .number(expected.lowerBound),
          "limit": .number(expected.upperBound),
        ])
    case .withinQuietHours(let time, let hours):
      ErrorMessage(
        "reminder.within-quiet-hours",
        ["time": .text(time.description), "hours": .text(hours.description)])
    case .unknownRule(let number):
      ErrorMessage("no-reminder.number", ["number": .number(Int(number))])
    case .ruleExists(let subject, let time):
      ErrorMessage(
        "reminder-exists.time",
        ["subject": .text(subject.rawValue), "time": .text(time.description)])
    case .tooManyRules(let limit):
      ErrorMessage("too-many-reminders.rules", ["limit": .number(limit)])
    case .unknownWay(let number): ErrorMessage("no-way.number", ["number": .number(Int(number))])
    case .wayExists(.desktop): ErrorMessage("way-exists.desktop")
    case .wayExists(let kind): ErrorMessage("way-exists.kind", ["kind": .text(kind.rawValue)])
    case .tooManyWays(let limit): ErrorMessage("too-many-reminders.ways", ["limit": .number(limit)])
    case .unknownFeed(let number): ErrorMessage("no-feed.number", ["number": .number(Int(number))])
    case .tooManyFeeds(let limit):
      ErrorMessage("too-many-reminders.feeds", ["limit": .number(limit)])
    case .noMail: ErrorMessage("no-mail")
    case .unconfirmed(let number):
      ErrorMessage("way-unconfirmed.number", ["number": .number(Int(number))])
    case .confirmed(let number):
      ErrorMessage("way-confirmed.number", ["number": .number(Int(number))])
    case .notACode: ErrorMessage("code.digits")
    case .wrongCode(left: 0): ErrorMessage("wrong-code.last")
    case .wrongCode(let left): ErrorMessage("wrong-code.left", ["left": .number(left)])
    case .noCode: ErrorMessage("no-code")
    case .tooManyTests(let limit, let wait):
      ErrorMessage(
        "too-many-tests.wait", ["limit": .number(limit), "wait": .seconds(wait)])
    case .tooManyCodes(let limit, let wait):
      ErrorMessage(
        "too-many-mails.codes", ["limit": .number(limit), "wait": .seconds(wait)])
    case .tooManyMails(let limit, let wait):
      ErrorMessage("too-many-mails.wait", ["limit": .number(limit), "wait": .seconds(wait)])
    }
  }
}
