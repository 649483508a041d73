import Files
import Formats
import Raster

/// A decoded photo: pixels as they are coded, and how they are turned for display.
struct Canvas {
  let pixels: PhotoPixels
  let orientation: Orientation

  /// Decodes a photo's picture.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - inSamples: whether to its own samples, which its format must have a codec for, or as libgd has it.
  ///   - decoder: decodes it.
  /// - Throws: ``StampError/sizeMismatch(width:height:expectedWidth:expectedHeight:)`` where the
  ///   label would be in another place than the header says, as on a GIF whose first picture is
  ///   smaller than its screen.
  init(
    decoding photo: PhotoFile, inSamples: Bool = false, by decoder: any PictureDecoder
  ) throws(StampError) {
    do throws(RasterError) {
      pixels =
        inSamples
        ? .samples(try decoder.samples(of: photo)) : .libgd(try decoder.picture(of: photo))
    } catch .otherSize(let width, let height, let expectedWidth, let expectedHeight) {
      throw .sizeMismatch(
        width: width, height: height, expectedWidth: expectedWidth, expectedHeight: expectedHeight)
    } catch {
      throw .raster(error)
    }
    orientation = Self.orientation(of: photo)
    let (width, height) = displayedSize
    let frame = Frame(photo.header)
    guard (width, height) == (frame.pixelWidth, frame.pixelHeight) else {
      throw .sizeMismatch(
        width: width, height: height, expectedWidth: frame.pixelWidth,
        expectedHeight: frame.pixelHeight)
    }
  }

  /// How a photo's decoded pixels are turned for display.
  static func orientation(of photo: PhotoFile) -> Orientation {
    // libheif turns HEIC and AVIF upright as it decodes them; libgd turns nothing.
    photo.header.format.isDecodedUpright ? .topLeft : photo.header.orientation
  }

  init(_ pixels: PhotoPixels, orientation: Orientation) {
    self.pixels = pixels
    self.orientation = orientation
  }

  init(image: Image, orientation: Orientation) {
    self.init(.libgd(image), orientation: orientation)
  }

  var width: Int { pixels.width }
  var height: Int { pixels.height }

  /// The picture as libgd has it.
  var image: Image {
    get throws(StampError) { try rethrowing(pixels.inLibgd(), as: StampError.raster) }
  }

  /// The picture in samples, or as libgd has it.
  func inSamples(_ inSamples: Bool) throws(StampError) -> Canvas {
    let pixels: PhotoPixels =
      inSamples
      ? .samples(try rethrowing(pixels.inSamples(), as: StampError.raster)) : .libgd(try image)
    return Canvas(pixels, orientation: orientation)
  }

  /// In pixels, as the photo is displayed.
  private var displayedSize: (width: Int, height: Int) {
    orientation.swapsAxes ? (height, width) : (width, height)
  }

  /// The picture as it is when it is decoded from a file of a format.
  func inForm(of format: PhotoFormat) throws(StampError) -> Canvas {
    Canvas(
      try rethrowing(pixels.inForm(of: format), as: StampError.raster), orientation: orientation)
  }

  /// Draws a label, upright on the photo as it is displayed, in the tone that suits the pixels under it.
  ///
  /// - Throws: ``StampError/raster(_:)`` where there is not enough memory.
  func draw(_ label: LabelDrawing) throws(StampError) {
    let frame = CodedFrame(orientation: orientation, width: width, height: height)
    let label = label.fitted(on: frame) { pixels.words(of: $0) } ?? label
    let placement = Placement(
      x: label.x, y: label.y, orientation: orientation, codedWidth: width, codedHeight: height)
    try rethrowing(pixels.blend(label.overlay, through: placement), as: StampError.raster)
  }

  /// Encodes the picture as it is, with the metadata that go in as it is encoded.
  func encoded(
    _ encoding: Encoding, carrying metadata: PictureMetadata = PictureMetadata()
  ) throws(StampError) -> [UInt8] {
    try rethrowing(pixels.encoded(as: encoding, carrying: metadata), as: StampError.raster)
  }

  /// The picture with its pixels turned for display.
  func upright() throws(StampError) -> Canvas {
    guard orientation != .topLeft else { return self }
    let (displayed, image) = (displayedSize, try image)
    let turned = try rethrowing(
      image.turned(
        width: displayed.width, height: displayed.height,
        through: Placement(
          x: 0, y: 0, orientation: orientation, codedWidth: width, codedHeight: height)),
      as: StampError.raster)
    return Canvas(image: turned, orientation: .topLeft)
  }
}
