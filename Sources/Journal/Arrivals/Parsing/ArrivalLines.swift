extension ArrivalFiles {
  /// Reads a text line by line. Lines end with LF or CRLF; a byte order mark at the beginning is passed over.
  ///
  /// - Parameters:
  ///   - file: one of ``files``.
  ///   - limit: the most bytes of a line.
  ///   - found: called with each line without its end, counted from 1, or nil for one that is too long; returns
  ///     whether to go on. Bytes that are no UTF-8 are U+FFFD.
  /// - Throws: ``ArrivalError``, and what `found` throws.
  package func readLines(
    of file: ArrivalFile, limit: Int = 1 << 20, found: (String?, Int) throws -> Bool
  ) throws {
    var line: [UInt8] = []
    var (number, isTooLong, goesOn) = (1, false, true)
    func end() throws {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let start = number == 1 && line.starts(with: byteOrderMark) ? byteOrderMark.count : 0
      goesOn = try found(
        isTooLong ? nil : String(decoding: line[start...], as: UTF8.self), number)
      line.removeAll(keepingCapacity: line.count < 1 << 16)
      (number, isTooLong) = (number + 1, false)
    }
    try read(file) { piece in
      var rest = piece[...]
      while goesOn, let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
        isTooLong = isTooLong || line.count + index - rest.startIndex > limit
        if !isTooLong { line += rest[..<index] }
        rest = rest[(index + 1)...]
        try end()
      }
      isTooLong = isTooLong || line.count + rest.count > limit
      if isTooLong { line.removeAll() } else { line += rest }
      return goesOn
    }
    if goesOn, !line.isEmpty || isTooLong { try end() }
  }
}

/// U+FEFF in UTF-8.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension ArraySlice<UInt8> {
  /// Without a byte order mark at the beginning.
  package var withoutByteOrderMark: ArraySlice<UInt8> {
    starts(with: byteOrderMark) ? dropFirst(byteOrderMark.count) : self
  }
}

extension StringProtocol {
  /// Without white space and NULs at both ends.
  package var trimmed: SubSequence {
    func isPadding(_ letter: Character) -> Bool { letter.isWhitespace || letter == "\0" }
    guard let first = firstIndex(where: { !isPadding($0) }),
      let last = lastIndex(where: { !isPadding($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }

  /// Without empty lines at both ends, and without white space at its end.
  package var trimmedLines: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }) else { return "" }
    let start = self[..<first].lastIndex(where: \.isNewline).map { index(after: $0) }
    var rest = self[(start ?? startIndex)...]
    while let last = rest.last, last.isWhitespace || last == "\0" { rest = rest.dropLast() }
    return String(rest)
  }
}

extension ArrivalFiles {
  /// All bytes of a file that is one entry; nil where it cannot be, after saying so.
  ///
  /// - Throws: ``ArrivalError``, and what `found` throws.
  func entry(
    _ file: ArrivalFile, limit: Int = 1 << 22, _ found: (ArrivedItem) throws -> Void
  ) throws -> [UInt8]? {
    do {
      return try bytes(of: file, limit: limit)
    } catch let fault as ArrivalFault {
      try found(.fault(fault, at: ArrivalPlace(file.path)))
      return nil
    }
  }
}
