import Formats

extension ArrivalFile {
  /// Whether its ending is that of a photo or a video that a post can hold.
  package var isMedia: Bool {
    PhotoFormat(fileExtension: ending) != nil || isVideo
  }

  package var isVideo: Bool { VideoFormat(fileExtension: ending) != nil }

  /// What it is for those that a post cannot hold, by its ending.
  package var leftOutKind: ArrivedItem.LeftOut {
    Self.audio.contains(ending) ? .audio : .document
  }

  private static let audio: Set<String> = [
    "aac", "aif", "aiff", "amr", "caf", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav", "weba",
    "wma",
  ]
}

/// The files of a source by their names, as another file of it refers to them.
struct NamedFiles {
  private var byName: [String: [ArrivalFile]] = [:]
  private var byPath: [String: ArrivalFile] = [:]

  init(_ files: some Sequence<ArrivalFile>) {
    for file in files {
      byName[file.name.lowercased(), default: []].append(file)
      byPath[file.path.lowercased()] = file
    }
  }

  /// The file that a path means: from the top, from a folder, or by the end of its path. Of several that end so,
  /// the one in the folder, else the one with the shortest path (Obsidian, "Internal links"). Small and capital
  /// letters are the same.
  ///
  /// - Parameters:
  ///   - path: with "/"; may have "." and ".." in it, which never lead out of the source.
  ///   - folder: of the file that refers to it.
  /// - Returns: nil where no file is called so.
  func find(_ path: String, from folder: String) -> ArrivalFile? {
    let path = path.lowercased()
    let folder = folder.lowercased()
    let isFromTop = path.hasPrefix("/")
    let beside = isFromTop ? nil : Self.joined(folder, path)
    if let beside, let file = byPath[beside] { return file }
    guard let whole = Self.joined("", path) ?? path.split(separator: "/").last.map(String.init)
    else { return nil }
    if let file = byPath[whole] { return file }
    guard let name = whole.split(separator: "/").last else { return nil }
    let ending = "/" + whole
    return (byName[String(name)] ?? [])
      .filter { $0.path.lowercased().hasSuffix(ending) || $0.path.lowercased() == whole }
      .min { Self.rank($0, folder) < Self.rank($1, folder) }
  }

  private static func rank(_ file: ArrivalFile, _ folder: String) -> (Int, Int, String) {
    let isBeside = file.folder.lowercased() == folder
    return (isBeside ? 0 : 1, file.depth, file.path)
  }

  /// A path from a folder; nil where it leads out of the top.
  private static func joined(_ folder: String, _ path: String) -> String? {
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }
}

extension StringProtocol {
  /// The text with what "%20" and the like stand for (RFC 3986, 2.1); nil where that is not UTF-8.
  var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
