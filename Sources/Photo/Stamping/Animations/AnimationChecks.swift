import AnimationSplice
import Files
import Formats
import Raster

extension Unstamper {
  /// Takes the stamp off an animation; nil where the photo's stamp is that of a picture alone, or it has
  /// none.
  func unstampAnimation(
    _ photo: PhotoFile, _ decoder: () -> any PictureDecoder
  ) throws(StampError) -> UnstampedPhoto? {
    guard let stamp = try AnimationStamp(photo) else { return nil }
    guard stamp.mark.isReversible else { throw .stampedForGood }
    let animation = try AnimationStamping.animation(photo, decodingBy: decoder())
    let bytes = try stamp.takenOff(animation)
    let isWholeFile = StampMark.hash(bytes) == stamp.mark.originalHash
    return UnstampedPhoto(
      bytes: bytes, mark: stamp.mark, restores: isWholeFile ? .bytes : .pixels)
  }
}

extension Verifier {
  /// Checks the stamp of an animation; nil where the photo's stamp is that of a picture alone, or it has
  /// none.
  func verifyAnimation(
    _ photo: PhotoFile, original source: PhotoSource?, _ decoder: () -> any PictureDecoder
  ) throws(StampError) -> Verification? {
    guard let stamp = try AnimationStamp(photo) else { return nil }
    let decoder = decoder()
    let animation = try AnimationStamping.animation(photo, decodingBy: decoder)
    let isUnchanged = try stamp.isUnchanged(animation)
    let problems: [VerificationProblem] = isUnchanged ? [] : [.editedSinceStamping]
    guard let source else { return Verification(mark: stamp.mark, problems: problems) }
    let original = try rethrowing(PhotoFile(source.bytes), as: StampError.photo)
    guard original.header.format == photo.header.format else {
      return Verification(mark: stamp.mark, problems: problems + [.notThisOriginal])
    }
    let before = try AnimationStamping.animation(original, decodingBy: decoder)
    let isItself = StampMark.hash(source.bytes) == stamp.mark.originalHash
    guard try isItself ? true : before.digest() == stamp.originalFrames else {
      return Verification(mark: stamp.mark, problems: problems + [.notThisOriginal])
    }
    return Verification(
      mark: stamp.mark, problems: problems,
      comparison: try animation.comparison(with: before, outside: stamp.mark.areas))
  }
}
