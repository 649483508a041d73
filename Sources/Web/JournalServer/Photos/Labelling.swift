import CaptureTime
import Fonts
import Formats
import Journal
import Places
import Raster
import Stamping
import Store
import Synchronization

/// Makes stampers by the journal's rules for what a stamp may lose.
final class Labelling: Sendable {
  /// More than any camera's sensor has; a file that claims more is made to break programs.
  static let maxPixels = PhotoHeader.mostPixels(megapixels: 200)
  /// As many as the command line takes where nothing else is said: what it has posted is shown.
  static let maxThumbnailPixels = PhotoHeader.mostPixels(megapixels: 400)
  /// More than cameras write in formats other than JPEG. Of a JPEG only the blocks under the label are
  /// decoded; any other photo is in memory whole, on each core.
  static let maxRecodedPixels = PhotoHeader.mostPixels(megapixels: 64)

  private let searchPath: FontSearchPath
  private let places: ZoneFinder?
  private let now: @Sendable () -> Int
  let decoder: any PictureDecoder
  /// Faces stay open, for reading them takes longer than most labels.
  private let fonts = Mutex<[LabelStyle.Face: LabelFonts]>([:])

  init(_ settings: ServerSettings) {
    (searchPath, places) = (settings.fonts, settings.places)
    (now, decoder) = (settings.now, settings.decoder)
  }

  /// - Parameters:
  ///   - look: how labels look.
  ///   - rule: its zone is for times that are known in UTC only, unless it follows photos and a photo says
  ///     where it was taken.
  ///   - given: the time that a person gave.
  /// - Returns: what draws labels of the look.
  /// - Throws: what opening a face throws.
  func stamper(
    drawing look: LabelLook, by rule: DayRule, given: CaptureTime?
  ) throws -> Stamper {
    try Stamper(
      Stamper.Settings(
        labels: [
          LabelDesign(
            style: look.style, text: look.journalText(), fonts: open(look.style.face))
        ],
        time: TimeSettings(
          reader: CaptureTimeReader(
            zone: rule.zone, now: now(), places: rule.followsPhotos ? places : nil), given: given,
          adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false),
        quality: nil, allowsLoss: true, keepsUndo: true, maxPixels: Self.maxPixels,
        maxRecodedPixels: Self.maxRecodedPixels, decoder: self.decoder))
  }

  /// A small picture of a photo, upright and without a label.
  ///
  /// - Throws: `StampError`.
  func small(_ photo: [UInt8]) throws -> [UInt8] {
    try Thumbnail(of: photo, .large, maxPixels: Self.maxThumbnailPixels, decoder: decoder).bytes
  }

  private func open(_ face: LabelStyle.Face) throws -> LabelFonts {
    if let known = fonts.withLock({ $0[face] }) { return known }
    let opened = try LabelFonts(
      face: face, searchPath: searchPath, installed: .ofThisMachine)
    // A person's own file may change.
    if case .bundled = face { fonts.withLock { $0[face] = opened } }
    return opened
  }
}
