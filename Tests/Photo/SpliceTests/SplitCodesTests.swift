import TestSupport
import Testing

@testable import JPEGSplice

@Suite("Codes that are split for room in full Huffman tables")
struct SplitCodesTests {
  /// The table that is best for frequencies that fall steeply, as those of a photo's symbols do.
  private static func table(seed: UInt64, symbols: Int) -> HuffmanTable {
    var random = SplitMix64(seed: seed)
    var counts = [Int](repeating: 0, count: 256)
    for index in 0..<symbols {
      counts[(index * 37 + Int(seed)) % 256] =
        1 + 1 << Int.random(in: 0...max(1, 24 - index / 5), using: &random)
    }
    return HuffmanTable(optimalFor: counts)
  }

  /// A full table with as many codes of the first lengths, as many as there can be of the next, and one
  /// of each length after it.
  private static func full(_ shortest: [Int]) -> HuffmanTable {
    var counts = shortest.map { UInt8($0) } + .init(repeating: 0, count: 16 - shortest.count)
    var free = 1
    for index in counts.indices {
      free = 2 * free - Int(counts[index])
      if index >= shortest.count {
        counts[index] = UInt8(free - 1)
        free = 1
      }
    }
    return HuffmanTable(
      counts: counts, symbols: (0..<counts.reduce(0) { $0 + Int($1) }).map { UInt8($0) })
  }

  private func unused(_ table: HuffmanTable) -> [UInt8] {
    (UInt8.min...UInt8.max).filter { !table.symbols.contains($0) }
  }

  /// Expects that a table with codes for further symbols has all others as they were, but for as few as
  /// possible, the last, which have zeros after them.
  private func expectRoom(_ table: HuffmanTable, for further: [UInt8]) throws {
    let roomier = try #require(table.makingRoom(for: further))
    let (old, new) = (try #require(table.codes), try #require(roomier.codes))
    let split = try #require(SplitCodes(from: table, to: roomier))
    #expect(Set(new.map(\.symbol)) == Set(table.symbols + further))
    #expect(new.count == old.count + further.count)
    for code in old {
      let start = code.bits << (16 - code.length)
      let longer = split.code(
        at: SplitPlace(position: .init(byte: 0, bit: 0), slot: 0, bits: start))
      let zeros = longer?.zeros ?? 0
      #expect(
        new.contains(
          .init(
            symbol: code.symbol, bits: code.bits << zeros, length: code.length + zeros)))
      #expect(longer == nil || longer?.length == code.length && zeros > 0)
    }
    let below = old.filter { $0.length < 16 }.suffix(split.codes.count)
    #expect(below.map(\.length) == split.codes.map(\.length))
    // One code fewer would have left too little room.
    let room = below.dropFirst().reduce(table.room) { $0 + 1 << (16 - $1.length) - 1 }
    #expect(split.codes.isEmpty || room < further.count)
  }

  @Test("are the last below sixteen bits, as few as possible", arguments: 0..<200)
  func optimal(seed: Int) throws {
    let table = Self.table(seed: UInt64(seed), symbols: 30 + seed)
    let unused = unused(table)
    for count in [1, 2, 5, 13, 26] where unused.count >= count {
      let further = Array(unused.reversed().prefix(count))
      guard table.makingRoom(for: further) != nil else { continue }
      try expectRoom(table, for: further)
    }
  }

  @Test(
    "leave all codes before them, and those of sixteen bits",
    arguments: [([0, 1, 2, 3], 3), ([0, 3], 14), ([0, 2, 3], 100), ([1], 1), ([0, 0, 3], 60)])
  func full(shortest: [Int], further: Int) throws {
    let table = Self.full(shortest)
    let added = (0..<further).map { UInt8(255 - $0) }
    #expect(table.room == 0)
    #expect(table.adding(added) == nil)
    try expectRoom(table, for: added)
  }

  @Test("are none where there is room after all codes")
  func roomAfter() throws {
    let table = Self.full([0, 3])
    let shorter = HuffmanTable(
      counts: Array(table.counts.dropLast()) + [0], symbols: table.symbols.dropLast())
    #expect(shorter.room == 1)
    #expect(shorter.makingRoom(for: [200]) == shorter.adding([200]))
    let roomier = try #require(shorter.makingRoom(for: [200, 201]))
    #expect(SplitCodes(from: shorter, to: roomier)?.codes.map(\.zeros) == [1])
  }

  @Test("make room in most tables that are full")
  func most() {
    let tables = (0..<200).map { Self.table(seed: $0, symbols: 120) }
    let full = tables.filter { $0.room < 5 }
    #expect(full.count > 20)
    let roomy = full.count { $0.makingRoom(for: unused($0).prefix(8)) != nil }
    #expect(roomy > full.count * 9 / 10)
  }

  @Test("may be of a symbol that has two")
  func twice() throws {
    let table = Self.full([0, 3])
    let twice = HuffmanTable(counts: table.counts, symbols: table.symbols.dropLast(2) + [7, 7])
    let roomier = try #require(twice.makingRoom(for: [99]))
    #expect(SplitCodes(from: twice, to: roomier)?.codes.map(\.zeros) == [1])
  }

  @Test("make no room for more symbols than a table has")
  func noRoom() throws {
    let table = try #require(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 0)))
    #expect(table.makingRoom(for: (0..<95).map { UInt8($0) }) == nil)
    #expect(table.makingRoom(for: (0..<94).map { UInt8($0) }) != nil)
  }

  @Test("are told from codes that are others")
  func others() throws {
    let table = try #require(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 0)))
    let other = try #require(HuffmanTable.standard(HuffmanSlot(kind: .ac, number: 1)))
    #expect(SplitCodes(from: table, to: other) == nil)
    var symbols = table.symbols
    symbols.swapAt(160, 161)
    #expect(
      SplitCodes(from: table, to: HuffmanTable(counts: table.counts, symbols: symbols)) == nil)
    #expect(SplitCodes(from: table, to: table)?.codes.isEmpty == true)
  }
}

@Suite("The search for codes that might be split")
struct SplitSearchTests {
  @Test("finds nothing to look for where the tables have all symbols, or room")
  func idle() throws {
    for sample in [SmallJPEG.halved, .restarts, .flat] {
      for scan in try JPEGPicture(sample.bytes).scans { #expect(SplitSearch(scan).isIdle) }
    }
    let scarce = try JPEGPicture(JPEGParts(SmallJPEG.halved.bytes).withScarceTables().bytes)
    #expect(!SplitSearch(scarce.scans[0]).isIdle)
    #expect(SplitSearch(nil).isIdle)
  }

  @Test("notes each place once, and gives up where there are too many")
  func places() throws {
    let scarce = try JPEGPicture(JPEGParts(SmallJPEG.halved.bytes).withScarceTables().bytes)
    var search = SplitSearch(scarce.scans[0])
    let start = search.sought[0].lowerBound
    #expect(start >> 8 == 0xFF)
    let bytes: [UInt8] = [0xFF, 0, UInt8(start & 0xFF), 0]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var reader = BitReader(base, 0..<4)
      reader.refill()
      search.pass(reader, slot: 0)
      #expect(search.take().map(\.bits) == [UInt16(start)])
      #expect(search.take().isEmpty)
      for _ in 0..<scarce.scans[0].data.count + 1024 { search.pass(reader, slot: 0) }
    }
    #expect(search.isIdle)
  }
}
