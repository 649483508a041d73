import Testing

@testable import JournalServer

@Suite("Ranges and entity tags")
struct ByteRangeTests {
  @Test(
    "mean bytes that are there, the whole, or none",
    arguments: [
      ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)),
      ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)),
      ("bytes=50-1000", .part(50..<100)), ("Bytes = 0-0", .whole), ("BYTES=0-0", .part(0..<1)),
      ("bytes=99-99999999999999999999999", .part(99..<100)),
      ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable),
      ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999999-", .unsatisfiable),
      ("bytes=9-0", .whole), ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole),
      ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole), ("items=0-1", .whole),
      ("bytes", .whole), ("", .whole),
    ])
  func range(field: String, expected: ByteRange) {
    #expect(ByteRange(field, size: 100) == expected)
  }

  @Test("are of no bytes where there are none")
  func empty() {
    #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
    #expect(ByteRange(nil, size: 0) == .whole)
  }

  @Test(
    "are compared as RFC 9110 says",
    arguments: [
      ("\"00ff\"", true, true), ("*", true, true), (" * ", true, true),
      ("\"x\", \"00ff\"", true, true), ("\"a,b\",\"00ff\"", true, true),
      ("W/\"00ff\"", false, true), ("\"x\", W/\"00ff\"", false, true),
      ("\"x\"", false, false), ("00ff", false, false), ("", false, false), ("\"00ff", false, false),
      ("\"*\"", false, false),
    ])
  func tags(field: String, strongly: Bool, weakly: Bool) {
    let tag = EntityTag(hash: [0, 255])
    #expect(tag.isMeant(by: field, weakly: false) == strongly)
    #expect(tag.isMeant(by: field, weakly: true) == weakly)
  }
}
