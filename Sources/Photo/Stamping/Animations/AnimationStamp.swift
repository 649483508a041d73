import AnimationSplice
import Files
import Formats
import Hashing
import JPEGSplice
import Raster

/// What proves that an animation is the one that was stamped.
struct AnimationProof {
  /// The digest of its frames without their labels.
  let original: [UInt8]
  let kept: Kept

  enum Kept {
    /// What takes the labels off.
    case undo(ArraySlice<UInt8>)
    /// The digest of the stamped frames; nothing more is kept.
    case stamped([UInt8])
  }

  /// The pixels: a file may come out as it was, but for that its codes must have been ours.
  var restores: Restoration? { if case .undo = kept { .pixels } else { nil } }
}

extension AnimationProof {
  static let codes: ClosedRange<UInt8> = 8...9

  /// 8, the digest, and the undo; or 9 and both digests.
  var encoded: [UInt8] {
    switch kept {
    case .undo(let undo): [8] + original + undo
    case .stamped(let digest): [9] + original + digest
    }
  }

  /// - Parameters:
  ///   - code: the first byte of ``encoded``.
  ///   - bytes: all others.
  init?(code: UInt8, encoded bytes: ArraySlice<UInt8>) {
    original = Array(bytes.prefix(StampRecord.hashSize))
    let rest = bytes.dropFirst(StampRecord.hashSize)
    switch code {
    case 8:
      guard original.count == StampRecord.hashSize else { return nil }
      kept = .undo(rest)
    case 9 where rest.count == StampRecord.hashSize: kept = .stamped(Array(rest))
    default: return nil
    }
  }
}

/// The stamp of an animation with its frames labelled one by one.
struct AnimationStamp {
  let mark: StampMark
  private let offset: Int
  private let proof: AnimationProof

  /// Reads the stamp of a photo.
  ///
  /// - Returns: nil where it carries none, or that of a picture alone.
  /// - Throws: ``StampError/unreadableStamp(offset:)`` where it is damaged or of a newer version.
  init?(_ photo: PhotoFile) throws(StampError) {
    guard let block = photo.structure.stampBlock else { return nil }
    let record = try StampRecord(block)
    guard case .frames(let proof) = record.proof else { return nil }
    (mark, offset, self.proof) = (record.mark, block.offset, proof)
  }

  /// The digest of the frames without their labels.
  var originalFrames: [UInt8] { proof.original }

  /// The file without its labels, proved by the digest of its frames.
  ///
  /// - Parameter animation: the stamped one.
  /// - Returns: the file without a stamp's record.
  /// - Throws: ``StampError/stampedForGood``, ``StampError/editedSinceStamping``, and where a frame cannot
  ///   be decoded.
  func takenOff(_ animation: any Animation) throws(StampError) -> [UInt8] {
    guard case .undo(let undo) = proof.kept else { throw .stampedForGood }
    let restored = try rethrowing(animation.restored(by: undo), as: StampError.raster)
    guard let restored, let photo = try? PhotoFile(restored) else {
      throw .unreadableStamp(offset: offset)
    }
    let original = try rethrowing(animation.reading(photo), as: StampError.raster)
    guard try original.digest() == proof.original else { throw .editedSinceStamping }
    return restored
  }

  /// Whether the frames are those that were stamped.
  ///
  /// - Throws: ``StampError`` but for ``StampError/editedSinceStamping``.
  func isUnchanged(_ animation: any Animation) throws(StampError) -> Bool {
    if case .stamped(let digest) = proof.kept { return try animation.digest() == digest }
    do throws(StampError) {
      _ = try takenOff(animation)
      return true
    } catch {
      if case .editedSinceStamping = error { return false }
      throw error
    }
  }
}

extension Animation {
  /// SHA-256 of all that makes the frames what they are.
  func digest() throws(StampError) -> [UInt8] {
    var hash = SHA256()
    do throws(RasterError) {
      try describe { hash.update($0.bytes) }
    } catch {
      throw .raster(error)
    }
    return hash.finish()
  }

  /// How many pixels of all pictures outside some areas are the same as another animation's, and how many
  /// are not; nil where they have not as many pictures of the same size.
  func comparison(
    with other: any Animation, outside areas: [PixelArea]
  ) throws(StampError) -> (compared: Int, different: Int)? {
    guard extent.size == other.extent.size, extent.frames == other.extent.frames else {
      return nil
    }
    var players = (AnimationPlayer(self), AnimationPlayer(other))
    var (compared, different) = (0, 0)
    do throws(RasterError) {
      while let own = try players.0.picture(), let others = try players.1.picture() {
        let counts = own.comparison(with: others, outside: areas)
        compared += counts.compared
        different += counts.different
      }
    } catch {
      throw .raster(error)
    }
    return (compared, different)
  }
}
