import ArgumentParser
import Decoding
import Glibc

/// What the scripts of this folder measure inside one process, a subcommand each.
@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Times parts of Daystamp, for the scripts in Benchmarks.",
    subcommands: [
      CardBenchmark.self, DecodingBenchmark.self, FilterBenchmark.self, HashBenchmark.self,
      JournalBenchmark.self, KeyBenchmark.self, PeopleBenchmark.self, ThumbnailBenchmark.self,
      ZoneBenchmark.self,
    ])

  static func main() {
    DecoderProgram.runIfAsked()
    main(nil)
  }
}

/// Seconds of a clock, for differences.
enum Clock {
  /// What all threads of this process have had of the processor.
  static var processor: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
  /// On the wall.
  static var wall: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
