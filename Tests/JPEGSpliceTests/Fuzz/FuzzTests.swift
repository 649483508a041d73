import Foundation
import Testing

/// A trap fails the run; `DAYSTAMP_FUZZ=1000000` takes so many inputs, `DAYSTAMP_FUZZ_SEED` others.
@Suite("Fuzzing")
struct FuzzTests {
  private static func setting(_ name: String, default value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  /// What one input may take, on a busy machine.
  private static let limit = Duration.seconds(2)

  @Test("Hostile files end with an error, or are spliced, checked and given back, soon")
  func files() throws {
    let count = Self.setting("DAYSTAMP_FUZZ", default: 2000)
    let first = Self.setting("DAYSTAMP_FUZZ_SEED", default: 20_240_131)
    let clock = ContinuousClock()
    var slowest = Duration.zero
    var outcomes: [FuzzCase.Outcome: Int] = [:]
    for seed in first..<first + count {
      var input = FuzzCase(seed: UInt64(seed), corpus: FuzzCorpus.files)
      let start = clock.now
      do {
        outcomes[try input.run(), default: 0] += 1
      } catch {
        let file = Data(input.bytes).base64EncodedString()
        Issue.record("seed \(seed): \(error); the file: \(file)")
      }
      let time = clock.now - start
      slowest = max(slowest, time)
      #expect(time < Self.limit, "seed \(seed)")
    }
    Attachment.record("slowest: \(slowest), \(outcomes)", named: "fuzz.txt")
    // Were all refused, nothing would have been tried.
    for outcome in FuzzCase.Outcome.allCases where outcome != .noStructure {
      #expect(outcomes[outcome, default: 0] > count / 20, "\(outcome)")
    }
  }

  @Test("The files to begin with are spliced, but the one that is refused")
  func corpus() throws {
    for bytes in FuzzCorpus.files where bytes != SmallJPEG.arithmetic.bytes {
      var input = FuzzCase(bytes)
      #expect(try input.run() == .spliced)
    }
    var refused = FuzzCase(SmallJPEG.arithmetic.bytes)
    #expect(try refused.run() == .noPicture)
  }

  @Test("A file cut at any length", arguments: [SmallJPEG.restarts, .upright, .progressive])
  func cut(sample: SmallJPEG) throws {
    for length in 0..<sample.bytes.count {
      var input = FuzzCase(Array(sample.bytes[..<length]) + [0xFF, 0xD9])
      _ = try input.run()
    }
  }
}
