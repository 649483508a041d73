package import Formats
import Glibc
package import Raster
import Synchronization

/// Decodes each picture in a process of its own, limited and filtered: a decoder's fault, or what a
/// hostile photo makes of it, is the failure of that photo.
///
/// As many processes as pictures are decoded at the same time; each is started when none is free, and
/// reused. The calling thread waits for the picture: it must not be one of Swift's cooperative pool.
package final class DecoderProcesses: PictureDecoder {
  let command: DecoderCommand
  private let limits: DecoderLimits
  private let note: @Sendable (DecoderNote) -> Void
  private let state = Mutex(State())

  private struct State {
    var idle: [DecoderProcess] = []
    /// Those that develop raw files.
    var idleDevelopers: [DecoderProcess] = []
    var hasNoted = false
  }

  /// - Parameters:
  ///   - command: the program; this one unless given.
  ///   - limits: of each process.
  ///   - note: told at most once what whoever runs the program should know.
  package init(
    _ command: DecoderCommand = .thisProgram, limits: DecoderLimits,
    note: @escaping @Sendable (DecoderNote) -> Void = { _ in }
  ) {
    (self.command, self.limits, self.note) = (command, limits, note)
  }

  /// The numbers of the processes that wait for a photo.
  var identifiers: [pid_t] { state.withLock { $0.idle.map(\.identifier) } }

  package func picture(of photo: PhotoFile) throws(RasterError) -> Image {
    let header = photo.header
    let size =
      header.format.isDecodedUpright
      ? header.displayedSize : PixelSize(width: header.width, height: header.height)
    return try decode(.whole, photo.bytes, as: header.format, pixels: size) {
      layout throws(DecodingFailure) in
      guard case .libgd(let layout, _) = layout else { throw .decoder(.nonsense) }
      try Self.expect(size, width: layout.width, height: layout.height)
      guard layout.palette == nil || header.format == .gif else { throw .decoder(.nonsense) }
    }.pixels.inLibgd()
  }

  package func samples(of photo: PhotoFile) throws(RasterError) -> SampleImage {
    let header = photo.header
    let size = PixelSize(width: header.width, height: header.height)
    return try decode(.samples, photo.bytes, as: header.format, pixels: size) {
      layout throws(DecodingFailure) in
      guard case .samples(let layout) = layout else { throw .decoder(.nonsense) }
      try Self.expect(size, width: layout.width, height: layout.height)
      // So its memory stays within the estimate.
      guard (layout.depth == .sixteen) == (header.bitsPerChannel > 8),
        header.hasAlpha || !layout.channels.hasAlpha
      else { throw .decoder(.nonsense) }
    }.pixels.inSamples()
  }

  private static func expect(
    _ size: PixelSize, width: Int, height: Int
  ) throws(DecodingFailure) {
    guard (width, height) == (size.width, size.height) else {
      throw .raster(
        .otherSize(
          width: width, height: height, expectedWidth: size.width, expectedHeight: size.height))
    }
  }

  package func scaledJPEG(
    _ bytes: [UInt8], of size: PixelSize, width: Int, height: Int, maxPixels: Int
  ) throws(RasterError) -> ScaledJPEG {
    let picture = try decode(
      .scaledJPEG(width: width, height: height, maxPixels: maxPixels), bytes, as: .jpeg,
      pixels: size
    ) { layout throws(DecodingFailure) in
      guard case .libgd(let layout, let whole) = layout, layout.palette == nil,
        layout.width <= width, layout.height <= height,
        layout.width <= whole.width, layout.height <= whole.height,
        whole.width * whole.height <= maxPixels
      else { throw .decoder(.nonsense) }
    }
    return ScaledJPEG(
      image: try picture.pixels.inLibgd(), fullWidth: picture.whole.width,
      fullHeight: picture.whole.height)
  }

  package func developed(
    _ bytes: [UInt8], of size: PixelSize?, maxPixels: Int
  ) throws(RasterError) -> Image {
    let size = size ?? PixelSize(width: 8_000, height: 6_000)
    return try decode(.raw(maxPixels: maxPixels), bytes, as: .tiff, pixels: size) {
      layout throws(DecodingFailure) in
      guard case .libgd(let layout, _) = layout, layout.palette == nil,
        layout.width * layout.height <= maxPixels
      else { throw .decoder(.nonsense) }
    }.pixels.inLibgd()
  }

  package func samples(of strip: TIFFStrip) throws(RasterError) -> [UInt8] {
    do throws(DecodingFailure) {
      let pixels = strip.form.size.width * strip.form.size.height
      return try withProcess { process throws(DecodingFailure) in
        try process.samples(of: strip, megapixels: pixels / 1_000_000)
      }
    } catch {
      throw rasterError(of: error, .tiff)
    }
  }

  private func decode(
    _ kind: DecodingRequest.Kind, _ bytes: [UInt8], as format: PhotoFormat, pixels: PixelSize,
    accept: (DecodedLayout) throws(DecodingFailure) -> Void
  ) throws(RasterError) -> DecodedPicture {
    do throws(DecodingFailure) {
      let develops = if case .raw = kind { true } else { false }
      return try withProcess(develops: develops) { process throws(DecodingFailure) in
        try process.decode(
          DecodingRequest(kind, byteCount: bytes.count), bytes,
          megapixels: pixels.width * pixels.height / 1_000_000, accept: accept)
      }
    } catch {
      throw rasterError(of: error, format)
    }
  }

  /// Has a process decode, within the ``DecodingAllowance`` of the work under way.
  private func withProcess<Answer>(
    develops: Bool = false,
    _ work: (DecoderProcess) throws(DecodingFailure) -> Answer
  ) throws(DecodingFailure) -> Answer {
    let allowance = DecodingAllowance.current
    if allowance?.isUsedUp == true { throw .decoder(.tooLong(seconds: 0)) }
    let process = try takeOrStart(develops)
    let begun = process.processorSeconds
    do throws(DecodingFailure) {
      let answer = try work(process)
      allowance?.take(process.processorSeconds - begun)
      giveBack(process, develops)
      return answer
    } catch {
      if case .decoder(.tooLong) = error { allowance?.take(.infinity) }
      throw error
    }
  }

  private func rasterError(of failure: DecodingFailure, _ format: PhotoFormat) -> RasterError {
    switch failure {
    case .told(let failure, let detail):
      failure.error(format, detail: detail, memory: limits.memory)
    case .decoder(let failure): .decoder(format, failure)
    case .raster(let error): error
    }
  }

  private func takeOrStart(_ develops: Bool) throws(DecodingFailure) -> DecoderProcess {
    while let process = state.withLock({ state in
      develops ? state.idleDevelopers.popLast() : state.idle.popLast()
    }) {
      // One that somebody killed while it waited.
      if process.isRunning { return process }
    }
    let process: DecoderProcess
    do throws(DecoderFailure) {
      process = try DecoderProcess(command, limits, develops: develops)
    } catch {
      throw .decoder(error)
    }
    if !process.isFiltered { noteOnce(.noFilter) }
    return process
  }

  private func giveBack(_ process: DecoderProcess, _ develops: Bool) {
    state.withLock { state in
      if develops { state.idleDevelopers.append(process) } else { state.idle.append(process) }
    }
  }

  private func noteOnce(_ note: DecoderNote) {
    let isFirst = state.withLock { state in
      defer { state.hasNoted = true }
      return !state.hasNoted
    }
    if isFirst { self.note(note) }
  }
}

/// What a person who runs the program should know of its decoding processes.
package enum DecoderNote: Sendable {
  /// The kernel filters no system calls; the processes have their other limits alone.
  case noFilter
}

/// Which program decodes.
package struct DecoderCommand: Sendable {
  let path: String

  /// This one, also when its file was replaced since it was started.
  package static let thisProgram = DecoderCommand(path: "/proc/self/exe")

  package init(path: String) { self.path = path }
}

/// What a decoding process may take.
package struct DecoderLimits: Sendable {
  /// How much memory, in bytes, in addition to what the program itself takes.
  package var memory: Int
  package var memoryUse: MemoryUse
  /// How much time of a processor, and how much on the wall, a photo has without regard to its size.
  package var seconds: (processor: Int, wall: Int)

  /// How long a process may take to start, on a machine that has much else to do.
  let startSeconds = 60

  /// - Parameters:
  ///   - memory: nil for the share of a job in the budget of this process.
  ///   - memoryUse: what becomes of the memory of finished photos.
  ///   - seconds: of a photo without pixels; other than usual in tests alone.
  package init(
    memory: Int? = nil, memoryUse: MemoryUse, seconds: (processor: Int, wall: Int) = (20, 60)
  ) {
    let share = memory ?? MemoryBudget.ofThisProcess.bytesPerJob
    self.memory = min(share, MachineMemory.ofThisMachine.available)
    self.memoryUse = memoryUse
    self.seconds = seconds
  }

  /// A second for each megapixel, which is ten times what the slowest decoder takes.
  func processorSeconds(megapixels: Int) -> Int { seconds.processor + min(megapixels, 3_600) }

  /// Three times as long, for a machine that has much else to do.
  func wallSeconds(megapixels: Int) -> Int { seconds.wall + 3 * min(megapixels, 3_600) }
}
