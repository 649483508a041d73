import Formats

@testable import JPEGSplice

/// Files whose tables have codes for their own symbols alone, and no room for another.
enum ExactTables {
  /// A sequential file of one scan, coded with tables whose longest codes have sixteen bits.
  static func recoded(_ bytes: [UInt8]) throws -> [UInt8] {
    let picture = try JPEGPicture(bytes)
    let nothing = BlockArea(columns: 0..<0, rows: 0..<0)
    let store = CoefficientStore(picture.frame.components.map { _ in nothing })
    var reader = PictureReader(picture, tracing: [0])
    let trace = try reader.trace(0)
    let scan = picture.scans[0]
    var writer = ScanWriter(picture, scan: scan, trace: trace, store: store)
    for (slot, table) in try writer.optimalTables() {
      writer.tables[slot] = slot.kind == .ac ? steep(table) : table
    }
    var output = BitWriter(
      Array(bytes[..<scan.segment.range.lowerBound]) + HuffmanTable.segment(writer.tables)
        + Array(bytes[scan.segment.range]))
    let result = try writer.write(onto: &output, from: scan.data.lowerBound)
    return output.bytes + bytes[result.next...]
  }

  /// The same symbols with one code of each length, and as many of the longest as are left; where those
  /// are short, symbols that no block has take the longer ones.
  private static func steep(_ table: HuffmanTable) -> HuffmanTable {
    var weights = [Int](repeating: 0, count: 256)
    var (weight, next) = (1, 1)
    for symbol in table.symbols.reversed() {
      weights[Int(symbol)] = weight
      (weight, next) = (next, min(weight + next, 1 << 40))
    }
    let steep = HuffmanTable(optimalFor: weights)
    var (counts, symbols) = (steep.counts, steep.symbols)
    let longest = counts.lastIndex { $0 > 0 } ?? 0
    for index in counts.indices where index > longest {
      counts[index] = 1
      symbols.append(UInt8(index << 4 | 0x0B))
    }
    return HuffmanTable(counts: counts, symbols: symbols)
  }
}
