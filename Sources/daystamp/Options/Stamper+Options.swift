import CaptureTime
import Shell
import Stamping

extension Stamper {
  /// What stamps photos of the journal: never smaller or poorer than it has to be, since what cannot
  /// be taken off again is kept as it was beside the stamped photo.
  init(drawing look: LabelLook, time: TimeSettings, _ limit: PixelLimitOption) throws {
    self.init(
      Stamper.Settings(
        style: look.style, text: try look.text(),
        fonts: try LabelFonts(ofThisProgram: look.style.face),
        time: time, quality: nil, allowsLoss: true, keepsUndo: true,
        maxPixels: limit.maxPixels * 1_000_000))
  }

  /// What stamps a post's photo again, whose time is told: nothing is looked for in the photo.
  init(redrawing look: LabelLook, _ limit: PixelLimitOption) throws {
    let time = TimeSettings(
      reader: .ofThisMachine(zone: nil), given: nil, adjustment: CaptureTimeAdjustment(),
      requiresCaptureTime: false)
    try self.init(drawing: look, time: time, limit)
  }
}
