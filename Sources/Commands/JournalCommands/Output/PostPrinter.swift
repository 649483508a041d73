import CaptureTime
import Files
import Journal
import Shell
import Store
import SystemPackage
import Wording

/// Prints posts one after the other, however many, to standard output.
struct PostPrinter {
  private let isJSON: Bool
  private let isPaths: Bool
  private let journal: OwnerJournal
  private let style: TerminalStyle
  /// Posts that wait to be printed together, and the bytes of their words.
  private var waiting: [Post] = []
  private var waitingBytes = 0
  private var table: PostTable?
  private var isEmpty = true

  /// How many posts columns are fitted to, a processor makes lines of at a time, and are printed together;
  /// fewer, from the first on, if their words have more bytes than this.
  private static let (sample, piece, most, mostBytes) = (200, 100, 1_000, 1 << 20)

  init(_ options: PostOutputOptions, of journal: OwnerJournal) {
    (isJSON, isPaths) = (options.json, options.paths)
    style = options.look.style
    self.journal = journal
  }

  mutating func print(_ post: Post) {
    if isPaths {
      if post.photos.isEmpty { return }
      isEmpty = false
      return post.photos.forEach { Console.print(journal.posts.path($0.file)) }
    }
    isEmpty = false
    waiting.append(post)
    waitingBytes += post.words.utf8.count
    if waiting.count == Self.most || waiting.count >= Self.sample && waitingBytes > Self.mostBytes {
      printWaiting()
    }
  }

  /// Prints posts that come in the order of their years; for people, each year below its number.
  ///
  /// - Parameters:
  ///   - posts: the posts.
  ///   - limit: how many of a year are printed for people; nil for all.
  mutating func printByYear(_ posts: [Post], limit: Int?) {
    guard !isJSON, !isPaths else { return posts.forEach { print($0) } }
    let table = makeTable(posts)
    var rest = posts[...]
    while let day = rest.first?.day {
      let ofDay = rest.prefix { $0.day == day }
      Console.print("\(day.year)")
      Console.print(styled: ofDay.prefix(limit ?? ofDay.count).map { line($0, in: table) })
      if let limit, ofDay.count > limit { Console.print(Wording.morePosts(of: day)) }
      rest = rest.dropFirst(ofDay.count)
    }
    isEmpty = posts.isEmpty
  }

  /// Prints the rest; says so if there was nothing.
  mutating func finish() {
    printWaiting()
    if isEmpty { Console.say(Wording.noSuchPosts) }
  }

  private mutating func printWaiting() {
    guard !waiting.isEmpty else { return }
    if !isJSON, table == nil { table = makeTable(Array(waiting.prefix(Self.sample))) }
    let printer = self
    Console.print(
      styled: BlockingWalk(waiting.pieces(of: Self.piece))
        .results { $0.map(printer.line) }.flatMap { $0 })
    (waiting, waitingBytes) = ([], 0)
  }

  private func line(_ post: Post) -> String {
    table.map { line(post, in: $0) } ?? Wording.lines(PostJSON(post, in: journal).jsonLine())
  }

  /// A post's line. On a terminal that has links, the file's name links to the file.
  private func line(_ post: Post, in table: PostTable) -> String {
    let line = Wording.lines(table.line(post))
    guard style.hasLinks, let photo = post.photo else { return line }
    let file = PostTable.coverName(of: post)
    return style.linking(line, file, to: journal.posts.path(photo.file))
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

  /// The file of the photo that stands for it, and how many more it has.
  private static func fileName(of post: Post) -> String {
    coverName(of: post) + (post.photos.count > 1 ? " +\(post.photos.count - 1)" : "")
  }

  static func coverName(of post: Post) -> String {
    post.photo?.file.lastComponent.map { Wording.escaped(String(decoding: $0)) } ?? ""
  }
}
