import Decoding
import Formats
import Glibc
import Raster

/// Decodes photos as the programs do, by the same process and the same limits; but where a photo ends
/// in `misbehave:` and a word, it does first what a decoder may not do.
///
/// With an argument, a photo's path, it is a program that has the photo decoded by such a process.
@main
struct MisbehavingDecoder {
  static func main() {
    DecoderProgram.runIfAsked { kind, bytes throws(RasterError) in
      if let misdeed = Misdeed(endOf: bytes) { try misdeed.commit() }
      return try DecoderProgram.decoded(kind, bytes)
    }
    guard CommandLine.arguments.count == 2, let file = fopen(CommandLine.arguments[1], "r") else {
      exit(64)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let decoder = DecoderProcesses(limits: DecoderLimits(memory: 1 << 28, memoryUse: .kept)) {
      print($0)
    }
    do {
      let image = try decoder.picture(of: PhotoFile(bytes))
      print(image.width, image.height)
    } catch {
      print(error)
    }
  }
}

/// What a decoder does that a hostile photo has taken over, or that is broken.
enum Misdeed: String {
  case crash, abort, spin, sleep, open, write, connect, spawn, signal, execute, allocate, leave
  case nonsense, thread
  case otherSize = "other-size"
  case deepPalette = "deep-palette"
  case otherSamples = "other-samples"
  case deepSamples = "deep-samples"
  case paletteOfNone = "palette-of-none"

  init?(endOf bytes: [UInt8]) {
    let end = String(decoding: bytes.suffix(40), as: UTF8.self)
    guard let start = end.range(of: "misbehave:") else { return nil }
    self.init(rawValue: String(end[start.upperBound...]))
  }

  /// Returns where the deed was done, or is none: then the photo is decoded, and a test sees that.
  func commit() throws(RasterError) {
    switch self {
    case .crash: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .abort: Glibc.abort()
    case .spin: while getpid() > 0 {}
    case .sleep: while true { Glibc.sleep(1) }
    case .open:
      if fopen("/etc/passwd", "r") == nil { throw .cannotDecode(.png, detail: "errno \(errno)") }
    case .write: creat("/tmp/misbehaving-decoder", 0o600)
    case .connect: socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    case .spawn:
      var child = pid_t()
      posix_spawn(&child, "/bin/true", nil, nil, [nil], [nil])
    case .signal: kill(getppid(), SIGTERM)
    case .execute:
      mmap(nil, 4_096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    case .allocate:
      // Kept, or the optimizer leaves out what nobody looks at.
      var blocks: [UnsafeMutableRawPointer] = []
      while let block = malloc(16 << 20) {
        memset(block, 1, 16 << 20)
        blocks.append(block)
      }
      UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = blocks.count
    case .leave: exit(0)
    case .nonsense: answer([UInt64](repeating: .max, count: 11))
    case .otherSize: answer([2, 1_000_000, 1_000_000, 1, 1, 0, 0, 0, 0, 0, 0])
    case .deepPalette: answer([2, 320, 240, 320, 240, 1, 1, 0, 0, 0, 0])
    case .otherSamples: answer([4, 1_000_000, 1_000_000, 3, 8, 0, 8, .max, 0, 0, 0])
    case .deepSamples: answer([4, 320, 240, 3, 16, 0, 16, .max, 0, 0, 0])
    case .paletteOfNone:
      answer([4, 320, 240, 5, 8, 0, 8, .max, 0, 0, 0], zeros: 320 * 240)
    case .thread:
      var thread = pthread_t()
      guard pthread_create(&thread, nil, { _ in nil }, nil) == 0, pthread_join(thread, nil) == 0
      else { throw .cannotDecode(.png, detail: "no thread") }
    }
  }

  /// Says to the parent whatever is wanted.
  private func answer(_ words: [UInt64], zeros: Int = 0) -> Never {
    _ = words.withUnsafeBytes { Glibc.write(STDIN_FILENO, $0.baseAddress, $0.count) }
    let rest = [UInt8](repeating: 0, count: zeros)
    _ = Glibc.write(STDIN_FILENO, rest, rest.count)
    while true { Glibc.sleep(1) }
  }
}

extension String {
  /// Where a text is, the first time.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(text) ? start..<self.index(start, offsetBy: text.count) : nil
    }.first
  }
}
