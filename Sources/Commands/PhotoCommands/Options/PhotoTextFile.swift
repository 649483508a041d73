import CaptureTime
import Files
import Foundation
import Stamping
import SystemPackage
import Wording

/// The file of --text-from: a text for each photo, by its name.
struct PhotoTextFile {
  /// Bytes of the file, and of one of its records.
  private static let byteLimit = 256 << 20
  private static let recordLimit = 64 << 10

  private struct Entry: Decodable {
    let input: String
    let text: String
  }

  /// By the names of photos, as they stand in the file.
  private(set) var texts: [String: LabelText] = [:]
  private let format: TimeFormat

  /// Reads, from standard input for `-`, a CSV (RFC 4180) with the columns `input` and `text` in its first record, and perhaps
  /// others, or objects of JSON with these keys, one a line.
  ///
  /// - Parameters:
  ///   - path: the file's.
  ///   - look: how the time is written in the texts.
  /// - Throws: ``PhotoTextError``, `FileError`.
  init(_ path: FilePath, look: LabelLook) throws {
    format = try TimeFormat(look.style.format, locale: look.style.locale)
    let bytes = try Self.bytes(of: path)
    if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") {
      try readObjects(bytes)
    } else {
      try readTable(bytes)
    }
  }

  private static func bytes(of path: FilePath) throws(FileError) -> ArraySlice<UInt8> {
    let bytes = try rethrowing(
      FileDescriptor.contents(ofList: path, upTo: byteLimit + 1),
      as: FileError.system(.read, path))
    guard bytes.count <= byteLimit else { throw .tooLarge(path, limit: byteLimit) }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  private mutating func readObjects(_ bytes: ArraySlice<UInt8>) throws {
    let decoder = JSONDecoder()
    var line = 0
    for object in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line += 1
      if object.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
      guard object.count <= Self.recordLimit else { throw PhotoTextError(line: line, .tooLong) }
      guard let entry = try? decoder.decode(Entry.self, from: Data(object)) else {
        throw PhotoTextError(line: line, .notAnObject)
      }
      try add(entry, line: line)
    }
  }

  private mutating func readTable(_ bytes: ArraySlice<UInt8>) throws {
    var table = DelimitedRecords(
      separator: UInt8(ascii: ","), hasQuotes: true, limit: Self.recordLimit)
    var columns: (input: Int, text: Int, count: Int)?
    func take(_ record: DelimitedRecords.Record) throws {
      let fields: [[UInt8]]
      switch record.content {
      case .fields(let found): fields = found
      case .strayQuote: throw PhotoTextError(line: record.line, .strayQuote)
      case .tooLong: throw PhotoTextError(line: record.line, .tooLong)
      case .openQuote: throw PhotoTextError(line: record.line, .openQuote)
      }
      let values = fields.map { String(validating: $0, as: UTF8.self) }
      guard let columns else {
        guard let input = values.firstIndex(of: "input"), let text = values.firstIndex(of: "text")
        else { throw PhotoTextError(line: record.line, .noColumns) }
        return columns = (input, text, fields.count)
      }
      guard fields.count == columns.count else {
        throw PhotoTextError(
          line: record.line, .columns(observed: fields.count, expected: columns.count))
      }
      guard let input = values[columns.input], let text = values[columns.text] else {
        throw PhotoTextError(line: record.line, .encoding)
      }
      try add(Entry(input: input, text: text), line: record.line)
    }
    for byte in bytes { if let record = table.take(byte) { try take(record) } }
    if let record = table.end() { try take(record) }
    if columns == nil { throw PhotoTextError(line: 1, .noColumns) }
  }

  private mutating func add(_ entry: Entry, line: Int) throws {
    let text: LabelText
    do {
      text = try LabelText(template: entry.text, format: format)
    } catch {
      throw PhotoTextError(line: line, .text(Wording.message(for: error)))
    }
    // A name as a path of this system has it: "./a.jpg" is "a.jpg".
    let name = String(decoding: FilePath(entry.input).lexicallyNormalized())
    if name.isEmpty { throw PhotoTextError(line: line, .noName) }
    if texts.updateValue(text, forKey: name) != nil {
      throw PhotoTextError(line: line, .repeated(entry.input))
    }
  }
}

/// What is wrong with a file of texts.
struct PhotoTextError: Error, Hashable {
  enum Reason: Hashable {
    case noColumns
    case columns(observed: Int, expected: Int)
    case strayQuote
    case openQuote
    case tooLong
    case encoding
    case notAnObject
    case noName
    case repeated(String)
    /// Why a text is none of a label.
    case text(String)
  }

  let line: Int
  let reason: Reason

  init(line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }
}
