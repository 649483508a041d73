import CaptureTime
import Foundation
import Shell
import Stamping
import Store
import SystemPackage
import TestSupport
import Testing

@testable import Journal
@testable import daystamp

@Suite("A table of posts")
struct PostTableTests {
  private func post(
    _ number: Int, _ time: String, caption: String = "", dayStart: String = "00:00"
  ) throws -> Post {
    let rule = DayRule(zone: .utc, start: try TimeOfDay.parse(dayStart))
    return Post(
      number: number, time: try PostTime(GivenTime.parse(time), rule: rule), caption: caption,
      isStarred: false, tags: [],
      photo: PostPhoto(
        file: "photos/2024/01/31/2024-01-31_2359_0123abcd.jpg", hash: [], originalFile: nil,
        originalHash: [], originalName: ""),
      posted: 0, trashed: nil, id: 1, uid: [], look: 1)
  }

  @Test("cuts captions on a terminal, so that files are whole", arguments: [70, 80, 120, 200])
  func cuts(width: Int) throws {
    let long = String(repeating: "긴 설명 and more ", count: 12)
    let posts = [
      try post(1, "2024-01-31 23:59", caption: long), try post(22, "2024-01-31", caption: "짧다"),
    ]
    let table = PostTable(fitting: posts, lineWidth: width)
    for post in posts {
      let line = table.line(post)
      #expect(DisplayWidth.columns(of: line) <= width)
      #expect(line.hasSuffix("  2024-01-31_2359_0123abcd.jpg"))
    }
    #expect(table.line(posts[0]).contains("…  "))
  }

  @Test("is never wider than the terminal, and never cut where there is none")
  func widths() throws {
    let posts = [try post(1, "2024-01-31 23:59", caption: String(repeating: "글", count: 100))]
    let narrow = PostTable(fitting: posts, lineWidth: 40).line(posts[0])
    #expect(DisplayWidth.columns(of: narrow) <= 40)
    #expect(PostTable(fitting: posts, lineWidth: nil).line(posts[0]).contains(posts[0].caption))
  }

  @Test(
    "tells the day and the clock, and where the clock shows another date",
    arguments: [
      ("2024-01-31 23:59:58", "00:00", "2024-01-31 23:59"), ("2024-01-31", "04:00", "2024-01-31"),
      ("2024-02-01 02:00", "04:00", "2024-01-31 02:00 +1d"),
      ("2024-02-01 04:00", "04:00", "2024-02-01 04:00"),
    ])
  func times(time: String, dayStart: String, text: String) throws {
    #expect(Wording.time(of: try post(1, time, dayStart: dayStart)) == text)
  }
}
