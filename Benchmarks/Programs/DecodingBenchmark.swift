import ArgumentParser
import CaptureTime
import Decoding
import Fonts
import Formats
import Glibc
import Raster
import Stamping
import SystemPackage

/// The JPEG's picture, in each format, is stamped, and its thumbnail made; one time before that is not
/// counted. Prints a line for each time: what is done, where it is decoded, seconds on the wall, and the
/// most memory that this process and the others have had, in kB.
struct DecodingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decoding",
    abstract: """
      Times what is done to a photo that is decoded whole, by another process and by this one in turn.
      """)

  @Argument(help: "How many times each is measured.") var times: Int
  @Argument(help: "The photo.") var photo: String
  @Argument(help: "The folder of the fonts.") var faces: String

  func run() throws {
    RasterMemory.keepForNextImages()
    let jpeg = try PhotoReader(InputPhoto(named: FilePath(photo))).whole()
    let decoders: [(String, any PictureDecoder)] = [
      ("child", DecoderProcesses(limits: DecoderLimits(memoryUse: .kept))),
      ("here", InProcessDecoder()),
    ]
    let picture = try Image(decoding: PhotoFile(jpeg.bytes))
    for format in [PhotoFormat.png, .tiff, .webp, .bmp, .heic, .avif] {
      let photo = PhotoSource(
        bytes: try picture.encoded(as: Encoding(format, quality: 90)), attributes: nil)
      for time in 0...times {
        for (name, decoder) in decoders {
          let stamper = try stamper(decoder)
          let seconds = try Self.measured {
            _ = try stamper.stamp(photo, as: format.recodedFormat)
          }
          if time > 0 { Self.report("stamp \(format.name)", name, seconds) }
        }
      }
    }
    for time in 0...times {
      for (name, decoder) in decoders {
        let seconds = try Self.measured {
          _ = try Thumbnail(of: jpeg.bytes, .small, maxPixels: 100_000_000, decoder: decoder)
        }
        if time > 0 { Self.report("thumbnail JPEG", name, seconds) }
      }
    }
  }

  private func stamper(_ decoder: any PictureDecoder) throws -> Stamper {
    let style = LabelStyle(.plain)
    return Stamper(
      Stamper.Settings(
        labels: [
          try LabelDesign(
            LabelLook(style: style),
            fonts: LabelFonts(
              face: style.face,
              searchPath: FontSearchPath(override: faces, executableFolder: nil)))
        ],
        time: TimeSettings(
          reader: CaptureTimeReader(zone: .utc, now: 1_800_000_000),
          given: try GivenTime.parse("2024-01-31 23:59"), adjustment: CaptureTimeAdjustment(),
          requiresCaptureTime: false),
        quality: nil, allowsLoss: true, maxPixels: 100_000_000, decoder: decoder))
  }

  private static func measured(_ work: () throws -> Void) rethrows -> Double {
    let start = Clock.wall
    try work()
    return Clock.wall - start
  }

  private static func report(_ work: String, _ decoder: String, _ seconds: Double) {
    print("\(work)\t\(decoder)\t\(seconds)\t\(peak("self"))\t\(children().map(peak).max() ?? 0)")
  }

  /// The most memory that a process has had (proc_pid_status(5), VmHWM), in kB.
  private static func peak(_ process: String) -> Int {
    lines("/proc/\(process)/status").first { $0.hasPrefix("VmHWM:") }
      .flatMap { $0.split(whereSeparator: { $0.isWhitespace }).dropFirst().first }
      .flatMap { Int($0) } ?? 0
  }

  /// The processes that one of this one's threads started.
  private static func children() -> [String] {
    let tasks = (try? FilePath("/proc/self/task").names()) ?? []
    return tasks.flatMap {
      lines("/proc/self/task/\($0)/children").flatMap { $0.split(separator: " ").map(String.init) }
    }
  }

  private static func lines(_ path: String) -> [Substring] {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly) else { return [] }
    defer { try? file.close() }
    let text = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      (try? file.read(into: buffer)).map { String(decoding: buffer[..<$0], as: UTF8.self) } ?? ""
    }
    return text.split(separator: "\n")
  }
}

extension FilePath {
  /// The names in this folder.
  fileprivate func names() throws -> [String] {
    guard let folder = opendir(string) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { !$0.hasPrefix(".") }
  }
}
