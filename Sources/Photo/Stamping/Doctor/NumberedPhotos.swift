import Files
import SystemPackage

/// Photos of one camera and folder in the order of the numbers in their names: IMG_0001, IMG_0002.
struct NumberedPhotos {
  private struct Series: Hashable {
    let folder: FilePath
    let prefix: String
  }

  /// Each with its number; ascending.
  let photos: [(number: Int, clock: PhotoClock)]

  /// The series of one camera's photos; those without a number, or with a date in their names, are left
  /// out.
  static func all(of photos: [PhotoClock]) -> [NumberedPhotos] {
    photos.grouped { photo in
      photo.number.map { Series(folder: photo.path.folder, prefix: $0.prefix) }
    }.map { series in
      NumberedPhotos(
        photos: series.photos.compactMap { photo in photo.number.map { ($0.value, photo) } }
          .sorted { $0.0 < $1.0 })
    }
  }
}

extension PhotoClock {
  /// What stands before the number in the file's name, and the number: three to six digits at its end.
  var number: (prefix: String, value: Int)? {
    guard named == nil, let stem = path.stem else { return nil }
    let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }
    guard 3...6 ~= digits.count, let value = Int(String(digits.reversed())) else { return nil }
    return (String(stem.dropLast(digits.count)), value)
  }
}
