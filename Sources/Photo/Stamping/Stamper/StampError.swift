package import CaptureTime
package import Files
package import Formats
package import JPEGSplice
package import Raster
package import SystemPackage

/// Why a photo was not stamped, or its stamp not taken off or checked; the wording is the caller's.
package enum StampError: Error, Sendable {
  case file(FileError)
  case photo(PhotoFileError)
  case video(VideoFileError)
  case raster(RasterError)
  case label(LabelError)
  case jpeg(JPEGError)
  /// Nothing is drawn in a TIFF of this form.
  case tiff(TIFFObstacle)
  /// A camera's raw file holds no large picture, and the library that develops it is not installed.
  case needsLibRaw(RawFormat)
  /// The library cannot develop it, in its own words.
  case notDeveloped(RawFormat, detail: String)
  /// The photo has more pixels than allowed; nothing was decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The pictures of an animation have more pixels together than allowed; nothing was decoded.
  case tooManyFrames(frames: Int, width: Int, height: Int, limit: Int)
  /// The work on the photo may take more memory than one photo may have; nothing was decoded. Both in
  /// bytes.
  case tooMuchMemory(needed: Int, allowed: Int)
  /// Nothing in the photo says when it was taken.
  case noCaptureTime(CaptureTimeReport)
  /// The only time is that of the file's last change, and the capture time was required.
  case onlyFileModified(CaptureTime)
  /// The time is known in UTC alone, and what a clock showed then depends on the machine's time zone,
  /// which may not be asked.
  case needsZone(CaptureTime)
  /// The shift cannot be applied to this time: it has only a day.
  case shift(CaptureTime, TimeShiftError)
  /// Clocks in the zone that was named never showed the time.
  case skipped(SkippedTime)
  /// The decoded picture is not of the size that the file's header says.
  case sizeMismatch(width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// The output cannot carry these; `--allow-loss` writes it all the same.
  case losses([StampLoss])
  /// An input replaced in place would hold another format than its name says.
  case inPlaceChangesFormat(from: PhotoFormat, to: PhotoFormat)
  /// Every pixel would be re-encoded with loss, and the photo itself would be gone.
  case inPlaceLosesPixels(PhotoFormat)
  /// The one output's name says another format than this input is written in.
  case outputNameSays(PhotoFormat, outputIs: PhotoFormat)
  /// The photo would be written over an input.
  case conflict(OutputConflict)
  /// A file is there already that was made of another photo, or of this one before it was changed.
  case outputOfAnother(FilePath)
  /// A file is there already that was made of this photo, but with other options.
  case outputWithOtherOptions(FilePath)
  /// The file that would be replaced is a camera's raw file.
  case outputIsRaw(FilePath, RawFormat)
  /// The file that is there already could not be read.
  case outputFile(FileError)
  /// The stamped file did not pass its own check and was not written: a bug.
  case failedCheck
  /// The file of words for each photo has none for this one, of this name.
  case noText(name: String)
  /// The photo carries no stamp.
  case notStamped
  /// Photos of this format carry no stamp that could be taken off: they have no place for it.
  case formatWithoutStamp(PhotoFormat)
  /// It was stamped with `--no-undo` or with loss, and does not hold what the label covers.
  case stampedForGood
  /// Without its stamp the photo is not the one that was stamped: another program changed it since.
  case editedSinceStamping
  /// The date cannot be written into the photo.
  case date(DateError)
  /// The file beside the photo cannot be written into.
  case companion(CompanionProblem)
  /// There is no date to be written into the photo, which is as it should be.
  case notDated(DateSkip)
  /// The stamp's segment, chunk or block at this byte is damaged, or a newer version of Daystamp wrote
  /// it.
  case unreadableStamp(offset: Int)
}

extension StampError {
  /// Whether the photo may be as it was and is only larger than is worked on here.
  package var isOfSize: Bool {
    switch self {
    case .tooManyPixels, .tooManyFrames, .tooMuchMemory, .file(.overMemory),
      .raster(.cannotAllocate):
      true
    default: false
    }
  }
}

/// What a person should know about a photo that was stamped.
package enum StampWarning: Hashable, Sendable {
  case lost(StampLoss)
  /// The photo is a JPEG out of a camera's raw file, and smaller than what the sensor measured.
  case smallerThanRaw(RawFormat, picture: PixelSize, sensor: PixelSize)
  /// It was made of a camera's raw file, which holds no large picture.
  case developedRaw(RawFormat)
  /// It is written under a name with a number, because another photo has the name without one.
  case numbered(FilePath, OutputConflict)
  /// The text did not fit and is smaller than asked by this factor.
  case shrunk(factor: Double)
  /// The format is lossy, so that every pixel is re-encoded and the stamp cannot be taken off.
  case lossyFormat(PhotoFormat)
  /// An earlier label could not be taken off, and lies below the new one.
  case oldLabelStays
  /// The photo is a gray JPEG, so its label is gray too.
  case grayPhoto
  /// Labels, or a logo, cover each other.
  case overlappingLabels
  /// No font has these characters of what the photo says, which are left out.
  case lackingGlyphs([Character])
  /// The text is so small that it is hard to read: its size in pixels.
  case smallText(emPixels: Double)
  /// The time is the file's last change: the photo itself says none.
  case timeOfFileModification
  /// The time is hardly that of the photo, and there is no better one.
  case doubtfulTime(ClockDoubt)
  /// The file's last change is used, although the photo or its name seems to say another time.
  case unusedTime(CaptureTimeCandidate)
  /// A file beside the photo is not used, which might have said its time.
  case companion(CompanionProblem)
  /// The shift's years and months lead to a day that the month does not have; its last was taken.
  case monthsEnd(CivilDate, insteadOf: Int)
  /// Its time has no offset; this zone of the track tells it.
  case zoneOfTrack(String)
  /// The name says another format than the content.
  case nameSays(PhotoFormat, contentIs: PhotoFormat)
  /// The palette had no room for the label's colours; the nearest were taken.
  case approximatedColours
  /// A JPEG is cut at its blocks: what is left has this size and lies so many pixels further right and
  /// down than was asked for, as displayed.
  case cropMoved(width: Int, height: Int, right: Int, down: Int)
  /// The shape that was asked for would have less than a pixel in one direction; it has one.
  case cropTooNarrow(width: Int, height: Int)
  /// The EXIF has no room for the offset or the fraction of the time.
  case offsetNotWritten
  /// The label shows another time than the photo's EXIF has now.
  case labelShowsOther(String)
  /// Another place of the photo's metadata has another time than its EXIF has now.
  case otherTimeStays(CaptureTimeSource)
  /// What follows the image of a JPEG is left out, for it would not fit what is left of it.
  case cutTrailer
  /// The JPEG lacked its EOI marker, which was added.
  case addedEnd
  /// A metadata block could not be read and was left out.
  case unreadableMetadata(MetadataProblem)

  /// Whether it says that the label's time may not be that of the photo.
  package var isOfDoubtfulTime: Bool {
    switch self {
    case .timeOfFileModification, .doubtfulTime: true
    default: false
    }
  }
}
