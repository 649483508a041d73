import Testing
import TestSupport

/// What a program that starts for one photo has to wait for.
@Suite("The program's start")
struct StartTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The libraries that the dynamic linker takes up for the program and the processes it starts (ld.so(8)).
  private func librariesLoaded(by arguments: String...) async throws -> String {
    let result = try await Program.run(
      Program.daystamp, arguments, in: folder.path,
      environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": "linker", "TZ": "UTC"])
    #expect(result.status == 0, "\(result.error)")
    return try folder.files.filter { $0.hasPrefix("linker.") }
      .map { String(decoding: try folder.read($0), as: UTF8.self) }.joined()
  }

  private static let codecs = ["libgd.so", "libheif.so", "libtiff.so", "libX11.so", "libx265.so"]

  @Test("a JPEG is stamped, and unstamped, without the libraries that decode photos")
  func noCodecs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "IMG_20240131_235959.jpg")
    let stamping = try await librariesLoaded(by: "stamp", "IMG_20240131_235959.jpg")
    #expect(stamping.contains("libfreetype.so"))
    for codec in Self.codecs { #expect(!stamping.contains(codec)) }
    let unstamping = try await librariesLoaded(by: "unstamp", "IMG_20240131_235959.stamped.jpg")
    for codec in Self.codecs { #expect(!unstamping.contains(codec)) }
  }

  @Test(
    "the version is told before a thread starts",
    .enabled(if: InstalledProgram.isThere("strace")))
  func versionAlone() async throws {
    let trace = folder.path("trace")
    let run = try await InstalledProgram.run(
      "strace",
      ["-f", "-qq", "-o", trace, "-e", "trace=clone,clone3", Program.daystamp, "--version"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.hasPrefix("0."))
    #expect(try !String(decoding: folder.read("trace"), as: UTF8.self).contains("clone"))
  }

  @Test("they are loaded for a photo that has to be decoded")
  func codecs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "IMG_20240131_235959.jpg")
    let libraries = try await librariesLoaded(
      by: "stamp", "IMG_20240131_235959.jpg", "--to", "png")
    for codec in Self.codecs { #expect(libraries.contains(codec)) }
  }
}
