package import Wording

extension PhotoFormat {
  package var nameWithArticle: String { name.hasPrefix("A") ? "an \(name)" : "a \(name)" }

  /// All of them, as "JPEG, PNG or AVIF".
  fileprivate static var names: String {
    let names = allCases.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
  }
}

extension PhotoFileError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("photo.empty")
    case .unknownFormat: ErrorMessage("photo.unknown", ["formats": .text(PhotoFormat.names)])
    case .raw(let format): ErrorMessage("photo.raw", ["format": .text(format.name)])
    case .rawDamaged(let format, let part):
      ErrorMessage("photo.raw-damaged", ["format": .text(format.name), "part": .text(part)])
    case .rawWithoutPicture(let format):
      ErrorMessage("photo.raw-empty", ["format": .text(format.name)])
    case .video(let format): ErrorMessage("photo.video", ["format": .text(format.name)])
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

extension VideoFormat {
  /// All of them, as "MP4, QuickTime or WebM".
  fileprivate static var names: String {
    let names = allCases.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
  }
}

extension VideoFileError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notAVideo: ErrorMessage("video.unknown", ["formats": .text(VideoFormat.names)])
    case .damaged(let format, let part):
      ErrorMessage("video.damaged", ["format": .text(format.name), "part": .text(part)])
    case .noPicture(let format):
      ErrorMessage("video.no-picture", ["format": .text(format.name)])
    case .unreadable(let code): ErrorMessage("video.unreadable", ["code": .number(Int(code))])
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

extension TIFFObstacle: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .smallCopy: ErrorMessage("tiff.small-copy")
    case .privateData: ErrorMessage("tiff.private-data")
    case .compression(let number):
      ErrorMessage(
        "tiff.compression", ["name": .text(Self.compressions[number] ?? "compression \(number)")])
    case .colour(let number):
      ErrorMessage("tiff.colour", ["name": .text(Self.colours[number] ?? "of kind \(number)")])
    case .samples: ErrorMessage("tiff.samples")
    case .range: ErrorMessage("tiff.range")
    case .damaged(let field): ErrorMessage("photo.tiff-field", ["field": .text(field)])
    }
  }

  private static let compressions = [
    6: "old-style JPEG", 34661: "JBIG", 34676: "SGI LogLuv", 34677: "SGI LogLuv",
    34712: "JPEG 2000", 34887: "LERC", 50001: "WebP", 50002: "JPEG XL",
  ]
  private static let colours = [
    5: "inks other than CMYK", 6: "YCbCr without JPEG", 8: "CIE L*a*b*", 9: "ICC L*a*b*",
    10: "ITU L*a*b*", 32844: "CIE Log L", 32845: "CIE Log Luv",
  ]
}

extension MetadataKind {
  package var name: String {
    switch self {
    case .exif: "EXIF"
    case .xmp: "XMP"
    case .iptc: "IPTC"
    case .icc: "the ICC profile"
    case .extendedXMP: "extended XMP"
    case .exifFields: "EXIF fields that do not fit"
    case .comment: "the comment"
    case .trailer: "the data after the image"
    case .block(let name): "“\(name)”"
    }
  }
}

extension TIFFError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .truncatedHeader(let observed, let expected):
      ErrorMessage("exif.short", ["observed": .number(observed), "expected": .number(expected)])
    case .unknownByteOrder, .wrongMagic: ErrorMessage("exif.start")
    case .directoryOutOfBounds(let offset, let length):
      ErrorMessage("exif.directory", ["offset": .number(offset), "length": .number(length)])
    }
  }
}
