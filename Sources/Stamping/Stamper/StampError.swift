package import CaptureTime
package import PhotoFile
package import Raster
import SystemPackage

/// Why a photo was not stamped; the wording is the caller's.
package enum StampError: Error, Sendable {
  case file(FileError)
  case photo(PhotoFileError)
  case raster(RasterError)
  case label(LabelError)
  /// The photo has more pixels than allowed; nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The photo says nowhere when it was taken.
  case noCaptureTime(CaptureTimeReport)
  /// The only time is that of the file's last change, and the capture time was required.
  case onlyFileModified(CaptureTime)
  /// The shift cannot be applied to this time, which knows only the day.
  case shift(CaptureTime, TimeShiftError)
  /// The decoded picture is not of the size that the file's header says.
  case sizeMismatch(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// libgd reads the still pictures of this format only.
  case undecodableAnimation(PhotoFormat)
  /// The result would be without these; `--allow-loss` goes ahead.
  case losses([StampLoss])
  /// An input replaced in place would hold another format than its name says.
  case inPlaceChangesFormat(from: PhotoFormat, to: PhotoFormat)
  /// The one output's name says another format than this input is written in.
  case outputNameSays(PhotoFormat, outputIs: PhotoFormat)
}

/// Something of a photo that its output cannot carry.
package enum StampLoss: Hashable, Sendable {
  /// All pictures but the first; the count where it is known.
  case animation(frames: Int?)
  case pages(Int)
  /// The lower bits of every channel: libgd keeps eight.
  case bitsPerChannel(Int)
  /// Half the steps of transparency: libgd keeps seven bits.
  case partialTransparency
  /// All transparency: the format has none.
  case transparency(into: PhotoFormat)
  /// The ink channels; the photo becomes RGB.
  case cmyk
  case metadata([MetadataKind], into: PhotoFormat)
  /// A gain map, depth map or video beside the picture.
  case extra(HiddenExtra)

  /// True where the photo is still stamped without asking: what is seen of it stays.
  var isOnlyNamed: Bool {
    switch self {
    case .animation, .pages, .bitsPerChannel, .partialTransparency, .transparency, .cmyk: false
    case .metadata(_, let format): ![.heic, .avif, .tiff].contains(format)
    case .extra: true
    }
  }
}

/// Something that a person should know of a photo that was stamped all the same.
package enum StampWarning: Hashable, Sendable {
  case lost(StampLoss)
  /// The text did not fit and is smaller than asked by this factor.
  case shrunk(factor: Double)
  /// The time is the file's last change: the photo itself says none.
  case timeOfFileModification
  /// The name says another format than the content.
  case nameSays(PhotoFormat, contentIs: PhotoFormat)
  /// The palette had no room for the label's colours; the nearest were taken.
  case approximatedColours
  /// A metadata block could not be read; it was passed over.
  case unreadableMetadata(MetadataProblem)
}
