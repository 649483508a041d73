package import Files
import Formats
import Stamping
import Store
import SystemPackage

/// The camera's raw file of a photo, kept beside it as it came. The journal never decodes it.
package struct KeptRaw: Sendable, Hashable {
  package let file: ContainedPath
  /// SHA-256, 32 bytes.
  package let hash: [UInt8]
  /// In bytes.
  package let byteCount: Int

  /// The sizes that one can have, in bytes.
  static let sizes = 1...Int(Int32.max)

  init(_ file: ContainedPath, hash: [UInt8], byteCount: Int) {
    (self.file, self.hash, self.byteCount) = (file, hash, byteCount)
  }

  /// Reads its values of ``PostPhoto/columns``; nil of a photo without one.
  init?(_ values: inout RowDecoder) throws {
    // Rows that a salvage has read of an older journal have nothing here.
    guard let file = try values.pathIfAny() else {
      values.skip(2)
      return nil
    }
    let hash = try values.bytes()
    self.init(file, hash: hash, byteCount: try values.next(in: Self.sizes))
  }

  /// The end of the file's name, in lower case, as "cr2".
  var fileExtension: String { file.path.extension ?? "" }
}

extension PostPhoto {
  /// The name of its kept raw file: the photo's own with the raw file's end, in capitals where the photo's is.
  package var rawName: String? {
    guard let raw else { return nil }
    let own = FilePath(originalName)
    let isLoud = own.extension.map { $0 == $0.uppercased() } ?? false
    let end = isLoud ? raw.fileExtension.uppercased() : raw.fileExtension
    return "\(own.stem ?? raw.file.path.stem ?? "photo").\(end)"
  }

  /// A file that is kept as it came, of whatever size, and not read whole.
  struct Copy {
    let part: PostProblem.Part
    let file: ContainedPath
    /// SHA-256, 32 bytes.
    let hash: [UInt8]
    /// In bytes.
    let byteCount: Int
    /// Those of the row that have ``hash``.
    let columns: [String]
  }

  /// The video that it is, or that is beside it, and its raw file.
  var copies: [Copy] {
    var copies: [Copy] = []
    func add(
      _ part: PostProblem.Part, _ file: ContainedPath, _ hash: [UInt8], _ byteCount: Int,
      _ columns: [String]
    ) {
      copies.append(
        Copy(part: part, file: file, hash: hash, byteCount: byteCount, columns: columns))
    }
    if let video {
      switch video.place {
      case .itself: add(.video, file, hash, video.byteCount, ["hash", "original_hash"])
      case .beside(let file, let hash): add(.video, file, hash, video.byteCount, ["video_hash"])
      case .within: break
      }
    }
    if let raw { add(.raw, raw.file, raw.hash, raw.byteCount, ["raw_hash"]) }
    return copies
  }

  /// Whether a file of this SHA-256 and size is the copy that was stored, also where its row is damaged: it has
  /// one of the hashes that the row has of it or, of its size, one that differs from it in a few bits.
  func proves(_ copy: Copy, _ found: [UInt8], byteCount: Int) -> Bool {
    let known = copy.file == file ? [copy.hash, originalHash] : [copy.hash]
    return known.contains(found)
      || byteCount == copy.byteCount && known.contains { found.isHash(damagedTo: $0) }
  }

  /// Whether the row has the SHA-256 of a copy's file.
  func agrees(_ copy: Copy, _ found: [UInt8]) -> Bool {
    found == copy.hash && (copy.file != file || originalHash == copy.hash)
  }
}

extension ContainedPath {
  /// Whether it is kept as it came, and may be of whatever size: a video, or a raw file.
  var isCopy: Bool { path.isVideoByName || path.isRawByName || besidePhoto == .raw }
}
