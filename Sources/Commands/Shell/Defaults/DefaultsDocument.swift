import SystemPackage
import TOMLKit

/// What a file of defaults says: tables of keys with their values, in TOML 1.0.
struct DefaultsDocument {
  /// A value; what no option can have is only named.
  indirect enum Value: Hashable {
    case text(String)
    case number(String)
    case truth(Bool)
    case list([Value])
    case other(String)
  }

  /// A key of a table; of no table where it stands before the first.
  struct Entry: Hashable {
    let table: String?
    let key: String
    let value: Value
  }

  let path: FilePath
  private let text: String
  /// Those of the file, empty ones too.
  let tables: [String]
  let entries: [Entry]

  /// - Throws: ``DefaultsError`` with the place in the text where it is not TOML.
  init(_ text: String, path: FilePath) throws(DefaultsError) {
    if let line = TOMLScreen.firstOddLine(text) { throw DefaultsError(path, line: line, .odd) }
    let root: TOMLTable
    do {
      root = try TOMLTable(string: text)
    } catch {
      throw DefaultsError(path, error)
    }
    (self.path, self.text) = (path, text)
    var (tables, entries) = ([String](), [Entry]())
    for (name, value) in root {
      guard let table = value.table else {
        entries.append(Entry(table: nil, key: name, value: Value(value)))
        continue
      }
      tables.append(name)
      for (key, value) in table {
        entries.append(Entry(table: name, key: key, value: Value(value)))
      }
    }
    (self.tables, self.entries) = (tables, entries)
  }

  /// The line on which a table or a key first stands, for errors alone; nil where it is not found.
  ///
  /// TOMLKit does not say it: it is the first line with the name in it up to which the text has the
  /// key.
  func line(of table: String?, _ key: String?) -> Int? {
    let name = key ?? table ?? ""
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    var first: Int?
    // A file of nothing but the name would be read over and over.
    var tries = 200
    for (index, line) in lines.enumerated() where tries > 0 {
      if first == nil, !line.contains(name) { continue }
      first = first ?? index
      tries -= 1
      guard let root = try? TOMLTable(string: lines[...index].joined(separator: "\n")) else {
        // A value that goes on, or a text that is none yet.
        continue
      }
      let holder = table == nil ? root : table.flatMap { root[$0]?.table }
      if let holder, key == nil || key.flatMap({ holder[$0] }) != nil {
        return (first ?? index) + 1
      }
      first = nil
    }
    return nil
  }
}

extension DefaultsDocument.Value {
  fileprivate init(_ value: any TOMLValueConvertible) {
    self =
      switch value.type {
      case .string: .text(value.string ?? "")
      case .int: .number(value.int.map { "\($0)" } ?? "")
      case .double: .number(value.double.map { "\($0)" } ?? "")
      case .bool: .truth(value.bool ?? false)
      case .array: .list(value.array?.map { Self($0) } ?? [])
      case .table: .other("a table")
      case .date: .other("a date without quotes")
      case .time: .other("a time without quotes")
      case .dateTime: .other("a date without quotes")
      }
  }
}

extension DefaultsError {
  /// - Parameters:
  ///   - path: the file's.
  ///   - error: of the reader of TOML.
  fileprivate init(_ path: FilePath, _ error: any Error) {
    guard let error = error as? TOMLParseError else {
      self.init(path, .notTOML(column: 1, "\(error)"))
      return
    }
    let start = error.source.begin
    // "Error while parsing key-value pair: expected '=', saw …": what it was doing is no news.
    let detail = error.description.split(separator: ": ", maxSplits: 1).last.map(String.init)
    self.init(
      path, line: start.line, .notTOML(column: start.column, detail ?? error.description))
  }
}
