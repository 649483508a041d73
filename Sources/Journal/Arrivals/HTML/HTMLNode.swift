import CHTML

/// An element of HTML, or a text in one.
package final class HTMLNode {
  /// In small letters; empty of a text.
  package let name: String
  package let attributes: [String: String]
  /// Of a text.
  package let text: String
  package fileprivate(set) var children: [HTMLNode] = []
  /// Whether it stands by itself, or something in it does.
  fileprivate(set) var holdsBlock = false

  private init(name: String, attributes: [String: String] = [:], text: String = "") {
    (self.name, self.attributes, self.text) = (name, attributes, text)
  }

  package var classes: [Substring] {
    (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace)
  }
  package func has(class name: String) -> Bool { classes.contains { $0 == name } }

  /// The texts in it, one after the other.
  package var allText: String { isText ? text : children.map(\.allText).joined() }
  package var isText: Bool { name.isEmpty }

  /// The texts in it but for those in elements of some classes, with a blank for all white space.
  package func text(without classes: Set<Substring>) -> String {
    func text(_ node: HTMLNode) -> String {
      if node.isText { return node.text }
      if node.name == "style" || node.name == "script" || node.name == "title"
        || node.classes.contains(where: classes.contains)
      {
        return ""
      }
      return node.children.map(text).joined()
    }
    return text(self).withSingleBlanks
  }

  /// The elements in it that a condition takes, in their order; not those within one that is taken.
  package func all(where condition: (HTMLNode) -> Bool) -> [HTMLNode] {
    children.flatMap { child in
      child.isText ? [] : condition(child) ? [child] : child.all(where: condition)
    }
  }

  package func first(class name: String) -> HTMLNode? { all { $0.has(class: name) }.first }
  package func first(named name: String) -> HTMLNode? { all { $0.name == name }.first }
}

extension HTMLNode {
  fileprivate static let blockNames: Set<String> = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr",
    "table", "tbody", "thead", "tr", "section", "article", "main", "header", "footer", "dl", "dt",
    "dd", "figure", "html", "body",
  ]

  /// Elements that lie deeper are beside the deepest.
  private static let depthLimit = 100
  /// What lies deeper in itself, or has more elements and texts, nobody wrote: it is one text.
  private static let deepest = 1_000
  private static let nodeLimit = 500_000

  /// Parses a document or a part of one, as browsers do: nothing of it is ever refused.
  ///
  /// - Parameter html: at most as large as an entry may be.
  /// - Returns: an element without attributes that has all of it.
  package static func parse(_ html: String) -> HTMLNode {
    let builder = Builder()
    // Else an end at the beginning would be that of the document.
    var bytes = Array("<html><body>".utf8) + html.utf8
    var isParsed = false
    for index in bytes.indices where bytes[index] == 0 { bytes[index] = UInt8(ascii: " ") }
    withExtendedLifetime(builder) {
      var events = chtml_events()
      events.receiver = Unmanaged.passUnretained(builder).toOpaque()
      events.begin = { Builder.of($0)?.begin($1, $2) }
      events.text = { Builder.of($0)?.add($1, $2) }
      events.end = { Builder.of($0)?.end($1) }
      bytes.withUnsafeBytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) { letters in
          isParsed = chtml_parse(letters.baseAddress, letters.count, Int32(deepest), &events) != 0
        }
      }
    }
    if !isParsed || builder.count > nodeLimit {
      let root = HTMLNode(name: "#root")
      root.children = [HTMLNode(name: "", text: html)]
      return root
    }
    return builder.root
  }

  /// Makes the tree. Callbacks find it by the pointer that they are given, while ``parse(_:)`` runs.
  private final class Builder {
    let root = HTMLNode(name: "#root")
    private var open: [HTMLNode] = []
    /// Those too deep, which are not in ``open``.
    private var deeper = 0
    private(set) var count = 0
    private var text: [UInt8] = []

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Builder? {
      pointer.map { Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() }
    }

    func begin(
      _ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?
    ) {
      endText()
      guard let name else { return }
      var values: [String: String] = [:]
      var rest = attributes
      while let pair = rest, let key = pair[0] {
        let value = pair[1].map { String(cString: $0) } ?? ""
        values[String(cString: key).lowercased(), default: value] = value
        rest = pair + 2
      }
      let node = HTMLNode(name: String(cString: name).lowercased(), attributes: values)
      append(node)
      if HTMLNode.blockNames.contains(node.name) {
        node.holdsBlock = true
        for holder in open.reversed() {
          if holder.holdsBlock { break }
          holder.holdsBlock = true
        }
      }
      if open.count < HTMLNode.depthLimit, deeper == 0 { open.append(node) } else { deeper += 1 }
    }

    func add(_ letters: UnsafePointer<CChar>?, _ size: Int) {
      guard let letters else { return }
      text += UnsafeRawBufferPointer(start: letters, count: size)
    }

    func end(_ name: UnsafePointer<CChar>?) {
      endText()
      if deeper > 0 { deeper -= 1 } else { _ = open.popLast() }
    }

    private func endText() {
      if text.isEmpty { return }
      append(HTMLNode(name: "", text: String(decoding: text, as: UTF8.self)))
      text.removeAll(keepingCapacity: true)
    }

    private func append(_ node: HTMLNode) {
      count += 1
      if count <= HTMLNode.nodeLimit { (open.last ?? root).children.append(node) }
    }
  }
}

extension HTMLNode {
  /// The document before an element and after its beginning, each with the elements that hold it.
  ///
  /// - Returns: nil where no element is of this class.
  package func split(at name: String) -> (before: HTMLNode, after: HTMLNode)? {
    var isFound = false
    let halves = split(at: name, &isFound)
    return isFound ? halves : nil
  }

  private func split(at name: String, _ isFound: inout Bool) -> (before: HTMLNode, after: HTMLNode)
  {
    let before = HTMLNode(name: self.name, attributes: attributes)
    let after = HTMLNode(name: self.name, attributes: attributes)
    (before.holdsBlock, after.holdsBlock) = (holdsBlock, holdsBlock)
    for child in children {
      if isFound {
        after.children.append(child)
      } else if child.has(class: name) {
        isFound = true
        after.children.append(child)
      } else if child.isText {
        before.children.append(child)
      } else {
        let halves = child.split(at: name, &isFound)
        before.children.append(halves.before)
        if isFound { after.children.append(halves.after) }
      }
    }
    return (before, after)
  }
}
