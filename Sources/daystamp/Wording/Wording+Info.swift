import CaptureTime
import Formats
import Shell
import Stamping

extension Wording {
  /// What `daystamp info` says of one photo.
  static func info(_ info: PhotoInfo) -> String {
    let width = info.times.candidates.map(\.source.rawValue.count).max() ?? 0
    let candidates = info.times.candidates.map { candidate in
      let source = candidate.source.rawValue
      let padding = String(repeating: " ", count: width - source.count)
      return "    \(source)\(padding)  \(text(of: candidate))"
    }
    let problems = info.times.problems.map { "    note: \(message(for: $0))" }
    let time = info.times.chosen.map(clock) ?? "no capture time"
    return ([name(info.path), "  \(header(info.header))", "  \(time)"] + candidates + problems)
      .joined(separator: "\n")
  }

  private static func header(_ header: PhotoHeader) -> String {
    var parts = ["\(header.format.name), \(header.width)×\(header.height) pixels"]
    if header.orientation != .topLeft {
      parts.append(
        "orientation \(header.orientation.rawValue), shown as "
          + "\(header.displayedWidth)×\(header.displayedHeight)")
    }
    if let subsampling = header.jpeg?.subsampling { parts.append(subsampling) }
    if header.jpeg?.coding == .progressive { parts.append("progressive") }
    if header.bitsPerChannel > 8 { parts.append("\(header.bitsPerChannel) bits a channel") }
    if header.isAnimated { parts.append("animated") }
    return parts.joined(separator: ", ")
  }

  private static func text(of candidate: CaptureTimeCandidate) -> String {
    let text = candidate.time.map(clock) ?? "“\(escaped(candidate.rawText))”"
    return switch candidate.outcome {
    case .chosen: "\(text)  chosen"
    case .notNeeded: "\(text)  not needed: an earlier one is valid"
    case .rejected(let rejection): "\(text)  rejected: \(message(for: rejection))"
    }
  }
}
