/// Makes texts from a file's bytes, in pieces of any size; it holds at most one record.
protocol CollectionParser {
  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - piece: the bytes.
  ///   - items: gets what was found in them.
  /// - Throws: ``ReadError``; nothing is to be read then.
  mutating func read(_ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem])
    throws(ReadError)

  /// Takes the end of the file.
  mutating func end(_ items: inout [ReadItem]) throws(ReadError)
}

/// Makes texts of lines.
protocol LineParser {
  /// Takes a line.
  ///
  /// - Parameters:
  ///   - line: without its end; nil where it is longer than a record can be.
  ///   - number: counted from 1.
  ///   - items: gets what ends with it.
  mutating func read(_ line: ArraySlice<UInt8>?, _ number: Int, _ items: inout [ReadItem])

  /// Takes the end of the file.
  mutating func end(_ items: inout [ReadItem])
}

/// Parts bytes into lines, which end with LF or CR LF.
struct ParserOfLines<Parser: LineParser>: CollectionParser {
  private var parser: Parser
  private var line: [UInt8] = []
  private var isTooLong = false
  private var number = 1

  init(_ parser: Parser) { self.parser = parser }

  mutating func read(
    _ piece: UnsafeBufferPointer<UInt8>, _ items: inout [ReadItem]
  ) throws(ReadError) {
    var rest = piece[...]
    while let end = rest.firstIndex(of: .lineFeed) {
      take(rest[..<end])
      finish(&items)
      rest = rest[(end + 1)...]
    }
    take(rest)
  }

  mutating func end(_ items: inout [ReadItem]) throws(ReadError) {
    if !line.isEmpty || isTooLong { finish(&items) }
    parser.end(&items)
  }

  private mutating func take(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if line.count + bytes.count > ReadText.recordLimit { isTooLong = true }
    if !isTooLong { line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes)) }
  }

  private mutating func finish(_ items: inout [ReadItem]) {
    if isTooLong {
      parser.read(nil, number, &items)
    } else {
      parser.read(line.last == .carriageReturn ? line.dropLast() : line[...], number, &items)
    }
    line.removeAll(keepingCapacity: true)
    isTooLong = false
    number += 1
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let blank = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let quote = UInt8(ascii: "\"")

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  /// Whether it is a letter of ASCII.
  var isLetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
  }
}

extension Collection<UInt8> {
  /// Whether nothing but blanks and tabs is in it.
  var isBlank: Bool { allSatisfy { $0 == .blank || $0 == .tab } }
}

extension [ReadItem] {
  /// Appends a text, or what is wrong with it.
  ///
  /// - Parameters:
  ///   - line: where its record begins.
  ///   - fill: sets its fields.
  mutating func append(
    at line: Int, _ fill: (inout ReadText) throws(FieldError) -> Void
  ) {
    var text = ReadText(line: line)
    do throws(FieldError) {
      try fill(&text)
      if text.body.isEmpty { throw FieldError(.empty) }
      append(.text(text))
    } catch {
      append(.problem(ReadProblem(line: line, error.reason)))
    }
  }

  /// Appends that the record which begins in a line is longer than one can be.
  mutating func appendTooLong(_ line: Int) {
    append(.problem(ReadProblem(line: line, .recordTooLong(limit: ReadText.recordLimit))))
  }
}
