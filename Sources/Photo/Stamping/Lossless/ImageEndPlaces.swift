import Formats

/// What a JPEG's segments say of where its first image ends, which is corrected in a file that is made
/// from it.
struct ImageEndPlaces {
  /// Those that say it, in the order of the file.
  let segments: [JPEGSegment]
  /// Where the first image ends.
  let end: Int

  /// - Parameters:
  ///   - structure: the file's.
  ///   - limit: segments that begin there or later are left out; nil for none.
  init(in structure: JPEGStructure, before limit: Int = .max) {
    let end = structure.imageEnd ?? structure.bytes.count
    let index = structure.multiPictureSegment.map { [$0] } ?? []
    let directories = ContainerDirectory.segments(in: structure, saying: end)
    segments = (index + directories).filter { $0.range.lowerBound < limit }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.end = end
  }

  /// Puts segments into the new file, which up to there has the old one's.
  ///
  /// - Parameters:
  ///   - inserted: the segments.
  ///   - place: where they go.
  ///   - file: the new file.
  ///   - oldCount: the old file's length.
  func insert(_ inserted: [UInt8], at place: Int, into file: inout [UInt8], oldCount: Int) {
    file.insert(contentsOf: inserted, at: place)
    correct(in: &file, newEnd: end + file.count - oldCount) {
      $0 < place ? $0 : $0 + inserted.count
    }
  }

  /// Corrects the segments in the new file, where they have their lengths.
  ///
  /// - Parameters:
  ///   - file: the new file.
  ///   - newEnd: where its first image ends.
  ///   - newStart: the place in it of a segment of the old one.
  func correct(in file: inout [UInt8], newEnd: Int, newStart: (Int) -> Int) {
    for segment in segments {
      let old = segment.range
      let start = newStart(old.lowerBound)
      let new = start..<start + old.count
      if segment.marker == .app2 {
        MultiPictureIndex.relocate(
          in: &file, at: new, oldStart: old.lowerBound, oldEnd: end, newEnd: newEnd)
      } else {
        ContainerDirectory.correct(in: &file, at: new, from: end, to: newEnd)
      }
    }
  }
}

extension JPEGStructure {
  /// The offset after the application segments and comments that the file begins with.
  var endOfLeadingSegments: Int {
    let leading = segments.prefix { $0.marker.isApplication || $0.marker == .comment }
    return leading.last?.range.upperBound ?? 2
  }
}
