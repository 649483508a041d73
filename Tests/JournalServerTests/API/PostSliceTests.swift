import Journal
import Testing

@testable import JournalServer

@Suite("Pages of posts")
struct PostSliceTests {
  @Test("Page after page shows every post once, the newest first, also of one day and one time")
  func all() async throws {
    let test = try await PageJournal()
    for time in ["2024-01-30 10:00", "2024-01-31 12:00", "2024-01-31 12:00", "2024-01-31 12:00"] {
      try await test.post(time)
    }
    try await test.post("2023-05-01 10:00")
    var (numbers, cursor): ([[Int]], PostCursor?) = ([], nil)
    repeat {
      let slice = try PostSlice(
        PostFilter(), .newestFirst, after: cursor, size: 2, in: test.journal)
      numbers.append(slice.posts.map(\.number))
      // As a link would carry it.
      cursor = slice.next.flatMap { PostCursor($0.text) }
    } while cursor != nil
    #expect(numbers == [[4, 3], [2, 1], [5]])
  }
}
