/// A step through a text's tree: the beginning or end of an element, or a leaf.
///
/// Every renderer goes through the same array of them, so that none calls itself however deep the
/// text's quotes and lists lie in each other.
enum MarkupEvent: Equatable {
  case enter(Element)
  case exit(Element)
  case leaf(Leaf)

  /// An element with children.
  enum Element: Equatable {
    case quote
    /// Its first number, where it is numbered.
    case list(start: Int?)
    /// Whether it is done, where it is a task.
    case item(isDone: Bool?)
    /// In a tight list, a paragraph is no more than its text.
    case paragraph(isTight: Bool)
    /// 1 to 6.
    case heading(Int)
    case table
    case row(isHead: Bool)
    case cell(Alignment?, isHead: Bool)
    case emphasis, strong, strikethrough
    case link(address: String, title: String)
    case image(address: String, title: String)
  }

  enum Leaf: Equatable {
    case text(String)
    case code(String)
    /// Its lines, each with its end.
    case codeBlock(String)
    /// Raw HTML, which no renderer shows.
    case html
    case htmlBlock
    case softBreak, lineBreak
    case rule
  }

  enum Alignment: String {
    case left, center, right
  }
}
