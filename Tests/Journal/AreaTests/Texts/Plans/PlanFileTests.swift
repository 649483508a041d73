import Store
import Testing

@testable import Texts

@Suite("A plan's file")
struct PlanFileTests {
  let test: TextsJournal
  private let now = TextsJournal.now
  private let name: PlanName

  init() throws {
    test = try TextsJournal(bible: SmallBible.file)
    name = try PlanName("Year")
  }

  /// Adds a plan.
  ///
  /// - Returns: for each day its portions, with the number of their texts.
  private func days(_ file: String) throws -> [String] {
    let plan = try test.anna.plans.add(name, of: Array(file.utf8), from: "year.txt", now: now).plan
    try test.anna.plans.start(name, on: TextsJournal.day, today: TextsJournal.day, now: now)
    return try (1...plan.days).map { number in
      let day = try test.anna.plans.day(number, of: name, today: TextsJournal.day)
      return "\(number): \(day.portions.map(\.title).joined(separator: ", "))"
    }
  }

  @Test("has days in any order, of sections, texts and ranges of both")
  func portions() throws {
    let file = """
      \u{FEFF}# A year
      4= Matt.1 , Jude.1
      1=Gen.1-Gen.2,Exod.2.3\r
        2 = Gen.3.1-Gen.3.2 , Exod.2.2-4, Gen.3.4-Exod.1.1,Exod.1-2

      """
    #expect(
      try days(file) == [
        "1: Genesis 1–2, Exodus 2:3",
        "2: Genesis 3:1–2, Exodus 2:2–4, Genesis 3:4 – Exodus 1:1, Exodus 1–2", "3: ",
        "4: Matthew 1, Jude 1",
      ])
  }

  @Test(
    "says what is wrong, and on which line",
    arguments: [
      ("1=Gen.1\nx=Gen.2", 2, .syntax), ("Gen.1", 1, .syntax), ("=Gen.1", 1, .syntax),
      ("-1=Gen.1", 1, .syntax), ("1.5=Gen.1", 1, .syntax),
      ("0=Gen.1", 1, .day(observed: 0, expected: 1...3_660)),
      ("10000=Gen.1", 1, .day(observed: 10_000, expected: 1...3_660)),
      ("1=Gen.1\n2=Gen.2\n1=Gen.3", 3, .sameDay(1, line: 1)), ("1= , ", 1, .noPortions(1)),
      ("1=Gen.1,Gen.9", 1, .unknown("Gen.9")), ("1=Gen.1-Gen.9", 1, .unknown("Gen.9")),
      ("1=Gen.1\n2=-Gen.1", 2, .unknown("-Gen.1")),
      ("1=Gen.1, Exod.1 ,Gen.1", 1, .samePortion("Gen.1")),
      ("1=Gen.1,Gen.1.1-3", 1, .samePortion("Gen.1.1-3")),
      ("1=Gen.2-Gen.1", 1, .backwards(first: "Gen.2", last: "Gen.1")),
      ("1=Exod.2.3-1", 1, .backwards(first: "Exod.2.3", last: "Exod.2.1")),
      ("1=Gen.1\u{1}", 1, .encoding),
      (
        "1=" + Array(repeating: "a", count: 101).joined(separator: ","), 1,
        .tooManyPortions(observed: 101, limit: 100)
      ),
      ("1=" + String(repeating: "a", count: 70_000), 1, .tooLong(limit: 65_536)),
    ] as [(String, Int, PlanProblem.Reason)])
  func problems(_ file: String, _ line: Int, _ reason: PlanProblem.Reason) throws {
    #expect(throws: PlanError.file([PlanProblem(line: line, reason: reason)])) {
      // In a file whose first line is wrong nothing says of which collection it is.
      try test.anna.plans.add(
        name, of: Array(file.utf8), from: "", in: CollectionName(SmallBible.name), now: now)
    }
    #expect(try test.anna.plans.all().isEmpty)
  }

  @Test("tells all that is wrong, by lines, and adds nothing")
  func all() throws {
    let wrong = [
      PlanProblem(line: 2, reason: .unknown("Gen.7")), PlanProblem(line: 3, reason: .syntax),
      PlanProblem(line: 4, reason: .unknown("Gen.8")),
    ]
    #expect(throws: PlanError.file(wrong)) {
      try test.anna.plans.add(
        name, of: Array("1=Gen.1\n2=Gen.7\nnone\n4=Gen.8".utf8), from: "", now: now)
    }
    #expect(try test.count("SELECT count(*) FROM plan") == 0)
  }

  @Test("of bytes that are no text, of nothing and of very much is refused")
  func bytes() throws {
    let plans = test.anna.plans
    #expect(throws: PlanError.empty) { try plans.add(name, of: [], from: "", now: now) }
    #expect(
      throws: PlanError.file([PlanProblem(line: 1, reason: .encoding)])
    ) { try plans.add(name, of: [0xFF, 0x3D], from: "", now: now) }
    let portions = (1...100).map { "\($0)" }.joined(separator: ",")
    let file = (1...201).map { "\($0)=\(portions)\n" }.joined()
    #expect(throws: PlanError.tooManyPortions(observed: 20_100, limit: 20_000)) {
      try plans.add(name, of: Array(file.utf8), from: "", now: now)
    }
    #expect(
      throws: PlanError.file((1...1_000).map { PlanProblem(line: $0, reason: .syntax) })
    ) {
      let file = String(repeating: "x\n", count: 2 << 20)
      try plans.add(name, of: Array(file.utf8), from: "", now: now)
    }
    // A line of hyphens is looked at no more than its length asks for.
    let hyphens = "1=Gen.1," + String(repeating: "-", count: 60_000)
    #expect(throws: PlanError.self) {
      try plans.add(name, of: Array(hyphens.utf8), from: "", now: now)
    }
  }

  @Test("of very many portions that are not there is looked at up to the thousandth")
  func manyProblems() throws {
    let lines = (1...200).map { day in
      "\(day)=" + (1...10).map { "Gen.1.\(day * 10 + $0)" }.joined(separator: ",") + "\n"
    }
    do {
      try test.anna.plans.add(
        name, of: Array(lines.joined().utf8), from: "", in: CollectionName(SmallBible.name),
        now: now)
      Issue.record("it was added")
    } catch PlanError.file(let problems) {
      #expect(problems.count == 1_000 && problems.last?.line == 100)
    }
    #expect(try test.anna.plans.all().isEmpty)
  }

  @Test("is one plan too many after the last that an owner can have")
  func manyPlans() throws {
    try test.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Plan.limit))
      INSERT INTO plan (owner, name, folded, collection, source, days, added)
      SELECT 1, 'p' || i, 'p' || i, 'bible', '', 1, 0 FROM n
      """)
    let plans = test.anna.plans
    #expect(throws: PlanError.tooMany(limit: Plan.limit)) {
      try plans.add(name, of: Array("1=Gen.1".utf8), from: "", now: now)
    }
    #expect(throws: PlanError.tooMany(limit: Plan.limit)) {
      try plans.add(name, made: .order, in: 2, now: now)
    }
    try plans.remove(PlanName("p7"))
    #expect(try days("1=Gen.1") == ["1: Genesis 1"])
  }

  @Test("is of the only collection that has what it names")
  func collection() throws {
    let plans = test.anna.plans
    #expect(throws: PlanError.noCollection("Rev.1")) {
      try plans.add(name, of: Array("1=Rev.1".utf8), from: "", now: now)
    }
    try test.add(SmallBible.file, as: "Another")
    let both = [try CollectionName("Another"), try CollectionName("Bible")]
    #expect(throws: PlanError.severalCollections(both)) {
      try plans.add(name, of: Array("1=Gen.1-Gen.2".utf8), from: "", now: now)
    }
    let plan = try plans.add(name, of: Array("1=Gen.1".utf8), from: "a", in: both[1], now: now).plan
    #expect(plan.collection?.name == both[1] && plan.source == "a" && plan.days == 1)
    #expect(throws: PlanError.exists(name)) {
      try plans.add(PlanName("YEAR"), of: Array("1=Gen.1".utf8), from: "", in: both[0], now: now)
    }
    #expect(try test.owner("bob").plans.all().isEmpty)
  }

  @Test("may name keys with hyphens, and verses that are joined")
  func hyphens() throws {
    try test.add(
      "key,text,section,section title\na-b,1,s-1,One\nc-d-e,2,s-1,One\nG.1-2,3,G,Two", as: "Odd")
    let odd = try CollectionName("Odd")
    let coverage = try test.anna.plans.add(
      name, of: Array("1=a-b-c-d-e\n2=s-1,G.1-2".utf8), from: "", in: odd, now: now
    ).coverage
    #expect(
      coverage.never.isEmpty
        && coverage.repeated == [
          PlanCoverage.Span(first: "s-1", last: "s-1", texts: 2, times: 2)
        ])
  }
}
