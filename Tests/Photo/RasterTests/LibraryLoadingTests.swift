import CLinux.Libraries
import Testing

@Suite("Libraries that are loaded when they are used")
struct LibraryLoadingTests {
  @Test("one that is not there ends the process as the dynamic linker does, and is named")
  func missingLibrary() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(127), observing: [\.standardErrorContent]
    ) { clibraries_load("libdaystamp-nothing.so.1") }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("libdaystamp-nothing.so.1: cannot open shared object file"))
  }

  @Test("a function that it does not have, likewise")
  func missingFunction() async throws {
    await #expect(processExitsWith: .exitCode(127)) {
      clibraries_find(clibraries_load("libgd.so.3"), "gdImageTurnIntoGold")
    }
  }
}
