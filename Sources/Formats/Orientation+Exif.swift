extension Orientation {
  /// The orientation that the main directory of an EXIF block gives; `topLeft` where it gives none
  /// or none from 1 to 8.
  init(exif: ArraySlice<UInt8>?) {
    guard let exif, let structure = try? TIFFStructure(exif),
      let directory = try? structure.firstDirectory(),
      let value = directory[.orientation]?.unsigned(at: 0)
    else {
      self = .topLeft
      return
    }
    self = Orientation(rawValue: Int(value)) ?? .topLeft
  }
}
