import TestSupport
import Testing

@Suite("daystamp stats")
struct StatisticsCommandTests {
  @Test("tells posts, days, first, last, runs and months")
  func people() async throws {
    let result = try await AskedJournal.program().run("stats")
    #expect(result.status == 0 && result.error == "")
    #expect(
      result.output == """
        Posts        5
        Days         4
        First        2022-01-31
        Last         2024-01-31
        Longest run  2 days, 2023-12-31 to 2024-01-01
        Current run  none

        Month    Posts  Days
        2022-01      1     1
        2023-12      1     1
        2024-01      3     2

        """)
  }

  @Test("tells the same in JSON, with counts that SQLite finds too")
  func json() async throws {
    let program = try await AskedJournal.program()
    let result = try await program.run("stats", "--json")
    #expect(
      result.output == """
        {"days":4,"first":"2022-01-31","last":"2024-01-31",\
        "longestRun":{"days":2,"first":"2023-12-31","last":"2024-01-01"},"months":[\
        {"days":1,"month":"2022-01","posts":1},{"days":1,"month":"2023-12","posts":1},\
        {"days":2,"month":"2024-01","posts":3}],"posts":5}

        """)
    guard InstalledProgram.isThere("sqlite3") else { return }
    let query = """
      SELECT substr(day, 1, 7), count(*), count(DISTINCT day) FROM post GROUP BY 1 ORDER BY 1
      """
    let rows = try await InstalledProgram.run("sqlite3", ["\(program.journal)/journal.sqlite", query])
    #expect(rows.output == "2022-01|1|1\n2023-12|1|1\n2024-01|3|2\n")
  }
}
