import Testing
import TestSupport

@Suite("A database with damaged pages")
struct DamagedPagesTests {
  @Test(
    "ends no command with a signal; Benchmarks/damaged_pages.py tries many more", arguments: 1...12)
  func commands(seed: UInt64) async throws {
    let program = try JournalProgram()
    for day in 10..<22 {
      try await program.post("2024-01-\(day) 12:00", "-c", "lunch \(day)", "--tag", "sea")
    }
    var damaged = DamagedPages(of: program.folder, "journal/journal.sqlite", seed: seed)
    try damaged.damage()
    for work in [
      ["list"], ["list", "--search", "lunch"], ["show", "3"], ["stats"], ["check"],
      ["export", program.folder.path("export")], ["edit", "4", "-c", "other"],
      ["delete", "5", "6", "--yes"], ["trash", "empty", "--yes"],
    ] {
      let result = try await program.run(work)
      #expect([0, 1].contains(result.status), "\(work): \(result)")
      // Whatever cannot be done is told of.
      #expect(result.status == 0 || !(result.error + result.output).isEmpty, "\(work)")
    }
    let result = try await program.post("2024-02-01 12:00")
    #expect([0, 1].contains(result.status), "\(result)")
  }
}
