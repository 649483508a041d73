import Journal
import Reminders
import Sending
import Store
import Wording

extension ReminderWay {
  /// Why the last one did not arrive; nil where it did.
  func reason(in language: Language) -> String? {
    failure.map { (SendingError(stored: $0.text) ?? .broken).forGuests }?
      .wording.sentence(in: language)
  }
}

extension WayDescription {
  /// As programs elsewhere see it, which learn no more of a failure than a guest.
  init(_ way: ReminderWay) { self.init(way, failedFor: way.reason(in: .english)) }
}

/// A program's changes to a rule: missing fields stay, and null clears one.
struct RuleChange: Decodable, Sendable {
  let subject: ReminderSubject?
  let time: TimeOfDay?
  private let again: Int??
  private let quiet: QuietHours??
  private let on: Bool?
  private let isEmpty: Bool

  private enum Key: String, CodingKey, CaseIterable { case subject, time, again, quiet, on }

  /// - Throws: `DecodingError`, ``Problem``, `ReminderError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    subject = try fields.said(.subject, String.self).map { try ReminderSubject(parsing: $0) }
    time = try fields.said(.time, String.self).map { text in
      guard let time = try? TimeOfDay.parse(text) else {
        throw Problem("field.named", ["name": "time"])
      }
      return time
    }
    again = try fields.saidOrNull(.again, Double.self).map { number in
      try number.map { number in
        guard let minutes = Int(exactly: number) else {
          throw Problem("field.named", ["name": "again"])
        }
        return minutes
      }
    }
    quiet = try fields.saidOrNull(.quiet, String.self).map {
      try $0.map { try QuietHours.parse($0) }
    }
    on = try fields.said(.on, Bool.self)
    isEmpty = fields.allKeys.isEmpty
  }

  /// - Throws: ``Problem`` where it says nothing.
  func requireAny() throws {
    if isEmpty { throw Problem("no-change") }
  }

  /// A rule that is still to be made.
  ///
  /// - Throws: ``Problem`` where it does not say of what it is, or when.
  func facts() throws -> RuleFacts {
    guard let subject else { throw Problem("field.named", ["name": "subject"]) }
    guard let time else { throw Problem("field.named", ["name": "time"]) }
    var facts = RuleFacts(subject, at: time)
    apply(to: &facts)
    return facts
  }

  /// Changes what is said of a rule.
  func apply(to facts: inout RuleFacts) {
    if let subject { facts.subject = subject }
    if let time { facts.time = time }
    if let again { facts.again = again }
    if let quiet { facts.quiet = quiet }
    if let on { facts.isOn = on }
  }
}

/// A new way from a program, checked here.
struct NewWay: Decodable, Sendable {
  let facts: WayFacts
  /// Asked for where it may name things.
  let pin: [UInt8]

  private enum Key: String, CodingKey {
    case kind, address, format, token, names, pin, endpoint, keys
  }
  private enum KeysKey: String, CodingKey, CaseIterable { case p256dh, auth }

  /// - Throws: `DecodingError`, ``Problem``, and why a part of it cannot be sent to.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func only(_ keys: Key...) throws { try decoder.refuseUnknown(keys.map(\.rawValue)) }
    func text(_ key: Key) throws -> String { try fields.decode(String.self, forKey: key) }
    let names = try fields.said(.names, Bool.self) ?? false
    pin = Array((try fields.said(.pin, String.self) ?? "").utf8)
    switch try text(.kind) {
    case "hook":
      try only(.kind, .address, .format, .token, .names, .pin)
      let format = try fields.said(.format, String.self).map { name in
        guard let format = HookFormat(rawValue: name) else {
          throw Problem("field.named", ["name": "format"])
        }
        return format
      }
      facts = try .hook(
        try text(.address), as: format ?? .ntfy,
        token: try fields.saidOrNull(.token, String.self).flatMap(\.self) ?? "", names: names)
    case "mail":
      try only(.kind, .address, .names, .pin)
      facts = try .mail(try text(.address), names: names)
    case "push":
      // Whatever a browser shows of it may be seen on a locked screen: it never names anything.
      try only(.kind, .endpoint, .keys)
      let keys = try fields.superDecoder(forKey: .keys)
      let values = try keys.fields(KeysKey.self)
      facts = try .push(
        endpoint: try text(.endpoint), p256dh: try values.decode(String.self, forKey: .p256dh),
        auth: try values.decode(String.self, forKey: .auth))
    default: throw Problem("field.named", ["name": "kind"])
    }
  }
}

/// The code that confirms a mail address.
struct TypedCode: Decodable, Sendable {
  let code: MailCode

  private enum Key: String, CodingKey, CaseIterable { case code }

  /// - Throws: `DecodingError`, `ReminderError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    code = try MailCode(typed: fields.decode(String.self, forKey: .code))
  }
}

/// A new feed from a program.
struct NewFeed: Decodable, Sendable {
  let name: FeedName
  let names: Bool
  let pin: [UInt8]

  private enum Key: String, CodingKey, CaseIterable { case name, names, pin }

  /// - Throws: `DecodingError`, `NameError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    name = try FeedName(fields.decode(String.self, forKey: .name))
    names = try fields.said(.names, Bool.self) ?? false
    pin = Array((try fields.said(.pin, String.self) ?? "").utf8)
  }
}

/// Whether a way or a feed may name people and texts while the journal is locked.
struct NamesChange: Decodable, Sendable {
  let names: Bool
  let pin: [UInt8]

  private enum Key: String, CodingKey, CaseIterable { case names, pin }

  /// - Throws: `DecodingError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(Key.self)
    names = try fields.decode(Bool.self, forKey: .names)
    pin = Array((try fields.said(.pin, String.self) ?? "").utf8)
  }
}

extension Schema {
  static let reminderChange = Schema.object(
    "ReminderChange", [:],
    optional: [
      "subject": .choice(of: ReminderSubject.self),
      "time": .string("In the owner's time zone.", examples: ["09:00"]),
      "again": .integer(
        """
        Minutes after which it is sent again if it is not done. Only for morning, people, plan and \
        contacts.
        """, in: RuleFacts.againRange
      ).orNull,
      "quiet": .string("When nothing is sent; may pass midnight.", examples: ["22:00-07:00"])
        .orNull,
      "on": .boolean(),
    ])

  static let newReminderWay = Schema.oneOf([
    .object(
      [
        "kind": .constant("hook"),
        "address": .string(
          "An https address, or http on the server's own machine.",
          examples: ["https://ntfy.example/topic"]),
      ],
      optional: [
        "format": .choice(of: HookFormat.self, usually: .ntfy),
        "token": .string(length: 0...WayFacts.secretLimit, matching: "^[!-~]*$").orNull,
        "names": .boolean(usually: false),
        "pin": pinForNames,
      ]),
    .object(
      ["kind": .constant("mail"), "address": .string(examples: ["mina@example.org"])],
      optional: [
        "names": .boolean(usually: false),
        "pin": pinForNames,
      ]),
    .object([
      "kind": .constant("push"),
      "endpoint": .string(examples: ["https://push.example/abc"]),
      "keys": .object(["p256dh": .string(), "auth": .string()]),
    ]),
  ]).named("NewReminderWay")

  private static let pinForNames = Schema.pin.about("Needed for `names` if there is a PIN.")

  static let newFeed = Schema.object(
    [
      "name": .string("Its name, with at most 40 characters.", length: 1...FeedName.byteLimit)
    ],
    optional: [
      "names": .boolean(
        "Whether to name people and texts while the journal is locked.", usually: false),
      "pin": pinForNames,
    ])

  static let namesChange = Schema.object(
    "NamesChange", ["names": .boolean()],
    optional: ["pin": pinForNames])
}
