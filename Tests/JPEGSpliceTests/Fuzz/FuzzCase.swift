import Formats
import JPEGSplice

/// One hostile input taken through everything that reads one.
struct FuzzCase {
  /// What a splice promises and one did not keep.
  enum Finding: Error, Hashable {
    case check(Splice.CheckFailure)
    case reversalFails(ReversalError)
    case otherOriginal
    case otherRecord
  }

  /// How far an input got.
  enum Outcome: String, CaseIterable {
    case noStructure, noPicture, noSplice, spliced
  }

  let bytes: [UInt8]
  private(set) var mutator: Mutator

  /// An input that a seed gives.
  init(seed: UInt64, corpus: [[UInt8]]) {
    mutator = Mutator(seed: seed, corpus: corpus)
    bytes = mutator.file()
  }

  /// A given input.
  init(_ bytes: [UInt8], seed: UInt64 = 0) {
    self.bytes = bytes
    mutator = Mutator(seed: seed, corpus: [bytes])
  }

  /// - Throws: ``Finding`` alone; that damaged files are refused is as it should be.
  mutating func run() throws(Finding) -> Outcome {
    guard let structure = try? JPEGStructure(bytes) else { return .noStructure }
    guard let picture = try? JPEGPicture(structure) else { return .noPicture }
    let layer = layer(on: picture.frame)
    guard let splice = try? Splice(layer, over: picture, colour: picture.colour) else {
      return .noSplice
    }
    guard let spliced = try? JPEGStructure(splice.bytes) else { throw .check(.differentFrame) }
    do { try splice.check(spliced, against: picture) } catch { throw .check(error) }
    try reverse(splice, picture)
    return .spliced
  }

  /// The original must come back, if need be from a record with whole scans; from changed records
  /// and files anything may come, but no trap.
  private mutating func reverse(_ splice: Splice, _ picture: JPEGPicture) throws(Finding) {
    let spliced = SplicedBytes(splice.bytes, without: 0..<0)
    var reversal = splice.reversal
    if (try? reversal.original(of: spliced)) != bytes {
      reversal = reversal.keepingScans(of: picture)
      let original: [UInt8]
      do { original = try reversal.original(of: spliced) } catch { throw .reversalFails(error) }
      guard original == bytes else { throw .otherOriginal }
    }
    let record = reversal.encoded
    guard (try? Reversal(encoded: record[...])) == reversal else { throw .otherRecord }
    for _ in 0..<4 {
      guard let changed = try? Reversal(encoded: mutator.changed(record)[...]) else { continue }
      _ = try? changed.original(of: spliced)
      let start = mutator.number(0..<splice.bytes.count)
      let file = SplicedBytes(
        mutator.changed(splice.bytes), without: start..<start + mutator.number(0..<9))
      _ = try? changed.original(of: file)
      _ = try? reversal.original(of: file)
    }
  }

  private mutating func layer(on frame: JPEGFrameHeader) -> Layer {
    switch mutator.number(0..<4) {
    case 0 where frame.width * frame.height < 10_000: return Label.whole(frame)
    case 1:
      return Label.layer(x: frame.width - 20, y: frame.height - 10, width: 40, height: 20)
    default:
      return Label.layer(
        x: mutator.number(-20..<frame.width), y: mutator.number(-10..<frame.height),
        width: mutator.number(0..<40), height: mutator.number(0..<20))
    }
  }
}
