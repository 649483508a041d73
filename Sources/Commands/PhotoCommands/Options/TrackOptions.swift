package import ArgumentParser
import Places
import Shell
package import SystemPackage
package import Tracks
import Wording

/// The tracks that tell where photos were taken.
package struct TrackOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      The place of photos without a position, by their times: a track in GPX, NMEA or Google's \
      Timeline (JSON); may be repeated.
      """, valueName: "file"),
    completion: .file(), transform: RawArguments.path)
  package var track: [FilePath] = []

  package init() {}

  /// Reads the tracks, and says which of their points are left out.
  ///
  /// - Parameter isQuiet: whether that is not said.
  /// - Returns: nil where none is given.
  /// - Throws: `ValidationError`.
  package func places(isQuiet: Bool = false) throws -> TrackPlaces? {
    if track.isEmpty { return nil }
    var all = TrackPoints()
    for path in track {
      do throws(TrackError) {
        let read = try TrackPoints(reading: path, limit: Track.pointLimit - all.points.count)
        if read.leftOut.count > 0, !isQuiet { Console.say(Wording.leftOut(read, path)) }
        all = all + read
      } catch {
        throw ValidationError("--track \(Wording.name(path)): \(Wording.sentence(for: error))")
      }
    }
    return TrackPlaces(Track(all.points), zones: .ofThisProgram)
  }
}

extension Wording {
  static func leftOut(_ read: TrackPoints, _ path: FilePath) -> String {
    let reasons = read.leftOut.messages.map(\.commandLine).joined(separator: "; ")
    return "\(name(path)): note: \(counted(read.points.count, "point")) used; "
      + "\(read.leftOut.count) left out: \(reasons)"
  }
}
