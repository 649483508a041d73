package import Formats

extension CaptureTime {
  /// The time as EXIF writes it. Of a time that knows only the day the time of day is blank, as the standard
  /// has it for what is not known (Exif 3.0, 4.6.5.4); seconds are written as 0 where they are not known, for
  /// most readers take no blank beside digits.
  package var exifDate: ExifDate {
    let day = "\(year.padded(to: 4)):\(month.padded(to: 2)):\(self.day.padded(to: 2))"
    guard precision != .day else {
      return ExifDate(text: "\(day)   :  :  ", subsecond: nil, offset: nil)
    }
    return ExifDate(
      text: "\(day) \(clock):\(second.padded(to: 2))",
      subsecond: precision == .second ? subsecond : nil,
      offset: offset.map { UTCOffset.text($0, separator: ":") })
  }
}
