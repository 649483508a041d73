import Journal
import Shell
import SystemPackage

/// Posts as lines of a table: number, time, star, caption and the stamped photo's file.
struct PostTable {
  private static let alignments: [DisplayWidth.Alignment] = [.right, .left, .left, .left, .left]
  private static let (star, caption) = (2, 3)
  /// Columns that a caption has at least, however narrow the terminal.
  private static let narrowest = 12

  private let table: TextTable
  /// The columns that captions are cut to, or nil where they are not cut.
  private let captionWidth: Int?

  /// A table for posts like these.
  ///
  /// - Parameters:
  ///   - posts: some that the table is to hold, such as the first hundred.
  ///   - lineWidth: the columns of the terminal, in which captions make room for the rest, or nil.
  init(fitting posts: [Post], lineWidth: Int?) {
    var columns = TextTable(fitting: posts.map(Self.cells), alignments: Self.alignments).columns
    columns[Self.star].width = 1
    if let lineWidth {
      let others = columns.enumerated().reduce(0) { sum, column in
        sum + (column.offset == Self.caption ? 0 : column.element.width)
      }
      let room = lineWidth - others - TextTable.gap.count * (columns.count - 1)
      columns[Self.caption].width = min(
        columns[Self.caption].width, max(Self.narrowest, room))
      captionWidth = columns[Self.caption].width
    } else {
      captionWidth = nil
    }
    table = TextTable(columns: columns, lineWidth: lineWidth)
  }

  func line(_ post: Post) -> String {
    var cells = Self.cells(of: post)
    if let captionWidth {
      cells[Self.caption] = DisplayWidth.truncated(cells[Self.caption], to: captionWidth)
    }
    return table.line(cells)
  }

  private static func cells(of post: Post) -> [String] {
    [
      "\(post.number)", Wording.time(of: post), post.isStarred ? Wording.star : "",
      Wording.oneLine(post.caption),
      post.photo.file.lastComponent.map { Wording.escaped(String(decoding: $0)) } ?? "",
    ]
  }
}
