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
}
