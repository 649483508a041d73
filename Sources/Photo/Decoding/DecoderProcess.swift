import CLinux.Sandbox
import Formats
import Glibc
import Raster
import Synchronization

/// A decoding process as its parent has it: started, asked for one picture after the other, and ended
/// with this object, or as soon as it fails.
///
/// One picture at a time: who takes it out of the pool has it alone.
final class DecoderProcess: Sendable {
  let identifier: pid_t
  private let channel: Channel
  private let limits: DecoderLimits
  /// Whether the kernel filters what it asks for.
  let isFiltered: Bool
  private let isReaped = Mutex(false)

  /// Starts one, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - limits: of the process.
  ///   - develops: whether it develops raw files too.
  /// - Throws: why it could not be started.
  init(
    _ program: DecoderCommand, _ limits: DecoderLimits, develops: Bool = false
  ) throws(DecoderFailure) {
    self.limits = limits
    var ends: [CInt] = [-1, -1]
    guard
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw .notStarted(errno) }
    // As much as the kernel grants: the fuller it may be, the less often one side waits for the other.
    var room: CInt = 8 << 20
    for end in ends {
      setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
    }
    let arguments =
      ["daystamp", DecoderProgram.word, String(limits.memory), limits.memoryUse.rawValue]
      + (develops ? [DecoderProgram.developing] : [])
    let started = LastingThread.shared.run { [ends] in
      Self.spawn(program.path, arguments, channel: ends[1])
    }
    close(ends[1])
    channel = Channel(descriptor: ends[0])
    switch started {
    case .success(let identifier): self.identifier = identifier
    case .failure(let errno):
      close(ends[0])
      throw .notStarted(errno.code)
    }
    var failure: Channel.Failure?
    var words: [UInt64] = []
    do throws(Channel.Failure) {
      words = try channel.receiveWords(
        DecodingReply.wordCount, until: .init(secondsFromNow: limits.startSeconds))
    } catch {
      failure = error
    }
    let reply = DecodingReply(words)
    if case .ready(true) = reply { isFiltered = true } else { isFiltered = false }
    if let failure { throw end(after: failure, seconds: limits.startSeconds) }
    guard case .ready = reply else { throw endAfterNonsense() }
  }

  deinit {
    end()
    close(channel.descriptor)
  }

  struct SpawnFailure: Error { let code: CInt }

  /// What of the environment a process needs that loads the same libraries.
  private static let neededVariables = ["LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH"]

  static func spawn(
    _ path: String, _ arguments: [String], channel: CInt
  ) -> Result<pid_t, SpawnFailure> {
    let environment =
      neededVariables.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
      // A signal reports a crash; no other program looks at it. LibRaw makes a number of the time that a
      // file says, for which glibc would look for the machine's zone; and it develops in one thread.
      + ["SWIFT_BACKTRACE=enable=no", "TZ=UTC0", "OMP_NUM_THREADS=1"]
    var identifier: pid_t = 0
    let result = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        csandbox_spawn(path, arguments, environment, channel, &identifier)
      }
    }
    return result == 0 ? .success(identifier) : .failure(SpawnFailure(code: result))
  }

  private static func withCStrings<Answer>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
  ) -> Answer {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// Whether it runs, as far as is known before it is asked.
  var isRunning: Bool { reaped(waiting: false) == nil }

  /// Has a picture decoded.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - photo: the photo's bytes.
  ///   - megapixels: the size of its picture, which sets its time limit.
  ///   - accept: whether a picture of this layout answers the request.
  /// - Returns: the picture that was accepted.
  /// - Throws: ``DecodingFailure``; the process has ended after one of the decoder.
  func decode(
    _ request: DecodingRequest, _ photo: [UInt8], megapixels: Int,
    accept: (DecodedLayout) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) -> DecodedPicture {
    let (reply, deadline, patience) = try ask(request, photo, megapixels: megapixels)
    do throws(DecodingFailure) {
      return try picture(reply, until: deadline, patience: patience, accept: accept)
    } catch {
      // What it still has to say, nobody asked for.
      if case .told = error {} else { end() }
      throw error
    }
  }

  /// Has the samples of a strip decoded.
  ///
  /// - Parameters:
  ///   - strip: the strip to decode.
  ///   - megapixels: its size, which sets its time limit.
  /// - Returns: as many bytes as the strip's form says.
  /// - Throws: ``DecodingFailure``; the process has ended after one of the decoder.
  func samples(of strip: TIFFStrip, megapixels: Int) throws(DecodingFailure) -> [UInt8] {
    let size = strip.form.sampleBytes
    let (reply, deadline, patience) = try ask(
      DecodingRequest(.strip(sampleBytes: size), byteCount: strip.bytes.count), strip.bytes,
      megapixels: megapixels)
    var told: DecodingFailure?
    do throws(Channel.Failure) {
      if case .strip(count: size) = reply {
        return try channel.receiveBytes(size, until: deadline)
      }
      if case .failed(let failure, let detailCount) = reply {
        let detail = try channel.receiveBytes(detailCount, until: deadline)
        told = .told(failure, detail: String(decoding: detail, as: UTF8.self))
      }
    } catch {
      throw .decoder(end(after: error, seconds: patience))
    }
    throw told ?? .decoder(endAfterNonsense())
  }

  /// Sends a request with its photo, and reads the first of the reply.
  private func ask(
    _ request: DecodingRequest, _ photo: [UInt8], megapixels: Int
  ) throws(DecodingFailure) -> (DecodingReply?, until: Channel.Deadline, patience: Int) {
    var seconds = limits.processorSeconds(megapixels: megapixels)
    if let left = DecodingAllowance.current?.secondsLeft {
      seconds = min(seconds, max(1, Int(left.rounded(.up))))
    }
    let patience = limits.wallSeconds(megapixels: megapixels)
    let deadline = Channel.Deadline(secondsFromNow: patience)
    csandbox_allow_processor_time(identifier, UInt64(seconds))
    do throws(Channel.Failure) {
      try channel.send(request.words, until: deadline)
      try channel.send(photo, until: deadline)
      let words = try channel.receiveWords(DecodingReply.wordCount, until: deadline)
      return (DecodingReply(words), deadline, patience)
    } catch {
      throw .decoder(end(after: error, seconds: error == .late ? patience : seconds))
    }
  }

  /// Reads the rest of a reply.
  private func picture(
    _ reply: DecodingReply?, until deadline: Channel.Deadline, patience: Int,
    accept: (DecodedLayout) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) -> DecodedPicture {
    do {
      switch reply {
      case .failed(let failure, let detailCount):
        let detail = try channel.receiveBytes(detailCount, until: deadline)
        throw DecodingFailure.told(failure, detail: String(decoding: detail, as: UTF8.self))
      case .image(var layout, let colours, let whole):
        try accept(.libgd(layout, whole: whole))
        if layout.palette != nil {
          var palette = [UInt32](repeating: 0, count: colours)
          try channel.receive(into: &palette, until: deadline)
          layout.palette = palette
        }
        let image = try Image(layout)
        for y in 0..<layout.height {
          try image.withRow(y) { try channel.receive($0, until: deadline) }
          guard image.isRowSound(y) else { throw DecodingFailure.decoder(endAfterNonsense()) }
        }
        return DecodedPicture(image, whole: whole)
      case .samples(var layout, let colours):
        try accept(.samples(layout))
        layout.palette = [RGBA](repeating: .clear, count: colours)
        try channel.receive(into: &layout.palette, until: deadline)
        let image = try SampleImage(layout)
        try image.withRows { try channel.receive($0, until: deadline) }
        guard image.isSound else { throw DecodingFailure.decoder(endAfterNonsense()) }
        return DecodedPicture(image)
      case .ready, .strip, nil: throw DecodingFailure.decoder(endAfterNonsense())
      }
    } catch let error as DecodingFailure {
      throw error
    } catch let error as Channel.Failure {
      throw .decoder(end(after: error, seconds: patience))
    } catch let error as RasterError {
      throw .raster(error)
    } catch {
      throw .decoder(.nonsense)
    }
  }

  /// How much time of a processor it has taken, in seconds; 0 where the kernel does not say.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(identifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: The end

  private func end() {
    kill()
    _ = reaped(waiting: true)
  }

  private func endAfterNonsense() -> DecoderFailure {
    end()
    return .nonsense
  }

  /// Ends the process if it still runs, and says why it ended.
  private func end(after failure: Channel.Failure, seconds: Int) -> DecoderFailure {
    if failure == .late {
      end()
      return .tooLong(seconds: seconds)
    }
    // Its end of the socket is closed by its end, which the kernel is about to tell.
    var status = reaped(waiting: false)
    for _ in 0..<200 where status == nil {
      usleep(5_000)
      status = reaped(waiting: false)
    }
    guard let status else {
      end()
      return .endedEarly
    }
    switch status & 0x7f {
    case SIGXCPU: return .tooLong(seconds: seconds)
    case SIGSYS: return .forbidden
    case 0:
      let code = status >> 8 & 0xff
      return code == DecoderProgram.outOfMemory ? .outOfMemory(limit: limits.memory) : .endedEarly
    case let signal: return .crashed(signal: signal)
    }
  }

  /// Never sent once the number may be another process's.
  private func kill() { isReaped.withLock { if !$0 { _ = Glibc.kill(identifier, SIGKILL) } } }

  /// Its status as from wait(2), once; nil while it runs, and 0 if already returned.
  private func reaped(waiting: Bool) -> CInt? {
    isReaped.withLock { isReaped in
      if isReaped { return 0 }
      var status: CInt = 0
      var result: pid_t
      repeat {
        result = waitpid(identifier, &status, waiting ? 0 : WNOHANG)
      } while result == -1 && errno == EINTR
      if result == 0 { return nil }
      isReaped = true
      return result == identifier ? status : 0
    }
  }
}

/// What is known of a picture before its rows come, without a palette's colours.
enum DecodedLayout {
  /// The size is the whole picture's; the image shows all of it.
  case libgd(Image.Layout, whole: PixelSize)
  case samples(SampleLayout)
}

/// Why a decoding process gave no picture.
enum DecodingFailure: Error {
  /// It said why.
  case told(RasterFailure, detail: String)
  /// It did not come to an end.
  case decoder(DecoderFailure)
  /// The picture is refused, or has no room, here.
  case raster(RasterError)
}
