import CMarkGFM
import Synchronization

/// libcmark-gfm's functions, loaded at the first use of one.
private let libcmark = cmarkgfm_load()

/// Texts with `~` are read one at a time: libcmark-gfm notes in a global table that a parser looks for that
/// character (inlines.c: SPECIAL_CHARS), and takes the note back when the parser is done. No other extension
/// that is used has such a character, and a text without `~` never reads that entry.
private let turn = Mutex(())

/// A text's tree, as libcmark-gfm reads it.
///
/// Owns the tree, which is there as long as this is.
struct MarkupTree: ~Copyable {
  private let root: OpaquePointer

  /// Reads a text that ``MarkupCost`` allows; nil where there is no memory for it.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - hasTables: whether tables are looked for.
  ///   - isStruckThrough: whether `~` strikes text through; such a text waits for its turn.
  init?(_ text: String, hasTables: Bool, isStruckThrough: Bool) {
    let extensions = [
      hasTables ? "table" : nil, isStruckThrough ? "strikethrough" : nil, "tasklist",
    ].compactMap(\.self)
    let root =
      isStruckThrough
      ? turn.withLock { _ in Self.root(of: text, extensions) } : Self.root(of: text, extensions)
    guard let root, let pointer = OpaquePointer(bitPattern: root) else { return nil }
    self.root = pointer
  }

  private static func root(of text: String, _ extensions: [String]) -> UInt? {
    guard let parser = libcmark.cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
    defer { libcmark.cmark_parser_free(parser) }
    for name in extensions {
      guard let found = libcmark.cmark_find_syntax_extension(name) else { continue }
      _ = libcmark.cmark_parser_attach_syntax_extension(parser, found)
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        libcmark.cmark_parser_feed(parser, $0.baseAddress, $0.count)
      }
    }
    return libcmark.cmark_parser_finish(parser).map { UInt(bitPattern: $0) }
  }

  deinit { libcmark.cmark_node_free(root) }

  /// The lines in which the tasks of words begin, counted from 1, in their order.
  static func taskLines(of words: String) -> [Int] {
    let cost = MarkupCost(words.utf8)
    guard !cost.isTooMuch,
      let tree = MarkupTree(
        words, hasTables: !cost.isTooMuchWithTables, isStruckThrough: cost.mayBeStruckThrough),
      let iterator = libcmark.cmark_iter_new(tree.root)
    else { return [] }
    defer { libcmark.cmark_iter_free(iterator) }
    var lines: [Int] = []
    while true {
      let step = libcmark.cmark_iter_next(iterator)
      guard step == CMARK_EVENT_ENTER || step == CMARK_EVENT_EXIT,
        let node = libcmark.cmark_iter_get_node(iterator)
      else { return lines }
      if step == CMARK_EVENT_ENTER, isTask(node) {
        lines.append(Int(libcmark.cmark_node_get_start_line(node)))
      }
    }
  }

  private static func isTask(_ node: OpaquePointer) -> Bool {
    libcmark.cmark_node_get_type_string(node).map { String(cString: $0) } == "tasklist"
  }

  /// The walk through the tree; nil where it goes deeper than a level.
  func events(deepest: Int) -> [MarkupEvent]? {
    guard let iterator = libcmark.cmark_iter_new(root) else { return nil }
    defer { libcmark.cmark_iter_free(iterator) }
    var events: [MarkupEvent] = []
    var reader = NodeReader()
    var open: [MarkupEvent.Element?] = []
    while true {
      let step = libcmark.cmark_iter_next(iterator)
      guard step == CMARK_EVENT_ENTER || step == CMARK_EVENT_EXIT,
        let node = libcmark.cmark_iter_get_node(iterator)
      else { return events }
      if step == CMARK_EVENT_EXIT {
        if let element = open.popLast() ?? nil {
          reader.leave(element)
          events.append(.exit(element))
        }
        continue
      }
      switch reader.read(node) {
      case .leaf(let leaf): events.append(.leaf(leaf))
      case .element(let element):
        open.append(element)
        events.append(.enter(element))
      case .nothing: open.append(nil)
      }
      if open.count > deepest { return nil }
    }
  }
}

/// Reads nodes in the order of the walk.
private struct NodeReader {
  enum Node {
    case leaf(MarkupEvent.Leaf)
    case element(MarkupEvent.Element)
    /// A node that only holds others.
    case nothing
  }

  /// Whether the lists that are open are tight.
  private var lists: [Bool] = []
  /// The columns of the open table, and how many cells of the open row were read.
  private var columns: [MarkupEvent.Alignment?] = []
  private var column = 0
  private var isHead = false

  mutating func leave(_ element: MarkupEvent.Element) {
    if case .list = element { lists.removeLast() }
    if case .quote = element { lists.removeLast() }
  }

  mutating func read(_ node: OpaquePointer) -> Node {
    switch libcmark.cmark_node_get_type(node) {
    case CMARK_NODE_TEXT: return .leaf(.text(literal(of: node)))
    case CMARK_NODE_SOFTBREAK: return .leaf(.softBreak)
    case CMARK_NODE_LINEBREAK: return .leaf(.lineBreak)
    case CMARK_NODE_CODE: return .leaf(.code(literal(of: node)))
    case CMARK_NODE_HTML_INLINE: return .leaf(.html)
    case CMARK_NODE_HTML_BLOCK: return .leaf(.htmlBlock)
    case CMARK_NODE_CODE_BLOCK: return .leaf(.codeBlock(literal(of: node)))
    case CMARK_NODE_THEMATIC_BREAK: return .leaf(.rule)
    case CMARK_NODE_PARAGRAPH: return .element(.paragraph(isTight: lists.last ?? false))
    case CMARK_NODE_HEADING:
      return .element(.heading(Int(libcmark.cmark_node_get_heading_level(node))))
    case CMARK_NODE_BLOCK_QUOTE:
      lists.append(false)
      return .element(.quote)
    case CMARK_NODE_LIST:
      lists.append(libcmark.cmark_node_get_list_tight(node) != 0)
      let isNumbered = libcmark.cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      return .element(
        .list(start: isNumbered ? Int(libcmark.cmark_node_get_list_start(node)) : nil))
    case CMARK_NODE_EMPH: return .element(.emphasis)
    case CMARK_NODE_STRONG: return .element(.strong)
    case CMARK_NODE_LINK:
      return .element(
        .link(
          address: text(libcmark.cmark_node_get_url(node)),
          title: text(libcmark.cmark_node_get_title(node))))
    case CMARK_NODE_IMAGE:
      return .element(
        .image(
          address: text(libcmark.cmark_node_get_url(node)),
          title: text(libcmark.cmark_node_get_title(node))))
    default: return readOther(node)
    }
  }

  /// Reads an item, or a node of an extension; their types are known by their names alone.
  private mutating func readOther(_ node: OpaquePointer) -> Node {
    switch text(libcmark.cmark_node_get_type_string(node)) {
    case "item": return .element(.item(isDone: nil))
    case "tasklist":
      return .element(
        .item(isDone: libcmark.cmark_gfm_extensions_get_tasklist_item_checked(node)))
    case "strikethrough": return .element(.strikethrough)
    case "table":
      columns = alignments(of: node)
      return .element(.table)
    case "table_header": return row(isHead: true)
    case "table_row": return row(isHead: false)
    case "table_cell":
      defer { column += 1 }
      return .element(.cell(columns.dropFirst(column).first ?? nil, isHead: isHead))
    default: return .nothing
    }
  }

  private mutating func row(isHead: Bool) -> Node {
    (self.isHead, column) = (isHead, 0)
    return .element(.row(isHead: isHead))
  }

  private func alignments(of table: OpaquePointer) -> [MarkupEvent.Alignment?] {
    let count = Int(libcmark.cmark_gfm_extensions_get_table_columns(table))
    let letters = libcmark.cmark_gfm_extensions_get_table_alignments(table)
    return UnsafeBufferPointer(start: letters, count: letters == nil ? 0 : count).map {
      switch $0 {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: nil
      }
    }
  }

  private func literal(of node: OpaquePointer) -> String {
    text(libcmark.cmark_node_get_literal(node))
  }

  private func text(_ start: UnsafePointer<CChar>?) -> String {
    start.map { String(cString: $0) } ?? ""
  }
}
