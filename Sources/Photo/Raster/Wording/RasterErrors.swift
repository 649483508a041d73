import Formats
import SystemPackage
package import Wording

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
