import Files
import Formats
import Raster

/// A decoded photo: pixels as they are coded, and how they are turned for display.
struct Canvas {
  let image: Image
  let orientation: Orientation

  /// Decodes a photo's picture.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - decoder: decodes it.
  /// - Throws: ``StampError/sizeMismatch(width:height:expectedWidth:expectedHeight:)`` where the
  ///   label would be in another place than the header says, as on a GIF whose first picture is
  ///   smaller than its screen.
  init(decoding photo: PhotoFile, by decoder: any PictureDecoder) throws(StampError) {
    do throws(RasterError) {
      image = try decoder.picture(of: photo)
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

  init(image: Image, orientation: Orientation) {
    self.image = image
    self.orientation = orientation
  }

  /// In pixels, as the photo is displayed.
  private var displayedSize: (width: Int, height: Int) {
    orientation.swapsAxes ? (image.height, image.width) : (image.width, image.height)
  }

  /// Draws a label, upright on the photo as it is displayed.
  func draw(_ label: LabelDrawing) {
    let placement = Placement(
      x: label.x, y: label.y, orientation: orientation, codedWidth: image.width,
      codedHeight: image.height)
    image.blend(label.overlay, through: placement)
  }

  /// Encodes the picture as it is.
  func encoded(_ encoding: Encoding) throws(StampError) -> [UInt8] {
    try rethrowing(image.encoded(as: encoding), as: StampError.raster)
  }

  /// The picture as a format takes it: turned upright where that has no orientation.
  func turned(for format: PhotoFormat) throws(StampError) -> Canvas {
    format.carriesMetadata ? self : try upright()
  }

  /// The picture with its pixels turned for display.
  func upright() throws(StampError) -> Canvas {
    guard orientation != .topLeft else { return self }
    let (width, height) = displayedSize
    let turned = try rethrowing(
      image.turned(
        width: width, height: height,
        through: Placement(
          x: 0, y: 0, orientation: orientation, codedWidth: image.width,
          codedHeight: image.height)), as: StampError.raster)
    return Canvas(image: turned, orientation: .topLeft)
  }
}
