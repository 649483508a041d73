import SystemPackage
import Wording

@testable import Journal
@testable import Reminders
@testable import Sending
@testable import Store

extension Samples {
  /// Of what is said of reminders, ways and feeds.
  static let reminders: [any Worded] = rules + sending + receivers + timers + found

  private static let rules: [ReminderError] = [
    .unknownSubject("mornin", known: ["morning", "people"]), .quietHours(observed: "7-7"),
    .nothingToDo(.text), .again(observed: 4, expected: RuleFacts.againRange),
    .withinQuietHours(.midnight, .usual), .unknownRule(9), .ruleExists(.morning, .midnight),
    .tooManyRules(limit: Reminders.ruleLimit), .unknownWay(9), .wayExists(.hook), .wayExists(.mail),
    .wayExists(.desktop),
    .tooManyWays(limit: Reminders.wayLimit), .unknownFeed(9),
    .tooManyFeeds(limit: Reminders.feedLimit), .noMail, .unconfirmed(9), .confirmed(9), .notACode,
    .wrongCode(left: 4), .wrongCode(left: 1), .wrongCode(left: 0), .noCode,
    .tooManyTests(limit: 3, wait: 1_200), .tooManyCodes(limit: 5, wait: 80_000),
    .tooManyMails(limit: 50, wait: 1),
  ]

  private static let sending: [SendingError] = [
    .unknownHost("ntfy.example"), .refusedAddress(host: "ntfy.example", address: "10.0.0.1"),
    .unreachable(host: "ntfy.example", reason: "Connection refused"),
    .unreachable(host: "ntfy.example", reason: ""),
    .timedOut(host: "ntfy.example", seconds: 10),
    .redirected(host: "ntfy.example", status: 301, location: "https://other.example/"),
    .redirected(host: "ntfy.example", status: 304, location: nil),
    .refused(host: "ntfy.example", status: 500), .gone(host: "push.example", status: 410),
    .notInstalled(program: "curl"), .failed(program: "sendmail", status: 78, said: "no account"),
    .failed(program: "sendmail", status: 1, said: ""), .hung(program: "sendmail", seconds: 60),
    .broken, .onlyByServer, .overLimit(mails: 50),
  ]

  private static let receivers: [any Worded] =
    mail + web + tokens

  private static let tokens: [WebHook.Failure] =
    WebHook.Failure.Fault.allCases.map { .character($0, place: 3) }
    + [.tooLong(bytes: 1_001), .moreThan(bytes: 4_000)]

  private static let mail: [MailAddressError] = [
    .empty, .tooLong(bytes: 255, limit: MailAddress.limit), .character(","), .atSigns(2),
    .local(".mina"), .domain("example..org"),
  ]

  private static let web: [WebAddressError] = [
    .tooLong(bytes: 2_001, limit: WebAddress.limit), .notAnAddress, .scheme("ftp"), .scheme(nil),
    .notSecure(host: "ntfy.example"), .credentials, .fragment, .host("a b"),
    .refusedAddress("169.254.0.1"),
  ]

  private static let timers: [UserTimerError] = [
    .program("/opt/a\"b/daystamp"), .foreign(FilePath("/home/mina/daystamp-remind.timer")),
  ]

  private static let found: [any Worded] = [
    ImportProblem.reminderTwice(.morning, .midnight), ImportProblem.tooManyReminders(limit: 50),
  ]
}
