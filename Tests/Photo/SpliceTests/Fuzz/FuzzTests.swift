import Formats
import Foundation
import JPEGSplice
import TestSupport
import Testing

/// A trap fails the run; `DAYSTAMP_FUZZ` is the number of inputs, `DAYSTAMP_FUZZ_SEED` the first.
@Suite("Fuzzing")
struct FuzzTests {
  private static func setting(_ name: String, default value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  /// The processor time that one input may take.
  private static let limit = Duration.seconds(2)

  @Test("Hostile files end with an error, or are spliced, checked and given back, soon")
  func files() throws {
    let count = Self.setting("DAYSTAMP_FUZZ", default: 2000)
    let first = Self.setting("DAYSTAMP_FUZZ_SEED", default: 20_240_131)
    var slowest = Duration.zero
    var outcomes: [FuzzCase.Outcome: Int] = [:]
    for seed in first..<first + count {
      var input = FuzzCase(seed: UInt64(seed), corpus: FuzzCorpus.files)
      let time = processorTime {
        do {
          outcomes[try input.run(), default: 0] += 1
        } catch {
          let file = Data(input.bytes).base64EncodedString()
          Issue.record("seed \(seed): \(error); the file: \(file)")
        }
      }
      slowest = max(slowest, time)
      #expect(time < Self.limit, "seed \(seed)")
    }
    Attachment.record("slowest: \(slowest), \(outcomes)", named: "fuzz.txt")
    // Were all refused, nothing would have been tried.
    for outcome in FuzzCase.Outcome.allCases where outcome != .noStructure {
      #expect(outcomes[outcome, default: 0] > count / 20, "\(outcome)")
    }
  }

  @Test("The files to begin with are spliced, except the one that is refused")
  func corpus() throws {
    for bytes in FuzzCorpus.files where bytes != SmallJPEG.arithmetic.bytes {
      var input = FuzzCase(bytes)
      #expect(try input.run() == .spliced)
    }
    var refused = FuzzCase(SmallJPEG.arithmetic.bytes)
    #expect(try refused.run() == .noPicture)
  }

  @Test(
    "A file cut in its headers is refused; in its data it is refused, or spliced and given back",
    arguments: [SmallJPEG.restarts, .upright, .progressive])
  func cut(sample: SmallJPEG) throws {
    let file = JPEGParts(sample.bytes)
    let headers = file.parts[..<(try #require(file.firstData))].joined().count
    for length in 0..<sample.bytes.count {
      var input = FuzzCase(Array(sample.bytes[..<length]) + [0xFF, 0xD9])
      let outcome = try input.run()
      if length < headers { #expect([.noStructure, .noPicture].contains(outcome), "\(length)") }
      if length == sample.bytes.count - 2 { #expect(outcome == .spliced) }
    }
  }
}

/// One hostile input taken through everything that reads one.
struct FuzzCase {
  /// A promise of splicing that was broken.
  enum Finding: Error, Hashable {
    case check(Splice.CheckFailure)
    case reversalFails(ReversalError)
    /// Blocks outside the layer are others.
    case otherBlocks
    case otherOriginal
    case otherRecord
    /// Bytes that a record made of a file of fewer.
    case tooLarge(Int)
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

  /// - Throws: ``Finding`` alone; damaged files are refused, as they should be.
  mutating func run() throws(Finding) -> Outcome {
    guard let structure = try? JPEGStructure(bytes) else { return .noStructure }
    guard let picture = try? JPEGPicture(structure) else { return .noPicture }
    let layer = layer(on: picture.frame)
    guard let splice = try? Splice([layer], over: picture, colour: picture.colour) else {
      return .noSplice
    }
    guard let spliced = try? JPEGStructure(splice.bytes) else { throw .check(.differentFrame) }
    do { try splice.check(spliced, against: picture) } catch { throw .check(error) }
    // What restart markers separate from the layer is not read, and may be damaged.
    let comparison = try? JPEGPicture(spliced).comparison(
      with: picture, outside: [layer.area])
    if let comparison, comparison.different.contains(where: { $0 > 0 }) { throw .otherBlocks }
    try reverse(splice, picture)
    return .spliced
  }

  /// The original must come back, if need be from a record with whole scans. Changed records must be
  /// refused or read the same again, and what they make of changed files must stay in bounds.
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
      let damaged = mutator.changed(record)
      guard let changed = try? Reversal(encoded: damaged[...]) else { continue }
      guard (try? Reversal(encoded: changed.encoded[...])) == changed else { throw .otherRecord }
      try checkSize(of: changed, damaged, on: spliced, splice.bytes.count)
      let start = mutator.number(0..<splice.bytes.count)
      let file = SplicedBytes(
        mutator.changed(splice.bytes), without: start..<start + mutator.number(0..<9))
      try checkSize(of: changed, damaged, on: file, splice.bytes.count)
      try checkSize(of: reversal, record, on: file, splice.bytes.count)
    }
  }

  /// Whatever a record says, the file that it gives is made of its own bytes and those of the spliced
  /// file, which no code of at most 16 bits makes 16 times as many.
  private func checkSize(
    of reversal: Reversal, _ record: [UInt8], on file: SplicedBytes, _ count: Int
  ) throws(Finding) {
    // A ReversalError is as it should be.
    guard let original = try? reversal.original(of: file) else { return }
    guard original.count <= 16 * (count + 64) + record.count else {
      throw .tooLarge(original.count)
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

/// Files to begin with: all kinds of small ones, and some of other makes.
enum FuzzCorpus {
  static let files: [[UInt8]] =
    SmallJPEG.all.map(\.bytes)
    + [SmallJPEG.arithmetic.bytes]
    + [SmallJPEG.upright, .flat, .progressive, .refined, .progressiveRestarts].flatMap { sample in
      let file = JPEGParts(sample.bytes)
      return [
        file.withFullTables().bytes, file.withFullTables(hasAllCodes: true).bytes,
        file.withJunk().bytes,
      ]
    }
    + [SmallJPEG.separate, .restarts, .halved].compactMap { sample in
      try? JPEGParts(sample.bytes).withScarceTables().bytes
    }
    + [SmallJPEG.restarts, .halved, .gray].compactMap { try? ExactTables.recoded($0.bytes) }
    + [SmallJPEG.halved, .restarts].flatMap { sample in
      let file = JPEGParts(sample.bytes)
      return [file.withoutTables().bytes, file.withNumberOfLines().bytes]
    }
}
