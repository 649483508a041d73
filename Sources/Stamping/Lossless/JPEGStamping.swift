import Files
import Glibc
import JPEGSplice
import Formats

/// Stamps a JPEG, coding only the blocks under its label anew.
struct JPEGStamping {
  private let picture: JPEGPicture
  private let colour: ComponentColour
  private let orientation: Orientation

  /// - Parameters:
  ///   - photo: a JPEG that carries no stamp.
  ///   - structure: its segments.
  /// - Throws: ``JPEGError`` where its headers are damaged or it is of a form that is not spliced.
  init(_ photo: PhotoFile, _ structure: JPEGStructure) throws(JPEGError) {
    picture = try JPEGPicture(structure)
    orientation = photo.header.orientation
    switch photo.header.colour {
    case .gray: colour = .gray
    case .rgb: colour = .rgb
    default: colour = .ycc
    }
  }

  /// A label that was drawn for the photo as displayed, turned to the picture as it is coded.
  func layer(_ label: LabelDrawing) -> Layer {
    Layer(
      label, orientation: orientation, codedWidth: picture.frame.width,
      codedHeight: picture.frame.height)
  }

  /// Stamps the photo, and checks the result before it is returned.
  ///
  /// - Parameters:
  ///   - layer: the label on the picture as it is coded.
  ///   - text: the label's words.
  ///   - time: the time that it shows.
  ///   - originalHash: SHA-256 of the photo.
  ///   - keepsUndo: whether the file is to hold what the label covers.
  /// - Returns: the stamped file.
  /// - Throws: ``StampError/jpeg(_:)`` where the entropy-coded data are damaged, and
  ///   ``StampError/failedCheck`` where the result does not pass the check.
  func stamp(
    _ layer: Layer, text: String, time: String?, originalHash: [UInt8], keepsUndo: Bool
  ) throws(StampError) -> StampRoute.Result {
    func record(_ proof: StampRecord.Proof) -> StampRecord {
      StampRecord(
        label: text, time: time, originalHash: originalHash, area: layer.area, proof: proof)
    }

    var splice = try splice(layer)
    var file: [UInt8]
    if keepsUndo {
      file = try finish(splice.takeBytes(), record(.reversal(splice.reversal))).bytes
      if !restores(file) {
        // The encoder codes runs of blocks in a way that is not known here: its scans are kept whole.
        splice = try self.splice(layer)
        let whole = splice.reversal.keepingScans(of: picture)
        file = try finish(splice.takeBytes(), record(.reversal(whole))).bytes
        guard restores(file) else { throw .failedCheck }
      }
    } else {
      // The hash is of what is around the stamp, so it can be put in afterwards.
      let stamp: Range<Int>
      (file, stamp) = try finish(splice.takeBytes(), record(.unknownHash))
      let known = record(.hash(StampMark.hash(file, without: stamp)))
      guard let segments = StampSegments.bytes(for: known.bytes) else { throw .failedCheck }
      file.replaceSubrange(stamp, with: segments)
    }
    do {
      try splice.check(JPEGStructure(file), against: picture)
    } catch {
      throw .failedCheck
    }
    return StampRoute.Result(bytes: file, fidelity: .lossless(isReversible: keepsUndo))
  }

  private func splice(_ layer: Layer) throws(StampError) -> Splice {
    var splice = try rethrowing(Splice(layer, over: picture, colour: colour), as: StampError.jpeg)
    for segment in segmentsWithPlaces {
      splice.reversal.add(segment.range, original: Array(picture.bytes[segment.range]))
    }
    return splice
  }

  /// The spliced file with a stamp after its other application segments and comments, and with every
  /// record of where the first image ends corrected.
  ///
  /// - Returns: the file, and where its stamp is.
  private func finish(
    _ spliced: consuming [UInt8], _ record: StampRecord
  ) throws(StampError) -> (bytes: [UInt8], stamp: Range<Int>) {
    guard let segments = StampSegments.bytes(for: record.bytes) else { throw .failedCheck }
    let structure = picture.structure
    let place = structure.endOfLeadingSegments
    var file = spliced
    file.insert(contentsOf: segments, at: place)
    let oldEnd = imageEnd
    let newEnd = oldEnd + file.count - picture.bytes.count
    for segment in segmentsWithPlaces {
      let old = segment.range
      let start = old.lowerBound + (old.lowerBound < place ? 0 : segments.count)
      let new = start..<start + old.count
      if segment.marker == .app2 {
        MultiPictureIndex.relocate(
          in: &file, at: new, oldStart: old.lowerBound, oldEnd: oldEnd, newEnd: newEnd)
      } else {
        ContainerDirectory.correct(in: &file, at: new, from: oldEnd, to: newEnd)
      }
    }
    return (file, place..<place + segments.count)
  }

  private var imageEnd: Int { picture.structure.imageEnd ?? picture.bytes.count }

  /// The segments that record where the first image ends, in the order of the file.
  private var segmentsWithPlaces: [JPEGSegment] {
    let index = picture.structure.multiPictureSegment.map { [$0] } ?? []
    let directories = ContainerDirectory.segments(
      in: picture.structure, saying: imageEnd)
    return (index + directories).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether unstamping gives the original back.
  private func restores(_ stamped: [UInt8]) -> Bool {
    guard let structure = try? JPEGStructure(stamped),
      let restored = try? StampedJPEG(structure)?.restored(),
      restored.count == picture.bytes.count
    else { return false }
    return restored.withUnsafeBytes { restored in
      picture.bytes.withUnsafeBytes { original in
        guard let restored = restored.baseAddress, let first = original.baseAddress else {
          return false
        }
        return memcmp(restored, first, original.count) == 0
      }
    }
  }
}

extension JPEGStructure {
  /// The offset after the application segments and comments that the file begins with.
  fileprivate var endOfLeadingSegments: Int {
    let leading = segments.prefix { $0.marker.isApplication || $0.marker == .comment }
    return leading.last?.range.upperBound ?? 2
  }
}
