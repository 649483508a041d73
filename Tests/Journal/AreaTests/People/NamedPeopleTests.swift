import Testing

@testable import People
@testable import Store

@Suite("People whom words name")
struct NamedPeopleTests {
  private let people: NamedPeople

  init() throws {
    let journal = try PeopleJournal()
    try journal.add("Mina", nickname: "Mi")
    try journal.add("Mina Park", nickname: "미나")
    try journal.add("Jun")
    try journal.add("Jun Lee", nickname: "jun")
    try journal.add("미나리")
    try journal.add("Zoë")
    try journal.add("Ann-Marie", nickname: "Ann-Marie")
    let gone = try journal.add("Eve")
    try journal.people.setDeleted(gone.id, 1)
    people = try journal.anna.read { db in try journal.people.named(db) }
  }

  @Test(
    "are named by the longest name, in letters of any case",
    arguments: [
      ("@Mina", [1]), ("with @mina.", [1]), ("(@MINA, @Mi)", [1]), ("@Mina Park came", [2]),
      ("@Mina Parker came", [1]), ("@Minarette", []), ("@Mina_1", []), ("anna@Mina", []),
      ("@@Mina", []), ("@ Mina", []), ("Mina", []), ("@zoë!", [6]), ("@ZOË", [6]),
      ("@ann-marie", [7]), ("@Eve", []),
      // Two are called so.
      ("@Jun", []), ("@Jun Lee", [4]), ("@jun, @Mi", [1]),
      ("@미나와 커피", [2]), ("@미나 씨", [2]), ("@미나씨가 왔다", [2]), ("@미나리는 좋다", [5]),
      ("@미나무", []), ("@미나\n@미나리", [2, 5]), ("나는@미나", []),
    ] as [(String, Set<Int64>)])
  func named(text: String, numbers: Set<Int64>) {
    #expect(people.named(in: text) == numbers)
  }

  @Test("are found soon in any text")
  func long() {
    let text = String(repeating: "@Mina Par", count: 11_000)
    #expect(people.named(in: text) == [1] || people.named(in: text).isEmpty)
    #expect(people.named(in: String(repeating: "@", count: 100_000)).isEmpty)
  }
}
