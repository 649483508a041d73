import Files
import CaptureTime
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// Prints posts one after the other, however many, to standard output.
struct PostPrinter {
  private let options: PostOutputOptions
  private let journal: OwnerJournal
  private let style: TerminalStyle
  /// The first posts, until the table's columns can be fitted to them.
  private var waiting: [Post] = []
  private var table: PostTable?
  private var isEmpty = true

  /// Posts that columns are fitted to.
  private static let sample = 200

  init(_ options: PostOutputOptions, of journal: OwnerJournal) {
    self.options = options
    style = options.look.style
    self.journal = journal
  }

  mutating func print(_ post: Post) {
    if options.paths {
      guard let photo = post.photo else { return }
      isEmpty = false
      return Console.print(journal.posts.path(photo.file))
    }
    isEmpty = false
    if options.json {
      Console.print(PostJSON(post, in: journal).jsonLine())
    } else if let table {
      print(post, in: table)
    } else {
      waiting.append(post)
      if waiting.count == Self.sample { printWaiting() }
    }
  }

  /// Prints posts that come in the order of their years; for people, each year below its number.
  ///
  /// - Parameters:
  ///   - posts: the posts.
  ///   - limit: how many of a year are printed for people; nil for all.
  mutating func printByYear(_ posts: [Post], limit: Int?) {
    guard !options.json, !options.paths else { return posts.forEach { print($0) } }
    let table = makeTable(posts)
    var rest = posts[...]
    while let day = rest.first?.day {
      let ofDay = rest.prefix { $0.day == day }
      Console.print("\(day.year)")
      for post in ofDay.prefix(limit ?? ofDay.count) { print(post, in: table) }
      if let limit, ofDay.count > limit { Console.print(Wording.morePosts(of: day)) }
      rest = rest.dropFirst(ofDay.count)
    }
    isEmpty = posts.isEmpty
  }

  /// Prints what is left; where there was nothing, that is said.
  mutating func finish() {
    printWaiting()
    if isEmpty { Console.say(Wording.noSuchPosts) }
  }

  private mutating func printWaiting() {
    guard !waiting.isEmpty else { return }
    let table = makeTable(waiting)
    for post in waiting { print(post, in: table) }
    waiting = []
    self.table = table
  }

  /// Prints a post's line, in which the file's name leads to the file on a terminal that has links.
  private func print(_ post: Post, in table: PostTable) {
    let line = Wording.lines(table.line(post))
    guard let photo = post.photo else { return Console.print(line) }
    let file = PostTable.fileName(of: post)
    Console.print(styled: style.linking(line, file, to: journal.posts.path(photo.file)))
  }

  private func makeTable(_ posts: [Post]) -> PostTable {
    PostTable(fitting: posts, lineWidth: TerminalStyle.columnsOfStandardOutput)
  }
}

/// Posts as lines of a table: number, time, mood and star, what they say, and the stamped photo's file.
struct PostTable {
  private static let alignments: [DisplayWidth.Alignment] = [.right, .left, .left, .left, .left]
  private static let (marks, text) = (2, 3)
  /// Columns that texts have at least, however narrow the terminal.
  private static let narrowest = 12

  private let table: TextTable
  private let hasMoods: Bool
  /// The columns that a text is cut to where its post has a photo, or nil where none is cut.
  private let textRoom: Int?

  /// A table for posts like these.
  ///
  /// - Parameters:
  ///   - posts: some that the table is to hold, such as the first hundred.
  ///   - lineWidth: the columns of the terminal, in which texts make room for the rest, or nil.
  init(fitting posts: [Post], lineWidth: Int?) {
    let hasMoods = posts.contains { $0.mood != nil }
    self.hasMoods = hasMoods
    let rows = posts.map { post in
      var cells = Self.cells(of: post, hasMoods: hasMoods)
      // After what a post without a photo says there is nothing that has to stand in a column.
      if post.photo == nil { cells[Self.text] = "" }
      return cells
    }
    var columns = TextTable(fitting: rows, alignments: Self.alignments).columns
    columns[Self.marks].width = max(columns[Self.marks].width, 1)
    textRoom = lineWidth.map { lineWidth in
      let others = columns.enumerated().reduce(0) { sum, column in
        sum + (column.offset == Self.text ? 0 : column.element.width)
      }
      return max(Self.narrowest, lineWidth - others - TextTable.gap.count * (columns.count - 1))
    }
    if let textRoom { columns[Self.text].width = min(columns[Self.text].width, textRoom) }
    table = TextTable(columns: columns, lineWidth: lineWidth)
  }

  func line(_ post: Post) -> String {
    var cells = Self.cells(of: post, hasMoods: hasMoods)
    guard let lineWidth = table.lineWidth, var room = textRoom else { return table.line(cells) }
    if post.photo == nil {
      let before = table.columns[..<Self.text].reduce(0) { $0 + $1.width + TextTable.gap.count }
      room = max(Self.narrowest, lineWidth - before)
    }
    // A text that is cut ends no direction that it began.
    cells[Self.text] = Isolation.closed(DisplayWidth.truncated(cells[Self.text], to: room))
    return table.line(cells)
  }

  private static func cells(of post: Post, hasMoods: Bool) -> [String] {
    let face = post.mood.map(Wording.face) ?? ""
    let star = post.isStarred ? Wording.star : ""
    // Two columns of a face and a blank, so that stars stand below each other.
    let mood = hasMoods ? DisplayWidth.padded(face, to: 3) : face
    return [
      "\(post.number)", Wording.time(of: post), (mood + star).trimmingBlanksAtEnd(),
      Wording.line(of: post), fileName(of: post),
    ]
  }

  static func fileName(of post: Post) -> String {
    post.photo?.file.lastComponent.map { Wording.escaped(String(decoding: $0)) } ?? ""
  }
}
