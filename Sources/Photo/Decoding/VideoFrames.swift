import CLinux.Sandbox
package import Formats
import Glibc

/// The first picture of a video, by ffmpeg where that is installed, in a process that can read and answer,
/// and hardly anything else.
enum VideoFrames {
  /// The first argument of a process that becomes ffmpeg, before the video's path and its demuxer.
  static let word = "show-video-for-parent"
  /// Where packages put ffmpeg; nowhere else is looked, whatever PATH says.
  private static let places = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"]
  /// Of the picture.
  private static let longestEdge = 1_024
  private static let mostBytes = 4 << 20
  private static let seconds = (processor: 5, wall: 20)
  /// The exit code of one that could not give up its privileges.
  private static let notSafe: CInt = 70

  static var program: String? { places.first { access($0, X_OK) == 0 } }

  /// The first picture of a video as a JPEG of at most 1,024 pixels; nil where there is none to be had.
  ///
  /// - Parameters:
  ///   - path: the video's file.
  ///   - format: by its content; ffmpeg is not to find out by itself what it reads.
  ///   - command: this program.
  /// - Returns: what ffmpeg wrote, whatever that is.
  static func first(of path: String, _ format: VideoFormat, _ command: DecoderCommand) -> [UInt8]? {
    guard program != nil else { return nil }
    var ends: [CInt] = [-1, -1]
    guard
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { return nil }
    let arguments = ["daystamp", word, path, format == .webm ? "matroska" : "mov"]
    let started = LastingThread.shared.run { [ends] in
      DecoderProcess.spawn(command.path, arguments, channel: ends[1])
    }
    close(ends[1])
    defer { close(ends[0]) }
    guard case .success(let process) = started else { return nil }
    csandbox_allow_processor_time(process, UInt64(seconds.processor))
    let bytes = answer(on: ends[0])
    _ = kill(process, SIGKILL)
    var status: CInt = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return bytes.isEmpty || bytes.count > mostBytes ? nil : bytes
  }

  /// All that comes, a byte more than is taken at most.
  private static func answer(on descriptor: CInt) -> [UInt8] {
    let end = time(nil) + seconds.wall
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while bytes.count <= mostBytes, time(nil) < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 1_000) > 0 else { continue }
      let count = read(descriptor, &piece, piece.count)
      if count > 0 { bytes += piece[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return bytes
  }

  /// Becomes ffmpeg where this process was started for that, and does not return then.
  static func runIfAsked() {
    let arguments = CommandLine.unsafeArgv
    guard CommandLine.argc == 4, let first = arguments[1], strcmp(first, word) == 0,
      let path = arguments[2], let demuxer = arguments[3], let program
    else { return }
    // To be there still when this is ffmpeg.
    let video = open(path, O_RDONLY | O_NOFOLLOW)
    guard video >= 0, dup2(STDIN_FILENO, STDOUT_FILENO) >= 0, dup2(video, STDERR_FILENO + 1) >= 0
    else { _exit(notSafe) }
    let edge = longestEdge
    let texts = [
      "ffmpeg", "-nostdin", "-loglevel", "quiet", "-threads", "1", "-protocol_whitelist", "file",
      "-f", String(cString: demuxer), "-i", "/proc/self/fd/\(STDERR_FILENO + 1)", "-map", "0:v:0",
      "-frames:v", "1", "-an", "-sn", "-dn", "-vf",
      "scale='if(gt(iw,ih),min(\(edge),iw),-2)':'if(gt(iw,ih),-2,min(\(edge),ih))'", "-threads",
      "1", "-c:v", "mjpeg", "-q:v", "3", "-f", "mjpeg", "pipe:1",
    ]
    let copies = texts.map { strdup($0) } + [nil]
    guard csandbox_give_up_privileges() == 0, Sandbox.limitProgram() else { _exit(notSafe) }
    do throws(Sandbox.Failure) {
      try Sandbox.filterSystemCallsOfProgram()
    } catch {
      guard error == .notOffered else { _exit(notSafe) }
    }
    execve(program, copies, [nil])
    _exit(notSafe)
  }
}

extension DecoderProcesses {
  package var showsVideos: Bool { VideoFrames.program != nil }

  package func firstPicture(ofVideo path: String, _ format: VideoFormat) -> [UInt8]? {
    VideoFrames.first(of: path, format, command)
  }
}
