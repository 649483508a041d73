import Testing

@testable import Store

@Suite("Records of a hostile database")
struct StoredRecordTests {
  private static let pageSize = 4_096

  /// A leaf with the number of cells, all at one place, of a record that runs over to page 2 and, as
  /// `next` says, on from each page.
  private func database(
    pages: Int, cells: Int = 1, recordSize: Int, next: (Int) -> Int
  ) -> [UInt8] {
    func number(_ number: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func varint(_ number: Int) -> [UInt8] {
      [UInt8(number >> 14 | 0x80), UInt8(number >> 7 & 0x7F | 0x80), UInt8(number & 0x7F)]
    }
    let most = Self.pageSize - 35
    let least = (Self.pageSize - 12) * 32 / 255 - 23
    let fitting = least + (recordSize - least) % (Self.pageSize - 4)
    let local = fitting <= most ? fitting : least
    // A blob that is the whole record but its header.
    let header: [UInt8] = [4] + varint((recordSize - 4) * 2 + 12)
    var cell = varint(recordSize) + [1] + header
    cell += [UInt8](repeating: 7, count: local - header.count) + number(2, bytes: 4)
    let start = Self.pageSize - cell.count
    var leaf: [UInt8] = [13, 0, 0] + number(cells, bytes: 2) + [0, 0, 0]
    for _ in 0..<cells { leaf += number(start, bytes: 2) }
    leaf += [UInt8](repeating: 0, count: start - leaf.count) + cell
    var file = leaf
    for page in 2...pages {
      file += number(next(page), bytes: 4) + [UInt8](repeating: 7, count: Self.pageSize - 4)
    }
    return file
  }

  /// Reads the first page's cells again and again.
  private func read(_ file: [UInt8], times: Int) throws -> (cells: Int, records: Int) {
    let pages = DatabasePages(file: file, log: [])
    let bytes = try #require(pages.page(1))
    let page = try #require(BTreePage(bytes, isFirst: false))
    let reader = CellReader(pages: pages)
    let records = (0..<times).count { _ in
      reader.cell(at: page.cells[0], of: page.kind, in: bytes) != nil
    }
    return (page.cells.count, records)
  }

  @Test("are read where they run over to other pages, a few times")
  func allowance() throws {
    let file = database(pages: 40, recordSize: 120_000) { $0 == 30 ? 0 : $0 + 1 }
    let found = try read(file, times: 1_000)
    #expect(1...20 ~= found.records)
  }

  @Test("are not read where their pages go round in a ring")
  func ring() throws {
    let file = database(pages: 3, recordSize: 120_000) { $0 == 2 ? 3 : 2 }
    #expect(try read(file, times: 1).records == 0)
  }

  @Test("are not read where more pages follow than they need")
  func tooLong() throws {
    let file = database(pages: 40, recordSize: 120_000) { $0 + 1 }
    #expect(try read(file, times: 1).records == 0)
  }

  @Test("are read once where many cells are of one place")
  func samePlace() throws {
    let file = database(pages: 40, cells: 100, recordSize: 120_000) { $0 == 30 ? 0 : $0 + 1 }
    #expect(try read(file, times: 1).cells == 1)
  }
}
