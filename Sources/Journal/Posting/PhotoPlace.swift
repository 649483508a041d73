import CaptureTime
import Files
import Formats
import Stamping
import SystemPackage

/// Where in the journal's folder a post's files are: `photos/YYYY/MM/DD/`, by the post's day, and
/// a name that says the time and, so that no two are the same, the first of the post's own bytes.
struct PhotoPlace {
  private let stem: String
  /// Counts the places of one post at one time, from 1.
  private let turn: Int

  private init(stem: String, turn: Int) { (self.stem, self.turn) = (stem, turn) }

  /// - Parameters:
  ///   - time: when the photo was taken.
  ///   - uid: the post's 16 bytes.
  init(_ time: PostTime, uid: [UInt8]) {
    let wall = time.captureTime
    var name = wall.date.description
    if time.precision != .day {
      // The clock of ISO 8601 without colons, which file systems of other machines do not take.
      let clock = wall.description.dropFirst(name.count + 1).prefix { $0.isNumber || $0 == ":" }
      name += "_" + clock.filter(\.isNumber)
    }
    self.init(
      stem: "\(Self.folder(of: time.day))/\(name)_\(uid.prefix(4).hexadecimal)", turn: 1)
  }

  /// Where the files of a day's posts are.
  static func folder(of day: CivilDate) -> FilePath {
    FilePath("photos/" + day.description.split(separator: "-").joined(separator: "/"))
  }

  /// Another place for the same post and time.
  var next: PhotoPlace { PhotoPlace(stem: stem, turn: turn + 1) }

  func file(_ format: PhotoFormat) -> FilePath { path("", format) }

  func originalFile(_ format: PhotoFormat) -> FilePath { path(".original", format) }

  private func path(_ infix: String, _ format: PhotoFormat) -> FilePath {
    FilePath("\(stem)\(turn == 1 ? "" : "_\(turn)")\(infix).\(format.fileExtension)")
  }
}
