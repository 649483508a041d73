import Formats
import Foundation
import Raster
import Testing
import TestSupport

@testable import Decoding

@Suite("A decoder that misbehaves")
struct MisbehaviourTests {
  private let decoder = DecoderProcesses(
    DecoderCommand(path: Program.misbehavingDecoder),
    limits: DecoderLimits(memory: 300 << 20, memoryUse: .kept, seconds: (processor: 1, wall: 60)))

  /// A photo that has a misdeed done.
  private static func photo(_ misdeed: String) throws -> PhotoFile {
    try PhotoFile(MadePhoto.png() + Array("misbehave:\(misdeed)".utf8))
  }

  private static let crash = DecoderFailure.crashed(signal: SIGSEGV)

  @Test(
    "is the failure of its photo alone",
    arguments: [
      ("crash", .decoder(.png, crash)), ("abort", .decoder(.png, .crashed(signal: SIGABRT))),
      ("spin", .decoder(.png, .tooLong(seconds: 1))),
      ("open", .cannotDecode(.png, detail: "errno \(EACCES)")),
      ("write", .decoder(.png, .forbidden)), ("connect", .decoder(.png, .forbidden)),
      ("spawn", .decoder(.png, .forbidden)), ("signal", .decoder(.png, .forbidden)),
      ("execute", .decoder(.png, .forbidden)),
      ("allocate", .decoder(.png, .outOfMemory(limit: 300 << 20))),
      ("leave", .decoder(.png, .endedEarly)), ("nonsense", .decoder(.png, .nonsense)),
      (
        "other-size",
        .otherSize(width: 1_000_000, height: 1_000_000, expectedWidth: 320, expectedHeight: 240)
      ), ("deep-palette", .decoder(.png, .nonsense)),
    ] as [(String, RasterError)])
  func misdeeds(misdeed: String, failure: RasterError) throws {
    let error = #expect(throws: RasterError.self) {
      try decoder.picture(of: Self.photo(misdeed))
    }
    #expect(error == failure)
    #expect(try decoder.picture(of: PhotoFile(MadePhoto.png())).width == 320)
  }

  @Test(
    "that answers with other samples than the photo has is one that talks nonsense",
    arguments: [
      ("deep-palette", .decoder(.png, .nonsense)), ("deep-samples", .decoder(.png, .nonsense)),
      ("palette-of-none", .decoder(.png, .nonsense)),
      (
        "other-samples",
        .otherSize(width: 1_000_000, height: 1_000_000, expectedWidth: 320, expectedHeight: 240)
      ),
    ] as [(String, RasterError)])
  func samples(misdeed: String, failure: RasterError) throws {
    let error = #expect(throws: RasterError.self) {
      try decoder.samples(of: Self.photo(misdeed))
    }
    #expect(error == failure)
    #expect(try decoder.samples(of: PhotoFile(MadePhoto.png())).width == 320)
  }

  @Test(
    "is ended once the work that it decodes for has had its time, and decodes nothing more for that"
  )
  func allowance() throws {
    let decoder = DecoderProcesses(
      DecoderCommand(path: Program.misbehavingDecoder),
      limits: DecoderLimits(memory: 300 << 20, memoryUse: .kept))
    let allowance = DecodingAllowance(seconds: 0.5)
    try DecodingAllowance.$current.withValue(allowance) {
      _ = try decoder.picture(of: PhotoFile(MadePhoto.png()))
      #expect(!allowance.isUsedUp)
      let error = #expect(throws: RasterError.self) { try decoder.picture(of: Self.photo("spin")) }
      #expect(error == .decoder(.png, .tooLong(seconds: 1)))
      #expect(allowance.isUsedUp)
      #expect(throws: RasterError.self) { try decoder.picture(of: PhotoFile(MadePhoto.png())) }
    }
    #expect(try decoder.picture(of: PhotoFile(MadePhoto.png())).width == 320)
  }

  @Test("that waits for ever is ended after its time on the wall")
  func sleeps() throws {
    let decoder = DecoderProcesses(
      DecoderCommand(path: Program.misbehavingDecoder),
      limits: DecoderLimits(memory: 300 << 20, memoryUse: .kept, seconds: (processor: 1, wall: 2)))
    let error = #expect(throws: RasterError.self) {
      try decoder.picture(of: Self.photo("sleep"))
    }
    #expect(error == .decoder(.png, .tooLong(seconds: 2)))
    #expect(decoder.identifiers.isEmpty)
  }

  @Test("may start threads, of which decoders make use")
  func threads() throws {
    #expect(try decoder.picture(of: Self.photo("thread")).width == 320)
  }

  @Test("that cannot be started says so")
  func notStarted() {
    let decoder = DecoderProcesses(
      DecoderCommand(path: "/nowhere/daystamp"), limits: DecoderLimits(memoryUse: .kept))
    let error = #expect(throws: RasterError.self) {
      try decoder.picture(of: PhotoFile(MadePhoto.png()))
    }
    #expect(error == .decoder(.png, .notStarted(ENOENT)))
  }

  @Test("that somebody killed while it waited is replaced before the next photo")
  func killedWhileIdle() throws {
    let photo = try PhotoFile(MadePhoto.png())
    _ = try decoder.picture(of: photo)
    let first = try #require(decoder.identifiers.first)
    kill(first, SIGKILL)
    while !Self.isGone(first) { sched_yield() }
    #expect(try decoder.picture(of: photo).width == 320)
    #expect(decoder.identifiers.count == 1 && decoder.identifiers.first != first)
  }

  @Test("is one process for photos one after the other, and some for photos at once")
  func reused() async throws {
    let photo = try PhotoFile(MadePhoto.png())
    for _ in 0..<3 { _ = try decoder.picture(of: photo) }
    #expect(decoder.identifiers.count == 1)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              continuation.resume(returning: try? decoder.picture(of: photo).width)
            }
          }
        }
      }
      for await width in group { #expect(width == 320) }
    }
    #expect((1...4).contains(decoder.identifiers.count))
  }

  /// Processes that were started by one, as the kernel lists them.
  private static func children(of identifier: pid_t) -> [pid_t] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task"))
    return (tasks ?? []).compactMap {
      try? String(contentsOfFile: "/proc/\(identifier)/task/\($0)/children", encoding: .utf8)
    }.flatMap { $0.split(separator: " ") }.compactMap { pid_t($0) }
  }

  /// Its number is free as soon as its parent, or whoever adopted it, has reaped it; until then it is a
  /// zombie.
  private static func isGone(_ identifier: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    else { return true }
    return status.contains(") Z ")
  }

  @Test(
    "ends with the program that started it, also where that is killed", .timeLimit(.minutes(60)))
  func orphans() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(try Self.photo("sleep").bytes), to: "sleep.png")
    let program = try await RunningProgram(Program.misbehavingDecoder, [path])
    var child: pid_t?
    while child == nil, program.isRunning {
      await Task.yield()
      child = program.identifier.flatMap { Self.children(of: $0).first }
    }
    let started = try #require(child)
    program.signal(SIGKILL)
    _ = try await program.wait()
    while !Self.isGone(started) { await Task.yield() }
  }

  @Test("works where the kernel filters nothing, and its program is told")
  func withoutFilter() async throws {
    guard InstalledProgram.isThere("strace") else { return }
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(try MadePhoto.png()), to: "photo.png")
    let run = try await InstalledProgram.run(
      "strace",
      [
        "-f", "-o", "/dev/null", "-e", "trace=seccomp,prctl", "-e", "inject=seccomp:error=ENOSYS",
        "-e", "inject=prctl:error=EINVAL:when=4+", Program.misbehavingDecoder, path,
      ])
    #expect(run.output == "noFilter\n320 240\n")
  }
}
