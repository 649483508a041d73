import CaptureTime
import Shell
import Stamping
import SystemPackage
import Wording

/// The command line that mends a finding, for a shell.
struct FindingCommand {
  let folders: [FilePath]
  let zone: String?

  /// Photos that are named one by one.
  private static let most = 3

  func text(for finding: ClockFinding) -> String {
    let mend = ["daystamp", "date"] + Self.options(for: finding) + ["--in-place"]
    if finding.photos.count <= Self.most {
      return Self.line(mend + finding.photos.map(Self.argument))
    }
    let look =
      ["daystamp", "doctor"] + folders.map(Self.argument)
      + (zone.map { ["--time-zone", ShellWord.quoted(Array($0.utf8))] } ?? [])
      + ["--finding", finding.identifier, "-0"]
    return Self.line(look) + " | " + Self.line(mend + ["--files-from", "-", "-0"])
  }

  private static func line(_ words: [String]) -> String { words.joined(separator: " ") }

  private static func options(for finding: ClockFinding) -> [String] {
    switch finding.remedy {
    case .shift(let seconds): ["--shift", Wording.typedShift(seconds)]
    case .years(let years): ["--shift", "\(years < 0 ? "" : "+")\(years)y"]
    case .zone(let zone, let seconds):
      [
        "--shift", Wording.typedShift(seconds), "--time-zone",
        ShellWord.quoted(Array(zone.utf8)),
      ]
    case .sync(let photo, let other):
      ["--sync", ShellWord.quoted(bytes(photo) + [UInt8(ascii: "=")] + bytes(other))]
    case .modified(let photo, let time):
      ["--sync", ShellWord.quoted(bytes(photo) + Array("=\(Wording.typed(time))".utf8))]
    case .fromName: ["--from-name"]
    case .day(let day): ["--set", day.description]
    }
  }

  private static func bytes(_ path: FilePath) -> [UInt8] {
    path.withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: path.length)) }
  }

  /// A path that is no option.
  private static func argument(_ path: FilePath) -> String {
    let bytes = bytes(path)
    return ShellWord.quoted(bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes)
  }
}

/// A word as bash and zsh read it.
enum ShellWord {
  /// Quotes special characters; bytes that a terminal might act on, or that are not UTF-8, as `$'\x1b'`.
  static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    guard let text, Wording.escaped(text) == text else {
      return "$'" + bytes.map(escape).joined() + "'"
    }
    return Wording.shellWord(text)
  }

  private static func escape(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    let isPlain =
      scalar.isASCII
      && (scalar.properties.isAlphabetic || "0123456789/._-+: =".unicodeScalars.contains(scalar))
    if isPlain { return String(scalar) }
    return "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }
}
