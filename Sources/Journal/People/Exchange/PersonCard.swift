import CaptureTime
import Store

/// A person's card: version 4 (RFC 6350), 3 (RFC 2426) or 2.1.
struct PersonCard {
  let card: VCard
  /// The last day that a birthday may be.
  let today: CivilDate
  var leftOut: LeftOutList
  let byName: [String: [ContentLine]]

  private init(_ card: VCard, _ today: CivilDate) {
    (self.card, self.today, leftOut) = (card, today, card.leftOut)
    byName = Dictionary(grouping: card.lines, by: \.name)
  }

  /// Reads a card.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - today: the last day that a birthday may be.
  /// - Returns: the person.
  /// - Throws: ``CardProblem`` where nobody is named in it.
  static func person(of card: VCard, today: CivilDate) throws(CardProblem) -> ReadPerson {
    var reader = PersonCard(card, today)
    return try reader.read()
  }

  /// Properties that say nothing which would be lost.
  private static let silent: Set<String> = ["VERSION", "PRODID", "REV", "N", "KIND"]
  /// Those that name a day, all the same one.
  static let anniversaries = [
    "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-KADDRESSBOOK-X-ANNIVERSARY",
  ]
  /// The name of that day.
  static let anniversary = "Anniversary"

  /// Properties of our own.
  enum Own {
    static let cadence = "X-DAYSTAMP-CADENCE"
    static let start = "X-DAYSTAMP-START"
    static let reminder = "X-DAYSTAMP-REMINDER"
    static let archived = "X-DAYSTAMP-ARCHIVED"
    static let all = [cadence, start, reminder, archived]
  }

  private mutating func read() throws(CardProblem) -> ReadPerson {
    try checkKind()
    var said = SaidOfPerson(try name())
    nickname(&said)
    dates(&said)
    said.phone = best(of: "TEL", withoutScheme: "tel:")
    said.email = best(of: "EMAIL", withoutScheme: "mailto:")
    note(&said)
    categories(&said)
    own(&said)
    let uid = uid()
    let known =
      Self.silent.union(Self.anniversaries).union(Own.all)
      .union(["FN", "NICKNAME", "BDAY", "TEL", "EMAIL", "NOTE", "CATEGORIES", "UID", "X-ABDATE"])
    let labelled = Set((byName["X-ABDATE"] ?? []).map(\.group))
    for line in card.lines where !known.contains(line.name) {
      if line.name == "X-ABLABEL", labelled.contains(line.group) { continue }
      leftOut.add(line.name, .noPlace, line: line.number)
    }
    leftOut.sort()
    let isArchived = byName[Own.archived] != nil
    return ReadPerson(
      line: card.line, uid: uid, said: said, isArchived: isArchived, leftOut: leftOut)
  }

  private func checkKind() throws(CardProblem) {
    for line in (byName["KIND"] ?? []) + (byName["X-ADDRESSBOOKSERVER-KIND"] ?? []) {
      let kind = (try? line.text())?.kept ?? ""
      if !["", "individual"].contains(kind.lowercased()) {
        throw CardProblem(line: card.line, .notAPerson(kind: String(kind.prefix(40))))
      }
    }
  }

  private mutating func name() throws(CardProblem) -> PersonName {
    var problem: CardProblem.Reason = .noName
    var names: [(line: ContentLine, text: String)] = []
    for line in preferred("FN") {
      do throws(LeftOut.Reason) {
        let text = try line.text()
        if !text.kept.isEmpty { names.append((line, text)) }
      } catch {
        problem = .unreadableName(error)
      }
    }
    for (line, _) in names.dropFirst() { leftOut.add("FN", .oneOnly, line: line.number) }
    if names.isEmpty, let line = byName["N"]?.first {
      do throws(LeftOut.Reason) {
        let parts = try line.list(separatedBy: ";") + ["", "", "", "", ""]
        let whole = PersonName.joined(
          family: parts[0], given: parts[1], before: [parts[3]], between: [parts[2]],
          after: [parts[4]])
        if !whole.kept.isEmpty { names.append((line, whole)) }
      } catch {
        problem = .unreadableName(error)
      }
    }
    guard let text = names.first?.text else { throw CardProblem(line: card.line, problem) }
    do throws(NameError) {
      return try PersonName(text)
    } catch {
      throw CardProblem(line: card.line, .name(error))
    }
  }

  /// The lines of a name, the preferred ones first.
  private func preferred(_ name: String) -> [ContentLine] {
    (byName[name] ?? []).enumerated().sorted {
      ($0.element.preference, $0.offset) < ($1.element.preference, $1.offset)
    }.map(\.element)
  }

  /// Does something with a line, and notes why it did not come out.
  mutating func take(
    _ line: ContentLine, _ work: (ContentLine) throws(LeftOut.Reason) -> Void
  ) {
    do throws(LeftOut.Reason) {
      try work(line)
    } catch {
      leftOut.add(line.name, error, line: line.number)
    }
  }

  private mutating func nickname(_ said: inout SaidOfPerson) {
    for line in preferred("NICKNAME") {
      take(line) { line throws(LeftOut.Reason) in
        var texts = try line.list(separatedBy: ",").filter { !$0.kept.isEmpty }[...]
        if said.nickname == nil, let first = texts.popFirst() {
          said.nickname = try PersonName(read: first)
        }
        if !texts.isEmpty { throw .oneOnly }
      }
    }
  }

  /// The best value of a name on one line that can be kept; the others are left out.
  private mutating func best(of name: String, withoutScheme scheme: String) -> PersonLine? {
    var best: PersonLine?
    for line in preferred(name) {
      take(line) { line throws(LeftOut.Reason) in
        var text = try line.text().kept
        if text.lowercased().hasPrefix(scheme) { text = String(text.dropFirst(scheme.count)) }
        if text.isEmpty { return }
        if best != nil { throw .oneOnly }
        best = try PersonLine(read: text)
      }
    }
    return best
  }

  private mutating func note(_ said: inout SaidOfPerson) {
    var notes = JoinedNotes()
    for line in byName["NOTE"] ?? [] {
      take(line) { line throws(LeftOut.Reason) in try notes.add(try line.text()) }
    }
    said.note = notes.words
  }

  private mutating func categories(_ said: inout SaidOfPerson) {
    for line in byName["CATEGORIES"] ?? [] {
      let texts: [String]
      do throws(LeftOut.Reason) {
        texts = try line.list(separatedBy: ",")
      } catch {
        leftOut.add(line.name, error, line: line.number)
        continue
      }
      for text in texts {
        take(line) { _ throws(LeftOut.Reason) in try said.add(category: text) }
      }
    }
  }

  private mutating func own(_ said: inout SaidOfPerson) {
    for line in byName[Own.cadence] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let text = try line.text().kept
        guard let days = Int(digits: text[...], widths: 1...9) else {
          throw .syntax(String(text.prefix(40)))
        }
        said.cadence = try Cadence(read: days)
      }
    }
    for line in byName[Own.start] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let text = try line.text().kept
        guard let day = CivilDate(iso: text) else { throw .syntax(String(text.prefix(40))) }
        said.start = day
      }
    }
    for line in byName[Own.reminder] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let text = try line.text().kept
        guard let time = try? TimeOfDay.parse(text) else {
          throw .syntax(String(text.prefix(40)))
        }
        said.reminder = time
      }
    }
  }

  private mutating func uid() -> String? {
    var uid: String?
    for line in byName["UID"] ?? [] {
      take(line) { line throws(LeftOut.Reason) in
        let text = try line.text().kept
        guard uid == nil else { throw .oneOnly }
        uid = try Person.uid(read: text)
      }
    }
    return uid
  }
}
