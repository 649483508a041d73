package import Files
package import Fonts
package import Formats
package import JPEGSplice
package import Raster
package import SystemPackage

extension PhotoFormat {
  package var nameWithArticle: String { name.hasPrefix("A") ? "an \(name)" : "a \(name)" }

  /// All of them, as "JPEG, PNG or AVIF".
  fileprivate static var names: String {
    let names = allCases.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
  }
}

extension FileError: Worded {
  /// With the path, which the text names itself or which is before it.
  package var wording: ErrorMessage {
    let message = reason
    return message.values["path"] == nil ? message.about(path) : message
  }

  /// What was wrong, where it is said already of which file; with the path only where it may be
  /// another one.
  package var reason: ErrorMessage {
    switch self {
    case .system(let operation, let path, let errno): Self.wording(operation, path, errno)
    case .notAFile(_, let kind): ErrorMessage("file.kind", ["kind": .text(kind.rawValue)])
    case .notReplaceable(let path, let kind):
      ErrorMessage("file.not-replaceable", ["path": .path(path), "kind": .text(kind.rawValue)])
    case .isInput(let path): ErrorMessage("file.is-input", ["path": .path(path)])
    case .empty: ErrorMessage("photo.empty")
    case .tooLarge(_, let limit): ErrorMessage("too-long.file", ["limit": .number(limit >> 20)])
    case .overMemory(_, let size, let allowed):
      ErrorMessage("too-much-memory.needed", ErrorMessage.memory(needed: size, allowed: allowed))
    case .exists(let path): ErrorMessage("file.exists", ["path": .path(path)])
    case .symbolicLink(let path): ErrorMessage("file.link", ["path": .path(path)])
    }
  }

  private static func wording(
    _ operation: Operation, _ path: FilePath, _ errno: Errno
  ) -> ErrorMessage {
    let isFull = [.noSpace, .diskQuotaExceeded].contains(errno)
    let why: [String: ErrorMessage.Value] = ["errno": .text("\(errno)")]
    let all = why.merging(["path": .path(path)]) { $1 }
    return switch operation {
    case .open: ErrorMessage("file.open", why)
    case .read: ErrorMessage("file.read", why)
    case .list: ErrorMessage("file.list", why)
    case .write: ErrorMessage(isFull ? "disk-full.write" : "file.write", all)
    case .create: ErrorMessage(isFull ? "disk-full.create" : "file.create", all)
    case .replace: ErrorMessage("file.replace", all)
    case .remove: ErrorMessage("file.remove", all)
    }
  }
}

/// Why a picture is not drawn into a file.
package enum PictureFileError: Error, Worded, Hashable {
  case exists(FilePath)

  package var wording: ErrorMessage {
    switch self {
    case .exists(let path): ErrorMessage("file.there", ["path": .path(path)])
    }
  }
}

extension ErrorMessage {
  /// The values of two amounts of bytes, in MiB: what is needed rounded up, what is allowed down.
  static func memory(needed: Int, allowed: Int) -> [String: Value] {
    let unit = 1 << 20
    return [
      "needed": .number(needed / unit + (needed % unit > 0 ? 1 : 0)),
      "allowed": .number(allowed / unit),
    ]
  }
}

extension PathNotContained: Worded {
  package var wording: ErrorMessage { ErrorMessage("file.outside", ["path": .text(path)]) }
}

extension PhotoFileError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("photo.empty")
    case .unknownFormat: ErrorMessage("photo.unknown", ["formats": .text(PhotoFormat.names)])
    case .unsupported(.jpegWithoutHeight): ErrorMessage("photo.no-height")
    case .unsupported(.hierarchicalJPEG): ErrorMessage("photo.hierarchical")
    case .truncated(let format, let part, let offset, let needed, let available):
      ErrorMessage(
        "photo.truncated",
        [
          "format": .text(format.name), "part": .text(part), "offset": .number(offset),
          "needed": .number(needed), "available": .number(available),
        ])
    case .missing(.jpeg, part: "EOI", let offset):
      ErrorMessage("photo.jpeg-cut-off", ["offset": .number(offset)])
    case .missing(let format, let part, let offset):
      ErrorMessage(
        "photo.missing",
        ["format": .text(format.name), "part": .text(part), "offset": .number(offset)])
    case .invalid(let format, let field, let offset, let observed, let expected):
      ErrorMessage(
        "photo.invalid",
        [
          "format": .text(format.name), "field": .text(field), "offset": .number(offset),
          "observed": .number(observed), "expected": .text(expected),
        ])
    case .encodedFormat(let observed, let expected):
      ErrorMessage(
        "photo.encoded",
        [
          "observed": .text(observed?.name ?? "no known format"), "expected": .text(expected.name),
        ])
    case .tooLarge(let format, let size, let limit):
      ErrorMessage(
        "photo.too-large",
        ["format": .text(format.name), "size": .number(size), "limit": .number(limit)])
    }
  }
}

extension JPEGError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .header(let error): error.wording
    case .damaged(let damage, let offset):
      ErrorMessage(Self.key(damage), ["offset": .number(offset)])
    case .unsupported(let form): Self.wording(form)
    }
  }

  private static func key(_ damage: Damage) -> String {
    switch damage {
    case .unknownCode: "photo.jpeg-code"
    case .runPastEnd: "photo.jpeg-run"
    case .coefficientTooLarge: "photo.jpeg-coefficient"
    case .endsEarly: "photo.jpeg-end"
    case .wrongRestart: "photo.jpeg-restart"
    case .wrongProgression: "photo.jpeg-progression"
    }
  }

  private static func wording(_ form: UnsupportedForm) -> ErrorMessage {
    switch form {
    case .arithmetic: ErrorMessage("photo.jpeg-arithmetic")
    case .lossless: ErrorMessage("photo.jpeg-lossless")
    case .hierarchical: ErrorMessage("photo.jpeg-hierarchical")
    case .bitsPerSample(let bits): ErrorMessage("photo.jpeg-bits", ["bits": .number(bits)])
    case .components(let count): ErrorMessage("photo.jpeg-components", ["count": .number(count)])
    case .unusualStructure: ErrorMessage("photo.jpeg-structure")
    }
  }
}

extension RasterError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .cannotDecode(let format, let detail):
      ErrorMessage("photo.cannot-decode", Self.values(format, detail))
    case .damaged(let format, let detail):
      ErrorMessage("photo.damaged", Self.values(format, detail))
    case .cannotEncode(let format, let detail):
      ErrorMessage("photo.cannot-encode", Self.values(format, detail))
    case .sideTooLong(let format, let observed, let limit):
      ErrorMessage(
        "photo.side",
        [
          "format": .text(format.name), "observed": .number(observed), "limit": .number(limit),
        ])
    case .otherSize(let width, let height, let expectedWidth, let expectedHeight):
      ErrorMessage(
        "photo.other-size",
        [
          "width": .number(width), "height": .number(height),
          "expectedWidth": .number(expectedWidth), "expectedHeight": .number(expectedHeight),
        ])
    case .cannotAllocate(let width, let height):
      ErrorMessage("memory.size", ["width": .number(width), "height": .number(height)])
    case .decoder(let format, let failure): failure.wording(of: format)
    case .cannotDraw(let font, let detail):
      ErrorMessage("stamp.draw", ["font": .text(font), "detail": .text(Self.because(detail))])
    }
  }

  private static func values(_ format: PhotoFormat, _ detail: String) -> [String: ErrorMessage
    .Value]
  {
    ["format": .text(format.name), "detail": .text(because(detail))]
  }

  private static func because(_ detail: String) -> String {
    detail.isEmpty ? "" : " (\(detail))"
  }
}

extension DecoderFailure {
  /// What is said of a photo of the format that it failed at.
  fileprivate func wording(of format: PhotoFormat) -> ErrorMessage {
    let format = ErrorMessage.Value.text(format.name)
    return switch self {
    case .crashed(let signal):
      ErrorMessage(
        "photo.decoder-crashed", ["format": format, "signal": .number(Int(signal))])
    case .forbidden: ErrorMessage("photo.decoder-forbidden", ["format": format])
    case .tooLong(let seconds):
      ErrorMessage("photo.decoder-time", ["format": format, "time": .seconds(seconds)])
    case .outOfMemory(let limit):
      ErrorMessage(
        "photo.decoder-memory", ["format": format, "limit": .number(limit >> 20)])
    case .endedEarly: ErrorMessage("photo.decoder-ended", ["format": format])
    case .nonsense: ErrorMessage("photo.decoder-nonsense", ["format": format])
    case .notStarted(let code):
      ErrorMessage("server.decoder", ["errno": .text(Errno(rawValue: code).description)])
    }
  }
}

extension MetadataProblem.Reason: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .truncated(let needed, let available):
      ErrorMessage(
        "metadata.truncated", ["needed": .number(needed), "available": .number(available)])
    case .notTIFF: ErrorMessage("metadata.not-tiff")
    case .incomplete(let found, let expected):
      ErrorMessage("metadata.incomplete", ["found": .number(found), "expected": .number(expected)])
    case .compression(let error): error.wording
    case .malformedText: ErrorMessage("metadata.text")
    case .outsideFile: ErrorMessage("metadata.outside")
    }
  }
}

extension InflateError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .truncated: ErrorMessage("metadata.data-ends")
    case .tooLarge(let limit): ErrorMessage("metadata.data-size", ["limit": .number(limit >> 20)])
    case .checksum: ErrorMessage("metadata.data-checksum")
    case .invalid: ErrorMessage("metadata.data-broken")
    case .noMemory: ErrorMessage("memory.inflate")
    }
  }
}

extension FontError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unreadable(let path, let code):
      ErrorMessage(
        "label.font-unreadable", ["path": .text(path), "errno": .text("\(Errno(rawValue: code))")])
    case .notAFont(let path): ErrorMessage("label.font-kind", ["path": .text(path)])
    case .missingTable(let path, let table):
      ErrorMessage("label.font-table", ["path": .text(path), "table": .text(table)])
    case .refused(let path, let code):
      ErrorMessage("label.font-refused", ["path": .text(path), "code": .text("\(code)")])
    }
  }
}

extension FontNotFound: Worded {
  package var wording: ErrorMessage {
    ErrorMessage(
      "label.font-missing", ["font": .text(font.fileName), "places": .lines(places)])
  }
}
