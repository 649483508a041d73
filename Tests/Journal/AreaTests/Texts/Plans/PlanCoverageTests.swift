import GRDB
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Texts

@Suite("What a plan reads")
struct PlanCoverageTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private let name: PlanName

  init() throws {
    test = try TextsJournal(bible: SmallBible.file)
    name = try PlanName("Plan")
  }

  private func coverage(_ file: String) throws -> PlanCoverage {
    try test.anna.plans.add(name, of: Array(file.utf8), from: "", now: now).coverage
  }

  /// How often each verse is read, counted one by one.
  private func counted(_ spans: [PlanCoverage.Span]) -> Int { spans.reduce(0) { $0 + $1.texts } }

  @Test("once is whole")
  func whole() throws {
    let coverage = try coverage("1=Gen.1-Exod.2\n2=Matt.1-Jude.1")
    #expect(coverage.isWhole && coverage.texts == SmallBible.keys.count)
  }

  @Test("never and twice is told by verses and whole chapters")
  func spans() throws {
    let coverage = try coverage(
      """
      1=Gen.1, Gen.2.1
      2=Gen.3.2-Exod.1.1, Gen.3.3-Gen.3.4
      3=Exod.2, Exod.1.2-Exod.2.3, Exod.2.2
      """)
    func span(_ first: String, _ last: String, _ texts: Int, _ times: Int) -> PlanCoverage.Span {
      PlanCoverage.Span(first: first, last: last, texts: texts, times: times)
    }
    #expect(
      coverage.never == [span("Gen.2.2", "Gen.3.1", 2, 0), span("Matt.1", "Jude.1", 7, 0)])
    #expect(
      coverage.repeated == [
        span("Gen.3.3", "Gen.3.4", 2, 2), span("Exod.2.1", "Exod.2.1", 1, 2),
        span("Exod.2.2", "Exod.2.2", 1, 3), span("Exod.2.3", "Exod.2.3", 1, 2),
      ])
    #expect(coverage.neverTexts == 9 && coverage.repeatedTexts == 5)
    #expect(try test.anna.plans.coverage(of: name).coverage == coverage)
  }

  @Test("is what it is in the collection now")
  func updated() throws {
    _ = try coverage("1=Gen.1-Gen.3\n2=Exod.1-Jude.1")
    let shorter = SmallBible.file.replacing(/\nGen\.3[^\n]*/, with: "")
    try test.update(shorter, as: SmallBible.name)
    let now = try test.anna.plans.coverage(of: name).coverage
    #expect(now.lost == [PlanCoverage.Lost(day: 1, first: "Gen.1", last: "Gen.3")])
    #expect(now.never.map(\.first) == ["Gen.1"] && now.neverTexts == 5 && !now.isWhole)
    try test.anna.collections.remove(CollectionName(SmallBible.name), withMarks: false)
    #expect(throws: PlanError.lostCollection(name, collection: "bible")) {
      try test.anna.plans.coverage(of: name)
    }
  }

  @Test("is found out before anything is written, so that nobody who writes waits for it")
  func unlocked() throws {
    let other = try DatabaseQueue(path: test.path.appending("journal.sqlite").string)
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      #expect(throws: PlanError.self) {
        try test.anna.plans.add(name, made: .order, in: Plan.dayRange.upperBound, now: now)
      }
      #expect(throws: PlanError.self) { try coverage("1=Gen.99") }
      try db.execute(sql: "ROLLBACK")
    }
    #expect(try test.anna.plans.all() == [])
  }

  @Test("of a plan that Daystamp makes is everything, once", arguments: PlanMaking.allCases)
  func made(_ making: PlanMaking) throws {
    for days in 1...3 {
      let name = try PlanName("\(making.rawValue) \(days)")
      let (plan, coverage) = try test.anna.plans.add(name, made: making, in: days, now: now)
      #expect(coverage.isWhole && plan.days == days, "\(making) in \(days)")
    }
  }

  @Test("in order is balanced by length")
  func balanced() throws {
    // The verses of a chapter are about as long as one another.
    _ = try test.anna.plans.add(name, made: .order, in: 4, now: now)
    try test.anna.plans.start(name, on: TextsJournal.day, today: TextsJournal.day, now: now)
    let days = try (1...4).map { day in
      try test.anna.plans.day(day, of: name, today: TextsJournal.day).portions.map(\.title)
    }
    #expect(
      days == [
        ["Genesis 1–2"], ["Genesis 3", "Exodus 1"], ["Exodus 2", "Matthew 1"],
        ["Matthew 2", "Jude 1"],
      ])
  }

  @Test("of several parts side by side has days that are about as long as one another")
  func balancedTogether() throws {
    var random = SplitMix64(seed: 21)
    let books = ["Gen", "Exod", "Lev", "Num", "Ps", "Prov", "Isa", "Matt", "Mark", "Luke", "John"]
    let lines = books.flatMap { book in
      (1...40).map { chapter in
        let body = String(repeating: "word ", count: Int.random(in: 10...400, using: &random))
        return "\(book).\(chapter).1,\(body),\(book).\(chapter),\(book) \(chapter)"
      }
    }
    try test.add(
      "key,text,section,section title\n" + lines.joined(separator: "\n"), as: "Long")
    let lengths = Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let fields = line.split(separator: ",")
        return (String(fields[2]), fields[1].utf8.count)
      })
    let keys = lines.map { String($0.split(separator: ",")[2]) }
    for making in [PlanMaking.testaments, .four] {
      let name = try PlanName(making.rawValue)
      try test.anna.plans.add(name, made: making, in: 120, of: CollectionName("Long"), now: now)
      try test.anna.plans.start(name, on: TextsJournal.day, today: TextsJournal.day, now: now)
      let days = try (1...120).map { day in
        try test.anna.plans.day(day, of: name, today: TextsJournal.day).portions.reduce(0) {
          let sections = keys.drop { [first = $1.first] in $0 != first }
          let last = try #require(sections.firstIndex(of: $1.last))
          return try $0 + sections[...last].reduce(0) { try $0 + #require(lengths[$1]) }
        }
      }
      let mean = Double(days.reduce(0, +)) / 120
      let deviation = (days.map { (Double($0) - mean) * (Double($0) - mean) }.reduce(0, +) / 120)
        .squareRoot()
      #expect(deviation < mean * 0.25, "\(making): \(deviation) of \(mean)")
    }
  }

  @Test("is refused where days are none or too many, or the collection lacks what is needed")
  func refused() throws {
    let plans = test.anna.plans
    for days in [0, -1, 3_661, .max, .min] {
      #expect(throws: PlanError.days(observed: days, expected: 1...3_660)) {
        try plans.add(name, made: .order, in: days, now: now)
      }
    }
    let bible = try CollectionName(SmallBible.name)
    #expect(throws: PlanError.fewSections(bible, observed: 8, days: 9)) {
      try plans.add(name, made: .order, in: 9, now: now)
    }
    try test.add("key,text,section,section title\na,b,s,S\nc,d,t,T", as: "Other")
    let other = try CollectionName("Other")
    #expect(throws: PlanError.noTestaments(other)) {
      try plans.add(name, made: .testaments, in: 1, of: other, now: now)
    }
    #expect(throws: PlanError.fewBooks(other, observed: 2, expected: 4)) {
      try plans.add(name, made: .four, in: 1, of: other, now: now)
    }
    #expect(throws: PlanError.severalCollections([bible, other])) {
      try plans.add(name, made: .order, in: 1, now: now)
    }
    #expect(try plans.all().isEmpty)
  }
}
