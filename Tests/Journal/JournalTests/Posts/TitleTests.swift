import Testing

@testable import Journal

@Suite("A title")
struct TitleTests {
  @Test("is one line of at most 100 characters")
  func limits() throws {
    let full = String(repeating: "한", count: 100)
    #expect(try Title(" \(full)\n").text == full)
    #expect(throws: TitleError.tooLong(observed: 101, limit: 100)) { try Title(full + "글") }
    for line in ["a\nb", "a\u{2028}b", "a\tb", "a\0b"] {
      #expect(throws: TitleError.self) { try Title(line) }
    }
  }
}
