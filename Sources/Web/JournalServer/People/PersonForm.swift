import CaptureTime
import Journal
import People
import Store
import Wording

/// The values typed into the form of a person.
struct PersonForm {
  private let form: Form
  /// Why a field is not taken, by its name.
  private(set) var wrong: [String: Problem] = [:]

  init(_ form: Form) { self.form = form }

  /// The form of what is known of a person.
  init(_ facts: PersonFacts) {
    form = Form(fields: [
      "name": facts.name.text, "nickname": facts.nickname?.text ?? "",
      "rhythm": UsualRhythm.field(of: facts.cadence), "cadence": "\(facts.cadence.days)",
      "start": "\(facts.start)",
      "birthday": facts.birthday?.description ?? "",
      "days": facts.days.map { "\($0.date) \($0.name.text)" }.joined(separator: "\n"),
      "phone": facts.phone.text, "email": facts.email.text,
      "reminder": facts.reminder?.description ?? "", "note": facts.note.text,
      "picture": facts.picture.map(String.init) ?? "",
      "categories": facts.categories.map(\.text).joined(separator: ", "),
    ])
  }

  /// The form of a person who is still to be written down.
  init(start: CivilDate) {
    form = Form(fields: [
      "rhythm": UsualRhythm.field(of: .usual), "cadence": "\(Cadence.usual.days)",
      "start": "\(start)",
    ])
  }

  var allowsTwins: Bool { form["again"] != nil }
  /// The post whose photo is the picture.
  var picture: Int? { form["picture"].flatMap { Int($0) } }
  /// The post before whose photo those are that are asked for to choose from; nil where the form is sent.
  var older: Int? { form["older"].flatMap { Int($0) } }

  /// What the form says, whole.
  ///
  /// - Parameters:
  ///   - journal: the owner's.
  ///   - today: the last day that a birthday may be.
  /// - Returns: the facts; nil where a field is wrong, which ``wrong`` names then.
  /// - Throws: `JournalError`.
  mutating func facts(in journal: OwnerJournal, today: CivilDate) throws -> PersonFacts? {
    let name = try read("name") { try PersonName($0) }
    let nickname = try readIfAny("nickname") { try PersonName($0) }
    // One that is not offered by its name is a number of days.
    let typed = form["rhythm"].flatMap { $0 == UsualRhythm.other ? nil : $0 } ?? form["cadence"]
    let cadence = try read("cadence") { _ in
      guard let days = typed.flatMap({ Int($0.trimmed) }) else {
        throw Problem("field.named", ["name": "cadence"])
      }
      return try Cadence(days: days)
    }
    let start = try read("start") { text in
      guard let day = CivilDate(iso: text) else {
        throw Problem("field.named", ["name": "start"])
      }
      return day
    }
    let birthday = try readIfAny("birthday") {
      try YearlyDate.parse($0.trimmed).asBirthday(today: today)
    }
    let days = try read("days") { text in
      try text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }.map {
        line in
        let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        return try PersonDay(
          PersonName(parts.count > 1 ? String(parts[1]) : ""), YearlyDate.parse(String(parts[0])))
      }
    }
    let phone = try read("phone") { try PersonLine($0) }
    let email = try read("email") { try PersonLine($0) }
    let reminder = try readIfAny("reminder") { text in
      // Browsers may add seconds.
      guard let time = try? TimeOfDay.parse(String(text.prefix(5))) else {
        throw Problem("field.named", ["name": "reminder"])
      }
      return time
    }
    let note = try read("note") { try PostWords($0) }
    let picture = try readIfAny("picture") { text in
      guard let number = Int(text.trimmed), Post.numbers ~= number else {
        throw Problem("field.named", ["name": "picture"])
      }
      try journal.checkPicture(number)
      return number
    }
    let categories = try read("categories") { text in
      try text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
        .map { try PersonName($0) }
    }
    guard wrong.isEmpty, let name, let cadence, let start else { return nil }
    var facts = PersonFacts(name, cadence: cadence, start: start)
    (facts.nickname, facts.birthday, facts.reminder) = (nickname, birthday, reminder)
    (facts.days, facts.categories, facts.picture) = (days ?? [], categories ?? [], picture)
    if let phone { facts.phone = phone }
    if let email { facts.email = email }
    if let note { facts.note = note }
    return facts
  }

  /// Notes why a person was not kept so.
  ///
  /// - Returns: whether it is a matter of what was typed.
  mutating func refuse(_ error: any Error) -> Bool {
    let field: String? =
      switch error as? PersonError {
      case .exists, .tooMany: "name"
      case .cadence: "cadence"
      case .tooManyDays, .dayTwice: "days"
      case .tooManyCategories: "categories"
      case .noPicture: "picture"
      default: nil
      }
    guard let field else { return false }
    wrong[field] = Problem(error)
    return true
  }

  /// For the template `person-edit`.
  func content(_ words: Words) -> PageContent {
    [
      "form": form.fields, "least": Cadence.range.lowerBound, "most": Cadence.range.upperBound,
      "wrong": wrong.mapValues(words.problem), "isWrong": !wrong.isEmpty,
      "isTwin": wrong["name"]?.name == "person-exists",
      "isFurtherWrong": wrong.keys.contains { !Self.first.contains($0) },
      "rhythms": UsualRhythm.allCases.map { rhythm in
        let value = "\(rhythm.rawValue)"
        return Choice.content(value, words(rhythm.key), isChosen: value == form["rhythm"])
      } + [
        Choice.content(
          UsualRhythm.other, words("rhythm-other"),
          isChosen: form["rhythm"] ?? UsualRhythm.other == UsualRhythm.other)
      ],
    ]
  }

  /// The fields that are always shown.
  private static let first: Set<String> = ["name", "cadence", "birthday"]

  /// The status of what was wrong.
  var status: Int { wrong.values.map(\.status).max() ?? 200 }

  private mutating func read<Value>(
    _ name: String, _ read: (String) throws -> Value
  ) throws -> Value? {
    do {
      return try read(form[name] ?? "")
    } catch let error as JournalError {
      throw error
    } catch {
      wrong[name] = Problem(error)
      return nil
    }
  }

  private mutating func readIfAny<Value>(
    _ name: String, _ value: (String) throws -> Value
  ) throws -> Value? {
    (form[name] ?? "").trimmed.isEmpty ? nil : try read(name, value)
  }
}

/// The rhythms with a name, by their days.
enum UsualRhythm: Int, CaseIterable {
  case weekly = 7, fortnightly = 14
  case monthly = 30, quarterly = 90

  /// What a form says for any other.
  static let other = "other"

  /// The key of its name.
  var key: String { "rhythm-\(rawValue)" }

  /// What a form says for a cadence.
  static func field(of cadence: Cadence) -> String {
    UsualRhythm(rawValue: cadence.days).map { "\($0.rawValue)" } ?? other
  }
}

/// The values typed into the form of a contact.
struct ContactForm {
  private let form: Form
  /// Why a field is not taken, by its name.
  private(set) var wrong: [String: Problem] = [:]

  init(_ form: Form) { self.form = form }

  init(_ facts: ContactFacts, on day: CivilDate) {
    form = Form(fields: [
      "kind": facts.kind.rawValue, "keywords": facts.keywords.texts.joined(separator: " "),
      "memo": facts.memo.text, "day": "\(day)",
    ])
  }

  /// What the form says.
  ///
  /// - Parameters:
  ///   - today: the last day that may be meant.
  ///   - length: how long a keyword may be.
  ///   - old: keywords that may stay, however long.
  /// - Returns: the contact; nil where a field is wrong, which ``wrong`` names then.
  mutating func contact(
    today: CivilDate, _ length: KeywordLength, keeping old: Keywords = .none
  ) -> (facts: ContactFacts, day: CivilDate)? {
    let kind = ContactKind(rawValue: form["kind"] ?? "")
    if kind == nil { wrong["kind"] = Problem("field.named", ["name": "kind"]) }
    let keywords = read("keywords") { text in
      try Keywords(
        text.split { $0.isWhitespace || $0 == "," }.map(String.init), atMost: length, keeping: old)
    }
    let memo = read("memo") { try Memo($0) }
    let day = read("day") { text in
      guard let day = CivilDate(iso: text) else { throw Problem("field.named", ["name": "day"]) }
      guard day <= today else { throw ContactError.futureDay(day, today: today) }
      return day
    }
    guard let kind, let keywords, let memo, let day else { return nil }
    return (ContactFacts(kind: kind, keywords: keywords, memo: memo), day)
  }

  /// For the template `contact-fields`.
  func content(_ words: Words, today: CivilDate, _ length: KeywordLength) -> PageContent {
    [
      "form": form.fields, "today": "\(today)", "isContactWrong": !wrong.isEmpty,
      "wrong": wrong.mapValues(words.problem),
      "kinds": ContactKind.allCases.map {
        Choice.content(
          $0.rawValue, words("contact-\($0.rawValue)"),
          isChosen: $0.rawValue == form["kind"] ?? ContactKind.met.rawValue)
      },
      "memoLimit": Memo.limit,
      "keywordsHint": words(
        length == .shortest ? "contactKeywordsHint" : "contactKeywordsHintLong",
        [
          "count": "\(Keywords.limit)", "length": length.text,
          "korean": KeywordLength.shortest.text,
        ]),
      "memoHint": words("contactMemoHint", ["limit": "\(Memo.limit)"]),
    ]
  }

  private mutating func read<Value>(_ name: String, _ read: (String) throws -> Value) -> Value? {
    do {
      return try read(form[name] ?? "")
    } catch {
      wrong[name] = Problem(error)
      return nil
    }
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
