package import Formats
import Synchronization

/// Decodes pictures whole: in this process, or where a decoder's fault does it no harm.
package protocol PictureDecoder: Sendable {
  /// Decodes a photo as ``Image/init(decoding:)`` does.
  ///
  /// - Throws: what that throws, and ``RasterError/decoder(_:_:)``.
  func picture(of photo: PhotoFile) throws(RasterError) -> Image

  /// Decodes a photo as ``SampleImage/decoded(from:)`` does.
  ///
  /// - Throws: what that throws, and ``RasterError/decoder(_:_:)``.
  func samples(of photo: PhotoFile) throws(RasterError) -> SampleImage

  /// Decodes a JPEG as ``ScaledJPEG/init(decoding:width:height:isExact:maxPixels:)`` does, to exactly
  /// the size that is wanted, or all of its size where that is smaller.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - size: that of the whole picture, as the file's header says it; the decoder has its time by it.
  ///   - width: what is wanted, in pixels, as coded.
  ///   - height: likewise.
  ///   - maxPixels: of the whole picture; more are refused before any is decoded.
  /// - Returns: the smaller picture.
  /// - Throws: what that throws, and ``RasterError/decoder(_:_:)``.
  func scaledJPEG(
    _ bytes: [UInt8], of size: PixelSize, width: Int, height: Int, maxPixels: Int
  ) throws(RasterError) -> ScaledJPEG

  /// Decodes a strip or tile of a TIFF file, whose samples stay as they are.
  ///
  /// - Returns: as many bytes as its form says; samples of 16 bits and more in the order of this machine.
  /// - Throws: `cannotDecode`, `cannotAllocate`, and ``RasterError/decoder(_:_:)``.
  func samples(of strip: TIFFStrip) throws(RasterError) -> [UInt8]

  /// Whether raw files can be developed at all.
  var developsRaw: Bool { get }

  /// Develops a camera's raw file as ``RawDeveloper`` does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - size: as the file says it; nil where it does not. The decoder has its time by it.
  ///   - maxPixels: more are refused before any is developed.
  /// - Returns: the picture, not turned.
  /// - Throws: what that throws, and ``RasterError/decoder(_:_:)``.
  func developed(
    _ bytes: [UInt8], of size: PixelSize?, maxPixels: Int
  ) throws(RasterError) -> Image

  /// Whether pictures of videos can be had at all.
  var showsVideos: Bool { get }

  /// The first picture of a video, small.
  ///
  /// - Parameters:
  ///   - path: the video's file.
  ///   - format: by its content.
  /// - Returns: a JPEG, by what another program made of the video; nil where it made none.
  func firstPicture(ofVideo path: String, _ format: VideoFormat) -> [UInt8]?
}

extension PictureDecoder {
  package var developsRaw: Bool { RawDeveloper.isThere }
  package var showsVideos: Bool { false }
  package func firstPicture(ofVideo path: String, _ format: VideoFormat) -> [UInt8]? { nil }
}

/// Decodes in this process, which a decoder's fault ends: for photos that nobody else made, and for
/// the process that does nothing else.
package struct InProcessDecoder: PictureDecoder {
  package init() {}

  package func picture(of photo: PhotoFile) throws(RasterError) -> Image {
    try Image(decoding: photo)
  }

  package func samples(of photo: PhotoFile) throws(RasterError) -> SampleImage {
    try SampleImage.decoded(from: photo)
  }

  package func scaledJPEG(
    _ bytes: [UInt8], of size: PixelSize, width: Int, height: Int, maxPixels: Int
  ) throws(RasterError) -> ScaledJPEG {
    try ScaledJPEG(
      decoding: bytes, width: width, height: height, isExact: true, maxPixels: maxPixels)
  }

  package func developed(
    _ bytes: [UInt8], of size: PixelSize?, maxPixels: Int
  ) throws(RasterError) -> Image {
    guard RawDeveloper.load() else { throw .cannotDecode(.tiff, detail: "LibRaw is missing") }
    return try RawDeveloper.develop(bytes, maxPixels: maxPixels)
  }

  package func samples(of strip: TIFFStrip) throws(RasterError) -> [UInt8] {
    try TIFFStrips.decoded(strip.bytes, sampleBytes: strip.form.sampleBytes)
  }

  /// Does what decoders do once in a process, which takes files and descriptors.
  package static func warmUp() {
    _ = libgd
    PNGCodec.warmUp()
    TIFFStrips.warmUp()
    WebPCodec.warmUp()
    _ = HEIF.makeContext().map(HEIF.free)
  }
}

/// How a decoder in a process of its own failed at a photo, other than by saying why.
package enum DecoderFailure: Error, Hashable, Sendable {
  /// A signal ended it: its own fault, or somebody's `kill`.
  case crashed(signal: CInt)
  /// It asked the kernel for what decoding a photo does not need.
  case forbidden
  /// It was ended after this time.
  case tooLong(seconds: Int)
  /// It had no more memory than this, in bytes.
  case outOfMemory(limit: Int)
  /// It ended before it was done.
  case endedEarly
  /// What it answered is no picture, or not the one that was asked for.
  case nonsense
  /// It could not be started; errno.
  case notStarted(CInt)
}

/// How much time of a processor decoding may take for the work under way, whatever its photos ask for: so
/// work that a photo only pretended to be short can be done elsewhere.
///
/// It holds for the thread that works, and is set around it.
package final class DecodingAllowance: Sendable {
  @TaskLocal package static var current: DecodingAllowance?

  private let left: Mutex<Double>

  /// - Parameter seconds: of a processor.
  package init(seconds: Double) { left = Mutex(seconds) }

  /// Seconds that are left; none or less where it is used up.
  package var secondsLeft: Double { left.withLock { $0 } }

  package var isUsedUp: Bool { secondsLeft <= 0 }

  /// Notes that decoding took time.
  package func take(_ seconds: Double) { left.withLock { $0 -= seconds } }
}
