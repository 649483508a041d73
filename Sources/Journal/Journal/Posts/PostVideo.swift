package import Files
package import Formats
import Stamping
import Store
import SystemPackage

/// A video of a post, stored unchanged and without a label.
package struct PostVideo: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// It is the part of the post itself.
    case itself
    /// It is in the photo's file, as of a motion photo, and of its original where that is kept.
    case within
    /// It is beside the photo, as of a Live Photo, with its SHA-256.
    case beside(ContainedPath, hash: [UInt8])
  }

  package let place: Place
  /// In bytes.
  package let byteCount: Int
  /// Nil where its file does not say it.
  package let milliseconds: Int?

  /// What is read as a number of bytes or milliseconds.
  static let numbers = 1...9_007_199_254_740_991

  init(_ place: Place, byteCount: Int, milliseconds: Int?) {
    (self.place, self.byteCount, self.milliseconds) = (place, byteCount, milliseconds)
  }

  init(_ place: Place, _ file: VideoFile) {
    self.init(
      place, byteCount: file.byteCount,
      milliseconds: file.duration.map { max(1, Int(($0 * 1_000).rounded())) })
  }

  /// Its own file; nil if the video is the part itself, or inside the photo's file.
  package var file: ContainedPath? { if case .beside(let file, _) = place { file } else { nil } }

  /// SHA-256 of that file.
  package var hash: [UInt8]? { if case .beside(_, let hash) = place { hash } else { nil } }

  /// The same video at another place.
  func at(_ place: Place) -> PostVideo {
    PostVideo(place, byteCount: byteCount, milliseconds: milliseconds)
  }

  /// Reads its values of ``PostPhoto/columns``; nil of a photo that is still.
  init?(_ values: inout RowDecoder) throws {
    // Rows that a salvage has read of an older journal have nothing here.
    let isVideo = try values.nextIfAny(in: 0...1) == 1
    let bytes = try values.nextIfAny(in: Self.numbers)
    let milliseconds = try values.nextIfAny(in: Self.numbers)
    let file = try values.pathIfAny()
    var place = isVideo ? Place.itself : .within
    if let file {
      place = .beside(file, hash: try values.bytes())
    } else {
      values.skip(1)
    }
    guard let bytes else {
      if isVideo { throw JournalError.corruptValue(of: "bytes") }
      return nil
    }
    self.init(place, byteCount: bytes, milliseconds: milliseconds)
  }
}

extension PostPhoto {
  /// The format of a video, by its file's name.
  package var videoFormat: VideoFormat? {
    isVideo ? file.path.extension.flatMap(VideoFormat.init(fileExtension:)) : nil
  }

  /// Refuses a video: nothing is drawn on it, and it is not decoded.
  ///
  /// - Throws: `StampError.photo(_:)` with `PhotoFileError.video(_:)`.
  func checkIsPhoto() throws(StampError) {
    if isVideo { throw .photo(.video(videoFormat ?? .mp4)) }
  }

  /// What the database has of its video.
  var storedVideo:
    (isVideo: Bool, bytes: Int?, duration: Int?, file: ContainedPath?, hash: [UInt8]?)
  {
    guard let video else { return (false, nil, nil, nil, nil) }
    switch video.place {
    case .itself: return (true, video.byteCount, video.milliseconds, nil, nil)
    case .within: return (false, video.byteCount, video.milliseconds, nil, nil)
    case .beside(let file, let hash):
      return (false, video.byteCount, video.milliseconds, file, hash)
    }
  }
}

extension [UInt8] {
  /// Whether another SHA-256 is this one with a few bits damaged: those of two files differ in about 128 of their
  /// 256 bits, and in 48 or fewer once in 2^80.
  func isHash(damagedTo other: [UInt8]) -> Bool {
    count == other.count && zip(self, other).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } <= 48
  }
}
