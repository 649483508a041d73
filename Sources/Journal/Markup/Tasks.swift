extension Markup {
  /// Words with one task marked done or not done: only the mark between its brackets changes.
  ///
  /// libcmark-gfm says in which line an item begins. What stands in brackets there is tried, and the words
  /// are read again: where they are the same but for that task, it was its mark.
  ///
  /// - Parameters:
  ///   - words: Markdown.
  ///   - number: the task, counted from 1 in the order in which they are shown; any number.
  ///   - isDone: what it is to be.
  /// - Returns: the words; nil where they have no such task.
  /// - Complexity: a reading of the words for each pair of brackets in the line, a few at most.
  package static func ticking(_ words: String, task number: Int, isDone: Bool) -> String? {
    let before = Markup(words)
    let tasks = before.events.indices.filter { before.events[$0].isTask }
    let lines = MarkupTree.taskLines(of: words)
    guard number >= 1, number <= tasks.count, lines.count == tasks.count else { return nil }
    let task = tasks[number - 1]
    if before.events[task] == .enter(.item(isDone: isDone)) { return words }
    var expected = before.events
    let exit = before.end(of: task)
    expected[task] = .enter(.item(isDone: isDone))
    expected[exit] = .exit(.item(isDone: isDone))
    for place in brackets(in: words, line: lines[number - 1]) {
      var bytes = Array(words.utf8)
      bytes[place] = UInt8(ascii: isDone ? "x" : " ")
      let changed = String(decoding: bytes, as: UTF8.self)
      let after = Markup(changed)
      if !after.isPlain, after.events == expected { return changed }
    }
    return nil
  }

  /// How many pairs of brackets of one line are tried.
  private static let mostBrackets = 8

  /// Where a mark of a task may stand in a line, in bytes.
  private static func brackets(in words: String, line: Int) -> [Int] {
    let bytes = Array(words.utf8)
    var (start, number) = (0, 1)
    while number < line, let end = bytes[start...].firstIndex(where: \.endsLine) {
      // Both of them end one line.
      let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      number += 1
    }
    let end = bytes[start...].firstIndex(where: \.endsLine) ?? bytes.count
    let places = (start..<end).lazy.filter { place in
      place > start && place + 1 < end && bytes[place - 1] == UInt8(ascii: "[")
        && bytes[place + 1] == UInt8(ascii: "]")
        && [0x20, UInt8(ascii: "x"), UInt8(ascii: "X")].contains(bytes[place])
    }
    return Array(places.prefix(mostBrackets))
  }

  /// Where what begins at an event ends.
  private func end(of start: Int) -> Int {
    var depth = 0
    for index in events.indices[start...] {
      switch events[index] {
      case .enter: depth += 1
      case .exit: depth -= 1
      case .leaf: break
      }
      if depth == 0 { return index }
    }
    return start
  }

  /// What a task says, as far as its own first paragraph goes.
  ///
  /// - Parameter start: where its item begins.
  /// - Returns: one line.
  func text(ofTask start: Int) -> String {
    var text = ""
    for event in events[(start + 1)...] {
      switch event {
      case .leaf(.text(let part)), .leaf(.code(let part)): text += part
      case .leaf(.softBreak), .leaf(.lineBreak): text += " "
      case .enter(.list), .enter(.item), .exit(.item), .exit(.paragraph): return text
      default: break
      }
    }
    return text
  }
}

extension MarkupEvent {
  fileprivate var isTask: Bool {
    if case .enter(.item(.some)) = self { true } else { false }
  }
}
