import Decoding
import Formats
import Foundation
import Raster
import TestSupport
import Testing

@Suite("The first picture of a video", .enabled(if: hasFFmpeg, "needs ffmpeg"))
struct VideoFramesTests {
  private let decoder = DecoderProcesses(
    DecoderCommand(path: Program.daystamp),
    limits: DecoderLimits(memory: 1 << 28, memoryUse: .kept))

  @Test("is a JPEG of it, upright and small", arguments: [VideoFormat.mp4, .webm])
  func picture(format: VideoFormat) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.\(format.fileExtension)")
    let made = try await InstalledProgram.run(
      "ffmpeg",
      [
        "-loglevel", "error", "-f", "lavfi", "-i", "color=red:duration=1:size=1600x900:rate=5",
        "-c:v", format == .webm ? "libvpx" : "mpeg4", path,
      ])
    #expect(made.status == 0, "\(made.error)")
    #expect(decoder.showsVideos)
    let picture = try #require(decoder.firstPicture(ofVideo: path, format))
    let header = try PhotoFile(picture).header
    #expect(header.format == .jpeg && header.width == 1_024 && header.height == 576)
  }

  @Test("is none of a damaged video, of a list of others, and of a link")
  func none() throws {
    let folder = try TemporaryFolder()
    let video = try folder.write(MadeVideo.phone(), to: "a.mov")
    #expect(decoder.firstPicture(ofVideo: video, .mov) == nil)
    let list = try folder.write(Array("ffconcat version 1.0\nfile a.mov\n".utf8), to: "b.mov")
    #expect(decoder.firstPicture(ofVideo: list, .mov) == nil)
    let link = folder.path("c.mov")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: video)
    #expect(decoder.firstPicture(ofVideo: link, .mov) == nil)
    #expect(decoder.firstPicture(ofVideo: folder.path("none.mov"), .mov) == nil)
  }
}

private let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
