package import Files
import Glibc
package import SystemPackage

/// A file of GeoNames' places, one a line (https://download.geonames.org/export/dump/readme.txt,
/// "The main 'geoname' table"): `cities500.txt`, `cities15000.txt`, or lines of `allCountries.txt`.
extension Gazetteer {
  /// Bytes of a file; `allCountries.txt` as a whole has more, mountains and rivers among them.
  package static let byteLimit = 1 << 30
  /// Places that are kept: 224 MB of memory, their names not counted. GeoNames has about five million.
  package static let placeLimit = 8_000_000
  /// Bytes of a line; names in other languages alone may have 10,000 characters.
  static let lineLimit = 1 << 17

  /// Reads a file in UTF-8, its lines ended by LF or CRLF, and keeps its populated places (feature class
  /// P); other rows and empty lines are passed over.
  ///
  /// - Throws: ``GazetteerError``; nothing is read of a file that is larger than ``byteLimit``.
  package init(_ path: FilePath) throws(GazetteerError) {
    var reader = LineReader(try Self.open(path), limit: Self.lineLimit)
    var places = PlaceRows()
    var number = 0
    var size = 0
    while let line = try Self.line(from: &reader, path) {
      number += 1
      switch line {
      case .whole(let bytes), .cut(let bytes):
        size += bytes.count + 1
        if size > Self.byteLimit { throw .file(.tooLarge(path, limit: Self.byteLimit)) }
        try places.add(bytes, line: number)
      case .tooLong: throw .lineTooLong(line: number, limit: Self.lineLimit)
      }
    }
    guard !places.rows.isEmpty else { throw .noPlaces(lines: number) }
    self.init(consume places)
  }

  private static func line(
    from reader: inout LineReader, _ path: FilePath
  ) throws(GazetteerError) -> LineReader.Line? {
    do throws(Errno) {
      return try reader.next()
    } catch {
      throw .file(.system(.read, path, error))
    }
  }

  /// Opens a file, but no folder, FIFO or device, of a size within the limit.
  static func open(_ path: FilePath) throws(GazetteerError) -> FileDescriptor {
    do {
      let descriptor = try FileDescriptor.openToRead(path)
      let stat = try descriptor.stat()
      guard stat.type == .regular else {
        try descriptor.close()
        throw GazetteerError.file(.notAFile(path, FileError.Kind(stat.type)))
      }
      guard stat.size <= Int64(byteLimit) else {
        try descriptor.close()
        throw GazetteerError.file(.tooLarge(path, limit: byteLimit))
      }
      return descriptor
    } catch {
      throw error as? GazetteerError ?? .file(.system(.open, path, error as? Errno ?? .ioError))
    }
  }
}

/// The places of the lines read so far, their coordinates in range and their names within the buffer.
struct PlaceRows {
  private(set) var rows: [Gazetteer.Row] = []
  private(set) var names: [UInt8] = []
  /// Where the tabs of the present line are.
  private var tabs: [Int] = []

  /// Columns of a line.
  static let columnCount = 19
  /// Bytes of a name; GeoNames has 200 characters at most.
  private static let nameLimit = 800
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Adds a line's place, where it is a populated one.
  ///
  /// - Parameters:
  ///   - line: without what ends it but a carriage return.
  ///   - number: the line's, from 1; the first may begin with a byte order mark.
  /// - Throws: ``GazetteerError`` where the line is not of the format.
  mutating func add(_ line: [UInt8], line number: Int) throws(GazetteerError) {
    var bytes = line[...]
    if number == 1, bytes.starts(with: Self.mark) { bytes = bytes.dropFirst(Self.mark.count) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if bytes.isEmpty { return }
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw .notUTF8(line: number) }
    tabs.removeAll(keepingCapacity: true)
    for (index, byte) in zip(bytes.indices, bytes) where byte == UInt8(ascii: "\t") {
      tabs.append(index)
    }
    guard tabs.count + 1 == Self.columnCount else {
      throw .columns(line: number, observed: tabs.count + 1, expected: Self.columnCount)
    }
    func text(_ column: GazetteerColumn) -> ArraySlice<UInt8> {
      let index = column.index
      return bytes[(index == 0 ? bytes.startIndex : tabs[index - 1] + 1)..<tabs[index]]
    }
    guard text(.featureClass).elementsEqual("P".utf8) else { return }
    guard rows.count < Gazetteer.placeLimit else {
      throw .tooManyPlaces(line: number, limit: Gazetteer.placeLimit)
    }
    func field<Value>(
      _ column: GazetteerColumn, _ read: (ArraySlice<UInt8>) -> Value?
    ) throws(GazetteerError) -> Value {
      let text = text(column)
      if let value = read(text) { return value }
      throw .field(column, line: number, observed: FactLine.text(text) ?? "")
    }
    let name = try field(.name) { 1...Self.nameLimit ~= $0.count ? $0 : nil }
    let asciiName = try field(.asciiName) { $0.count <= Self.nameLimit ? $0 : nil }
    let isOther = asciiName != name
    let row = Gazetteer.Row(
      latitude: try field(.latitude) { Self.coordinate($0, limit: 90) },
      longitude: try field(.longitude) { Self.coordinate($0, limit: 180) },
      identifier: try field(.identifier) { Self.number($0).flatMap(UInt32.init(exactly:)) },
      // More than there are people on the Earth is as good as that.
      population: try field(.population) { Self.number($0).map(UInt32.init(clamping:)) },
      // The names are shorter than the file, which is shorter than 2^32.
      nameStart: UInt32(names.count), nameLength: UInt16(name.count),
      asciiNameLength: isOther ? UInt16(asciiName.count) : 0,
      country: try field(.country, Self.country))
    rows.append(row)
    names += name
    if isOther { names += asciiName }
  }

  /// By bands of latitude, in each from west to east.
  mutating func sort() {
    rows.sort { ($0.band, $0.longitude) < ($1.band, $1.longitude) }
  }

  /// A whole number of at most 18 digits.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard 1...18 ~= text.count, text.allSatisfy(isDigit) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Decimal degrees in ``Gazetteer/Row/unit``, digits beyond those left out.
  private static func coordinate(_ text: ArraySlice<UInt8>, limit: Int) -> Int32? {
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = (isNegative ? text.dropFirst() : text).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, 1...3 ~= parts[0].count, let degrees = number(parts[0]) else {
      return nil
    }
    var value = degrees * Gazetteer.Row.unit
    if parts.count == 2 {
      guard !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return nil }
      var unit = Gazetteer.Row.unit
      for digit in parts[1].prefix(7) {
        unit /= 10
        value += Int(digit - UInt8(ascii: "0")) * unit
      }
    }
    guard value <= limit * Gazetteer.Row.unit else { return nil }
    return Int32(isNegative ? -value : value)
  }

  /// Two capital letters as a number; 0 for none, as at places that no country has.
  private static func country(_ text: ArraySlice<UInt8>) -> UInt16? {
    if text.isEmpty { return 0 }
    guard text.count == 2, text.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
      return nil
    }
    return text.reduce(0) { $0 << 8 | UInt16($1) }
  }
}

/// A column that is read of GeoNames' 19.
package enum GazetteerColumn: String, Sendable, CaseIterable {
  case identifier = "geonameid"
  case name
  case asciiName = "asciiname"
  case latitude, longitude
  case featureClass = "feature class"
  case country = "country code"
  case population

  /// From 0.
  var index: Int {
    switch self {
    case .identifier: 0
    case .name: 1
    case .asciiName: 2
    case .latitude: 4
    case .longitude: 5
    case .featureClass: 6
    case .country: 8
    case .population: 14
    }
  }

  /// What may stand in it.
  package var expected: String {
    switch self {
    case .identifier: "0 to \(UInt32.max)"
    case .name: "1 to 200 characters"
    case .asciiName: "at most 200 characters"
    case .latitude: "-90 to 90"
    case .longitude: "-180 to 180"
    case .featureClass: "a letter"
    case .country: "two capital letters, or nothing"
    case .population: "a whole number"
    }
  }
}

/// Why a gazetteer is not read. Lines count from 1.
package enum GazetteerError: Error, Sendable, Hashable {
  case file(FileError)
  /// The line has not as many fields between tabs as the format has.
  case columns(line: Int, observed: Int, expected: Int)
  /// A field is not what ``GazetteerColumn/expected`` says; of a long one the beginning is observed.
  case field(GazetteerColumn, line: Int, observed: String)
  case notUTF8(line: Int)
  /// In bytes.
  case lineTooLong(line: Int, limit: Int)
  case tooManyPlaces(line: Int, limit: Int)
  /// No line has a populated place.
  case noPlaces(lines: Int)
}
