import CLinux.Sandbox
package import Formats
import Glibc
package import Raster

/// The side of the decoding process: the same program as its parent, started with a first argument that
/// no person gives.
///
/// It reads requests from its standard input, a socket, and answers each there, until that is closed.
package enum DecoderProgram {
  /// The first argument, before the number of bytes of memory and the part kept of it.
  static let word = "decode-photos-for-parent"
  /// The last argument of a process that develops raw files too, and loads the library for it.
  static let developing = "raw"
  /// The exit code of one that ran out of memory; as `EX_OSERR` of sysexits.h, which means nothing else
  /// here.
  static let outOfMemory: CInt = 71
  /// The exit code of one that could not give up its privileges.
  private static let notSafe: CInt = 70
  /// The exit code of one that was started by hand (`EX_USAGE`).
  private static let usage: CInt = 64

  /// Decodes photos where this process was started for that, and does not return then.
  ///
  /// To be called before anything else, while the process has one thread.
  ///
  /// - Parameter decode: how; other than usual in tests alone.
  package static func runIfAsked(
    decoding decode: (DecodingRequest.Kind, [UInt8]) throws(RasterError) -> DecodedPicture = decoded
  ) {
    VideoFrames.runIfAsked()
    let arguments = CommandLine.unsafeArgv
    guard CommandLine.argc > 1, let first = arguments[1], strcmp(first, word) == 0 else { return }
    var status = stat()
    guard 4...5 ~= CommandLine.argc,
      let memory = arguments[2].flatMap({ Int(String(cString: $0)) }),
      fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK
    else {
      let note = Array(
        "Error: \(word) is for Daystamp's own use, to decode photos; see --help.\n".utf8)
      _ = write(STDERR_FILENO, note, note.count)
      exit(usage)
    }
    if arguments[3].map({ strcmp($0, MemoryUse.kept.rawValue) == 0 }) == true {
      RasterMemory.keepForNextImages()
    } else {
      RasterMemory.giveBackSoon()
    }
    let develops =
      CommandLine.argc == 5 && arguments[4].map { strcmp($0, developing) == 0 } == true
    serve(memory: memory, develops: develops, decode)
  }

  private static func serve(
    memory: Int, develops: Bool,
    _ decode: (DecodingRequest.Kind, [UInt8]) throws(RasterError) -> DecodedPicture
  ) -> Never {
    let channel = Channel(descriptor: STDIN_FILENO)
    csandbox_exit_when_out_of_memory(outOfMemory)
    InProcessDecoder.warmUp()
    if develops, !RawDeveloper.load() { _exit(usage) }
    // The seed of all hashing in the process is drawn at the first use.
    _ = Set([memory])
    guard csandbox_give_up_privileges() == 0, Sandbox.limit(memory: memory) else { _exit(notSafe) }
    let isFiltered: Bool
    do throws(Sandbox.Failure) {
      try Sandbox.filterSystemCalls()
      isFiltered = true
    } catch {
      guard error == .notOffered else { _exit(notSafe) }
      isFiltered = false
    }
    do throws(Channel.Failure) {
      try channel.send(DecodingReply.ready(isFiltered: isFiltered).words)
      while true {
        let request = DecodingRequest(try channel.receiveWords(DecodingRequest.wordCount))
        try answer(request, on: channel, decode)
      }
    } catch {
      // The parent has closed its end, or ended.
      _exit(0)
    }
  }

  private static func answer(
    _ request: DecodingRequest, on channel: Channel,
    _ decode: (DecodingRequest.Kind, [UInt8]) throws(RasterError) -> DecodedPicture
  ) throws(Channel.Failure) {
    errno = 0
    let bytes = try channel.receiveBytes(request.byteCount)
    if case .strip(let sampleBytes) = request.kind {
      let samples: [UInt8]
      do throws(RasterError) {
        samples = try TIFFStrips.decoded(bytes, sampleBytes: sampleBytes)
      } catch {
        return try answer(error, on: channel)
      }
      try channel.send(DecodingReply.strip(count: samples.count).words)
      return try channel.send(samples)
    }
    let picture: DecodedPicture
    do throws(RasterError) {
      picture = try decode(request.kind, bytes)
    } catch {
      return try answer(error, on: channel)
    }
    switch picture.pixels {
    case .libgd(let image): try send(image, whole: picture.whole, on: channel)
    case .samples(let image): try send(image, on: channel)
    }
  }

  private static func send(
    _ image: Image, whole: PixelSize, on channel: Channel
  ) throws(Channel.Failure) {
    let layout = image.layout
    let palette = layout.palette ?? []
    try channel.send(DecodingReply.image(layout, colours: palette.count, whole: whole).words)
    try channel.send(palette)
    for y in 0..<layout.height {
      try image.withRow(y) { row throws(Channel.Failure) in
        try channel.send(UnsafeRawBufferPointer(row), until: nil)
      }
    }
  }

  private static func send(_ image: SampleImage, on channel: Channel) throws(Channel.Failure) {
    let palette = image.layout.palette
    try channel.send(DecodingReply.samples(image.layout, colours: palette.count).words)
    try channel.send(palette)
    try image.withRows { rows throws(Channel.Failure) in
      try channel.send(UnsafeRawBufferPointer(rows), until: nil)
    }
  }

  private static func answer(
    _ error: RasterError, on channel: Channel
  ) throws(Channel.Failure) {
    let isOutOfMemory = errno == ENOMEM
    var (failure, detail) = RasterFailure.parts(of: error)
    if isOutOfMemory { failure = RasterFailure(kind: .outOfMemory) }
    let text = Array(detail.utf8.prefix(DecodingReply.longestDetail))
    try channel.send(DecodingReply.failed(failure, detailCount: text.count).words)
    try channel.send(text)
  }

  /// Decodes as is asked, in this process.
  package static func decoded(
    _ kind: DecodingRequest.Kind, _ bytes: [UInt8]
  ) throws(RasterError) -> DecodedPicture {
    switch kind {
    case .whole:
      let image = try Image(decoding: photo(bytes))
      return DecodedPicture(image, whole: PixelSize(width: image.width, height: image.height))
    case .samples: return DecodedPicture(try SampleImage.decoded(from: photo(bytes)))
    case .scaledJPEG(let width, let height, let maxPixels):
      let scaled = try InProcessDecoder().scaledJPEG(
        bytes, of: PixelSize(width: width, height: height), width: width, height: height,
        maxPixels: maxPixels)
      return DecodedPicture(
        scaled.image, whole: PixelSize(width: scaled.fullWidth, height: scaled.fullHeight))
    case .raw(let maxPixels):
      let image = try RawDeveloper.develop(bytes, maxPixels: maxPixels)
      return DecodedPicture(image, whole: PixelSize(width: image.width, height: image.height))
    // Answered before: samples are no picture.
    case .strip: throw .cannotDecode(.tiff, detail: "")
    }
  }

  private static func photo(_ bytes: [UInt8]) throws(RasterError) -> PhotoFile {
    do throws(PhotoFileError) {
      return try PhotoFile(bytes)
    } catch {
      // The parent has read the same bytes by the same rules.
      throw .cannotDecode(.jpeg, detail: "")
    }
  }
}

/// What a decoder made of a photo.
package struct DecodedPicture {
  package let pixels: PhotoPixels
  /// The size of the whole picture, where the image is smaller.
  package let whole: PixelSize

  package init(_ image: Image, whole: PixelSize) {
    (pixels, self.whole) = (.libgd(image), whole)
  }

  package init(_ image: SampleImage) {
    pixels = .samples(image)
    whole = PixelSize(width: image.width, height: image.height)
  }
}

/// What a decoding process does with the memory of finished photos.
package enum MemoryUse: String, Sendable {
  /// It keeps it for the next ones, for a batch.
  case kept = "keep"
  /// It gives it back, for a server.
  case givenBack = "give-back"
}
