package import Files
package import Formats
package import Raster
import Stamping
import SystemPackage

extension Wording {
  package static func message(for error: FileError) -> String {
    switch error {
    case .system(.open, _, let errno): "cannot be opened: \(errno)"
    case .system(.read, _, let errno): "cannot be read: \(errno)"
    case .system(.list, _, let errno): "the folder cannot be read: \(errno)"
    case .system(.write, let path, let errno):
      "\(name(path)) cannot be written: \(isFull(errno))\(errno)"
    case .system(.create, let path, let errno):
      "\(name(path)) cannot be made: \(isFull(errno))\(errno)"
    case .system(.replace, let path, let errno): "\(name(path)) cannot be replaced: \(errno)"
    case .system(.remove, let path, let errno): "\(name(path)) cannot be removed: \(errno)"
    case .notAFile(_, let kind): "is a \(kind.rawValue), not a photo; it was not read"
    case .notReplaceable(let path, let kind):
      "\(name(path)) is a \(kind.rawValue) and was not replaced; give another output"
    case .isInput(let path):
      "\(name(path)) is the input itself under another name; --in-place replaces inputs"
    case .empty: "the file is empty"
    case .tooLarge(_, let limit): "is larger than \(limit >> 20) MiB, the most that libgd takes"
    case .exists(let path): "\(name(path)) has been made by somebody else meanwhile"
    }
  }

  private static func isFull(_ errno: Errno) -> String {
    [.noSpace, .diskQuotaExceeded].contains(errno) ? "the disk is full: " : ""
  }

  /// What was wrong, with the path where the message does not name it itself.
  package static func messageWithPath(for error: FileError) -> String {
    switch error {
    case .system(.write, _, _), .system(.create, _, _), .system(.replace, _, _),
      .system(.remove, _, _), .notReplaceable, .isInput, .exists:
      message(for: error)
    case .system(.open, _, _), .system(.read, _, _), .system(.list, _, _), .notAFile, .empty,
      .tooLarge:
      "\(name(error.path)): \(message(for: error))"
    }
  }

  package static func message(for error: PhotoFileError) -> String {
    switch error {
    case .empty: "the file is empty"
    case .unknownFormat:
      "is not a photo: not \(formatNames) by its content"
    case .unsupported(.bigTIFF): "is a BigTIFF, which is not read"
    case .unsupported(.jpegWithoutHeight): "is a JPEG whose height is nowhere in the file"
    case .unsupported(.hierarchicalJPEG): "is a hierarchical JPEG, which is not read"
    case .truncated(let format, let part, let offset, let needed, let available):
      "the \(format.name) is truncated: \(part) at byte \(offset) needs \(needed) bytes, "
        + "and \(available) are there"
    case .missing(let format, let part, let offset):
      "the \(format.name) is broken: no \(part) up to byte \(offset)"
    case .invalid(let format, let field, let offset, let observed, let expected):
      "the \(format.name) is broken: \(field) at byte \(offset) is \(observed), not \(expected)"
    case .encodedFormat(let observed, let expected):
      "was encoded as \(observed?.name ?? "nothing known"), not as \(expected.name)"
    case .tooLarge(let format, let size, let limit):
      "the \(format.name) would have \(size) bytes, more than its format can say (\(limit))"
    }
  }

  /// "JPEG, PNG … or AVIF".
  private static var formatNames: String {
    let names = PhotoFormat.allCases.map(\.name)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  package static func message(for error: RasterError) -> String {
    switch error {
    case .cannotDecode(let format, let detail):
      "the \(format.name) cannot be decoded\(because(detail))"
    case .damaged(let format, let detail):
      "the \(format.name) is damaged, parts of the picture are missing\(because(detail))"
    case .cannotEncode(let format, let detail):
      "the \(format.name) cannot be written\(because(detail))"
    case .sideTooLong(let format, let observed, let limit):
      "a side of \(observed) pixels is more than a \(format.name) can have (\(limit)); "
        + "--to png has room"
    case .otherSize(let width, let height, let expectedWidth, let expectedHeight):
      "decodes to \(width)×\(height) pixels, though its header says "
        + "\(expectedWidth)×\(expectedHeight)"
    case .cannotAllocate(let width, let height):
      "there is not enough memory for \(width)×\(height) pixels"
    case .cannotDraw(let font, let detail): "\(font) cannot be drawn with\(because(detail))"
    }
  }

  /// Why a metadata block cannot be read.
  package static func message(for reason: MetadataProblem.Reason) -> String {
    switch reason {
    case .truncated(let needed, let available):
      "it needs \(needed) bytes, and \(available) are there"
    case .notTIFF: "it does not begin like EXIF"
    case .incomplete(let found, let expected): "\(found) of its \(expected) parts are there"
    case .compression(let error): message(for: error)
    case .malformedText: "its text is not the hexadecimal that it has to be"
    case .outsideFile: "it lies outside the file"
    }
  }

  private static func message(for error: InflateError) -> String {
    switch error {
    case .truncated: "its compressed data ends early"
    case .tooLarge(let limit): "it inflates to more than \(limit >> 20) MiB"
    case .checksum: "its compressed data does not agree with its checksum"
    case .invalid: "its compressed data is broken"
    case .noMemory: "there is not enough memory to inflate it"
    }
  }

  private static func because(_ detail: String) -> String {
    detail.isEmpty ? "" : " (\(detail))"
  }

  package static func message(for error: FontError) -> String {
    switch error {
    case .unreadable(let path, let code): "\(path): \(Errno(rawValue: code))"
    case .unsupportedPath(let path):
      "\(path): libgd cannot open a font with “;” in its path; give the file another name"
    case .notAFont(let path): "\(path): is not a TrueType or OpenType font"
    case .missingTable(let path, let table): "\(path): the font has no usable “\(table)” table"
    }
  }
}

extension PhotoFormat {
  package var nameWithArticle: String { name.hasPrefix("A") ? "an \(name)" : "a \(name)" }
}
