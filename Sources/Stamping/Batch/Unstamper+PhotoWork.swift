import Files
package import Formats
import JPEGSplice

extension Unstamper: PhotoWork {
  /// Refuses what carries no stamp: it has no output, and must not be in the way of one that has.
  package func check(_ reader: PhotoReader, format: PhotoFormat) throws(StampError) {
    guard format == .jpeg else { throw .formatWithoutStamp(format) }
    let source = try StampError.wrapping { () throws(FileError) in try reader.whole() }
    let structure = try StampError.wrapping { () throws(PhotoFileError) in
      try JPEGStructure(source.bytes)
    }
    guard try StampSegments(in: structure) != nil else { throw .notStamped }
  }

  package func perform(
    on source: PhotoSource, name: [UInt8]?, as format: PhotoFormat
  ) throws(StampError) -> FinishedPhoto {
    let photo = try unstamp(source)
    return FinishedPhoto(bytes: photo.bytes, result: .unstamped(photo.mark), warnings: [])
  }
}
