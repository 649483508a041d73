import Testing
import TestSupport

@testable import Formats

@Suite("Dates in EXIF")
struct ExifDatesTests {
  private static let date = ExifDate(
    text: "2001:02:03 04:05:06", subsecond: "25", offset: "+09:00")
  private static let bare = ExifDate(text: "2001:02:03 04:05:06", subsecond: nil, offset: nil)

  private static func all(_ date: ExifDate) -> ExifDates {
    ExifDates(original: date, digitized: date, changed: date)
  }

  /// The texts of the main directory and the Exif directory.
  private static func texts(_ block: [UInt8]) throws -> [TIFFTag: String] {
    let structure = try TIFFStructure(block[...])
    let main = try structure.firstDirectory()
    let pointer = try #require(main[.exifIFD]?.unsigned(at: 0))
    let exif = try structure.directory(at: Int(pointer))
    return Dictionary(
      (exif.entries + main.entries).compactMap { entry in entry.text.map { (entry.tag, $0) } }
    ) { first, _ in first }
  }

  private static let order: [ByteOrder] = [.bigEndian, .littleEndian]

  /// A block with a maker note whose bytes say where it is, and with DateTimeOriginal.
  private static func block(_ order: ByteOrder, padding: Int = 0) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      size == 2 ? order.bytes(of: UInt16(value)) : order.bytes(of: UInt32(value))
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    let exif = 8 + 2 + 12 + 4
    let values = exif + 2 + 24 + 4
    var bytes = Array((order == .bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    bytes += number(1, 2) + entry(0x8769, 4, 1, exif) + number(0, 4)
    bytes += number(2, 2) + entry(0x9003, 2, 20, values)
    bytes += entry(0x927C, 7, 8 + padding, values + 20) + number(0, 4)
    bytes += Array("2024:01:31 23:59:58\0".utf8)
    return bytes + number(values + 20, 4) + Array("note".utf8)
      + [UInt8](repeating: 7, count: padding)
  }

  @Test("change only their bytes where the field is there", arguments: order)
  func inPlace(order: ByteOrder) throws {
    let block = Self.block(order)
    let dates = ExifDates(original: Self.bare, digitized: nil, changed: nil)
    let written = try dates.written(into: block, limit: 65_527)
    let place = block.count - 28
    #expect(written.count == block.count)
    #expect(written[..<place] == block[..<place])
    #expect(written[(place + 20)...] == block[(place + 20)...])
    #expect(Array(written[place..<place + 20]) == Array("2001:02:03 04:05:06\0".utf8))
  }

  @Test("are added at the end, and the maker note stays where it was", arguments: order)
  func added(order: ByteOrder) throws {
    let block = Self.block(order)
    let written = try Self.all(Self.date).written(into: block, limit: 65_527)
    let texts = try Self.texts(written)
    for tag in [TIFFTag.dateTimeOriginal, .dateTimeDigitized, .dateTime] {
      #expect(texts[tag] == "2001:02:03 04:05:06")
    }
    #expect(texts[.offsetTimeOriginal] == "+09:00")
    #expect(texts[.subSecTimeOriginal] == "25")
    // These had no field.
    #expect(texts[.offsetTimeDigitized] == nil && texts[.subSecTime] == nil)
    #expect(written[(block.count - 8)..<block.count] == block[(block.count - 8)...])
    let structure = try TIFFStructure(written[...])
    let pointer = try #require(try structure.firstDirectory()[.exifIFD]?.unsigned(at: 0))
    let exif = try structure.directory(at: Int(pointer))
    #expect(exif[.makerNote]?.valueOffset == block.count - 8)
    #expect(exif.entries.map(\.tag.rawValue) == exif.entries.map(\.tag.rawValue).sorted())
    // Written again, only their bytes change.
    let again = try Self.all(Self.date).written(into: written, limit: 65_527)
    #expect(again == written)
  }

  @Test("blank the offset and the fraction that are not known any more")
  func blanked() throws {
    let block = try Self.all(Self.date).written(into: Self.block(.bigEndian), limit: 65_527)
    let written = try Self.all(Self.bare).written(into: block, limit: 65_527)
    #expect(written.count == block.count)
    let texts = try Self.texts(written)
    #expect(texts[.offsetTimeOriginal] == "   :  ")
    #expect(texts[.subSecTimeOriginal] == "  ")
  }

  @Test("of a block without room leave out what it has no field for, or are refused")
  func noRoom() throws {
    let block = Self.block(.littleEndian)
    let dates = ExifDates(original: Self.date, digitized: nil, changed: nil)
    let written = try dates.written(into: block, limit: block.count)
    #expect(written.count == block.count)
    #expect(try Self.texts(written)[.offsetTimeOriginal] == nil)
    #expect(throws: ExifDateError.self) {
      try Self.all(Self.date).written(into: block, limit: block.count)
    }
  }

  @Test("make a block that reads as any")
  func newBlock() throws {
    let texts = try Self.texts(Self.all(Self.date).newBlock())
    #expect(texts[.dateTimeOriginal] == "2001:02:03 04:05:06")
    #expect(texts[.dateTime] == "2001:02:03 04:05:06")
    #expect(texts[.offsetTimeOriginal] == "+09:00")
  }

  @Test("are never written over what another field leads to")
  func shared() throws {
    var block = Self.block(.bigEndian)
    // The maker note is where the date is.
    let note = 8 + 2 + 12 + 4 + 2 + 12 + 8
    let date = block.count - 28
    block.replaceSubrange(note..<note + 4, with: ByteOrder.bigEndian.bytes(of: UInt32(date)))
    let dates = ExifDates(original: Self.bare, digitized: nil, changed: nil)
    let written = try dates.written(into: block, limit: 65_527)
    #expect(written[date..<date + 20] == block[date..<date + 20])
    #expect(try Self.texts(written)[.dateTimeOriginal] == "2001:02:03 04:05:06")
  }

  @Test("are not written into a block that is damaged", arguments: [2, 9, 12, 30, 40])
  func damaged(count: Int) {
    #expect(throws: ExifDateError.self) {
      try Self.all(Self.date).written(
        into: Array(Self.block(.bigEndian).prefix(count)), limit: 65_527)
    }
  }
}
