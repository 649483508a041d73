import Store

/// The largest sizes of reading data that the types of its parts do not limit.
enum ReadingLimits {
  static let rounds = 1...1_000_000
  static let portionNumbers = 1...Plan.portionLimit
  /// Bytes of the name of a plan's file.
  static let sourceBytes = 0...1_024
  /// Bytes of a collection's name as names are compared.
  static let collectionBytes = 1...4 * CollectionName.byteLimit
}

extension String {
  /// Whether it can be what is before or after a passage.
  var isAround: Bool {
    utf8.count <= ReadText.bodyByteLimit && excess(over: Passage.around) == nil
  }
}

extension ValueKind<String> {
  /// The key of a text or a section.
  static var key: Self { line(1...ReadText.keyByteLimit) }

  /// The name of a collection, as names are compared.
  static var collection: Self {
    Self(stored: { try $0.text(ReadingLimits.collectionBytes) }) { try $0.collection($1) }
  }

  /// The name of a plan or of a collection, as its owner gave it.
  static var name: Self { read({ CollectionName(stored: $0)?.text }, text: \.self) }

  /// The beginning of the SHA-256 of a text's body.
  static var textHash: Self { hash(bytes: 16) }

  /// Words of a text that a passage is in.
  static var quote: Self {
    Self(stored: { try $0.text(1...ReadText.bodyByteLimit) }) {
      try $0.lines($1, 1...ReadText.bodyByteLimit)
    }
  }

  /// What is before or after a passage.
  static var around: Self {
    Self(stored: { try $0.next { $0.isAround ? $0 : nil } }) {
      let text = try $0.lines($1, 0...ReadText.bodyByteLimit)
      try $0.check($1, text.isAround)
      return text
    }
  }

  /// What an owner wrote.
  static var words: Self {
    Self(stored: { try $0.text(1...Words.byteLimit) }) {
      let words = try $0.lines($1, 1...Words.byteLimit)
      try $0.check($1, (try? Words(words))?.text == words)
      return words
    }
  }

  static var colour: Self { oneOf(HighlightColour.allCases.map(\.rawValue)) }
  static var pace: Self { oneOf(PlanPace.allCases.map(\.rawValue)) }
}

extension ValueKind<Int> {
  /// How often all texts had come before. Far from the most that are read, so that those to come are exported
  /// as well.
  static var cycle: Self { number(0...Int(Int32.max), exported: 0...1_000_000) }
}

extension StoredTable {
  static let collection = StoredTable(
    "collection",
    [
      .id, Column("name", .name), Column("folded", .collection), .outlived("owner", "owner"),
      Column("licence", .text(0...4_000)), Column("language", .text(0...140)),
      Column("source", .text(ReadingLimits.sourceBytes)),
      Column("format", .oneOf(CollectionFormat.allCases.map(\.rawValue))),
      Column("hash", .hash(bytes: 32)), Column("added", .moment), Column("updated", .moment),
      Column("round", .number(1...Int.max)), Column("hidden", .numberIfAny(1...1)),
      Column("bytes", .numberIfAny(0...Int.max)),
    ])

  static let section = StoredTable(
    "section",
    [
      .id, .parent("collection", "collection"), Column("key", .key),
      Column("title", .text(1...ReadText.lineByteLimit)),
    ])

  static let text = StoredTable(
    "text",
    [
      .id, .parent("collection", "collection"), .outlived("section", "section"),
      Column("key", .key), Column("body", .text(1...ReadText.bodyByteLimit)),
      Column("translation", .text(0...ReadText.bodyByteLimit)),
      Column("author", .text(0...ReadText.lineByteLimit)),
      Column("source", .text(0...ReadText.lineByteLimit)), Column("hash", .textHash),
      Column("added", .moment), Column("came", .momentIfAny), Column("round", .number(1...Int.max)),
    ])

  /// What owners looked for.
  static let searches = StoredTable(
    "text_query",
    [
      .id, .owner, Column("text", .text(1...TextSearches.byteLimit)),
      Column("folded", .text(0...Int.max)),
    ])

  /// What owners did with texts, read and plan: tables of rows that are told where they are lost, each after
  /// those that its rows are of.
  static let ofOwners: [StoredTable] = marks + reading + plans

  /// The columns of rows that outlive the text which they are of.
  private static let place: [Column] = [
    .outlived("text", "text"), Column("collection", .collection), Column("key", .key),
    Column("hash", .textHash),
  ]

  private static let marks = [
    StoredTable(
      "text_mark",
      [.id, .owner] + place + [
        Column("hearted", .momentIfAny), Column("opened", .momentIfAny),
        Column("uses", .number(0...Int(Int32.max))), Column("used", .momentIfAny),
      ]),
    StoredTable(
      "text_day", [.owner, Column("day", .day), Column("cycle", .cycle)] + place),
    StoredTable(
      "text_highlight",
      [.id, .owner] + place + [
        Column("first", .number(0...ReadText.bodyByteLimit)),
        Column("end", .number(1...ReadText.bodyByteLimit)), Column("quote", .quote),
        Column("before", .around), Column("after", .around), Column("is_placed", .flag),
        Column("colour", .colour), Column("made", .moment),
      ]),
    StoredTable(
      "text_note",
      [.id, .owner] + place + [
        Column("words", .text(0...Words.byteLimit)), Column("made", .moment),
        Column("written", .moment),
      ]),
    StoredTable(
      "text_note_version",
      [
        .parent("note", "text_note"), Column("number", .number(NoteVersion.numbers)),
        Column("written", .moment), Column("replaced", .moment), Column("words", .words),
      ]),
  ]

  private static let reading = [
    StoredTable(
      "reading_round",
      [
        .id, .owner, Column("collection", .collection),
        Column("number", .number(ReadingLimits.rounds)), Column("begun", .moment),
      ]),
    StoredTable(
      "section_read",
      [
        .parent("round", "reading_round"), Column("section", .key), Column("day", .day),
        Column("moment", .moment),
      ]),
    StoredTable(
      "section_opened",
      [
        .owner, Column("day", .day), Column("collection", .collection), Column("section", .key),
        Column("moment", .moment),
      ]),
    StoredTable(
      "reading_place",
      [
        .owner, Column("collection", .collection), Column("section", .key),
        Column("moment", .moment),
      ]),
  ]

  private static let plans = [
    StoredTable(
      "plan",
      [
        .id, .owner, Column("name", .name), Column("folded", .text(ReadingLimits.collectionBytes)),
        Column("collection", .collection), Column("source", .text(ReadingLimits.sourceBytes)),
        Column("days", .number(Plan.dayRange)), Column("added", .moment),
      ]),
    StoredTable(
      "plan_portion",
      [
        .parent("plan", "plan"), Column("day", .number(Plan.dayRange)),
        Column("number", .number(ReadingLimits.portionNumbers)), Column("first", .key),
        Column("last", .key),
      ]),
    StoredTable(
      "plan_run",
      [
        .id, .parent("plan", "plan"), Column("pace", .pace), Column("begun", .moment),
        Column("start", .day), Column("first_day", .number(Plan.dayRange)),
        Column("stopped", .momentIfAny),
      ]),
    StoredTable(
      "portion_read",
      [
        .parent("run", "plan_run"), Column("day", .number(Plan.dayRange)),
        Column("number", .number(ReadingLimits.portionNumbers)), Column("read_on", .day),
        Column("moment", .moment),
      ]),
  ]
}
