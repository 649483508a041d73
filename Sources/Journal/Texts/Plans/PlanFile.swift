import Store

/// The lines of a plan's file: `60=Exod.12.21-Exod.12.50, Luke.15`.
///
/// A line has the number of a day and its portions, which are the keys of texts or sections, or two of them
/// with a hyphen; of the second one what it shares with the first may be left out, as in `Exod.12.21-50`.
/// Days may come in any order, and those that are left out are days of rest. Empty lines, and lines that
/// begin with `#`, say nothing.
struct PlanFile: Sendable {
  /// The days' lines, as they came.
  private(set) var lines: [Line] = []
  private(set) var problems: [PlanProblem] = []

  struct Line: Sendable, Hashable {
    /// Counted from 1.
    let number: Int
    let day: Int
    /// As they are written, without white space around them.
    let portions: [String]
  }

  /// Bytes of a file, and of a line.
  static let limit = 4 << 20
  static let lineLimit = 64 << 10
  /// Lines that are wrong, after which no more are looked at.
  static let mostProblems = 1_000

  /// - Parameter bytes: the file's, at most ``limit``.
  init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var lineOfDay: [Int: Int] = [:]
    var number = 0
    while !bytes.isEmpty, problems.count < Self.mostProblems {
      let line = bytes.prefix { $0 != .lineFeed }
      bytes = bytes[line.endIndex...].dropFirst()
      number += 1
      do throws(PlanProblem.Reason) {
        guard let line = try Self.line(line, number) else { continue }
        if let first = lineOfDay[line.day] { throw .sameDay(line.day, line: first) }
        lineOfDay[line.day] = line.number
        lines.append(line)
      } catch {
        problems.append(PlanProblem(line: number, reason: error))
      }
    }
  }

  private static func line(
    _ bytes: ArraySlice<UInt8>, _ number: Int
  ) throws(PlanProblem.Reason) -> Line? {
    let bytes = bytes.last == .carriageReturn ? bytes.dropLast() : bytes
    guard bytes.count <= lineLimit else { throw .tooLong(limit: lineLimit) }
    guard let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" })
    else { throw .encoding }
    let line = text.kept
    if line.isEmpty || line.hasPrefix("#") { return nil }
    guard let equals = line.firstIndex(of: "=") else { throw .syntax }
    let digits = line[..<equals].trimmingBlanks
    guard let day = Int(digits: digits, widths: 1...9) else { throw .syntax }
    guard Plan.dayRange ~= day else { throw .day(observed: day, expected: Plan.dayRange) }
    let portions = line[line.index(after: equals)...].split(separator: ",")
      .map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    guard !portions.isEmpty else { throw .noPortions(day) }
    guard portions.count <= Plan.portionLimit else {
      throw .tooManyPortions(observed: portions.count, limit: Plan.portionLimit)
    }
    return Line(number: number, day: day, portions: portions)
  }

  /// The days with the places of their portions in a collection; what is wrong is added to ``problems``, up to
  /// ``mostProblems``, after which nothing more is looked at.
  mutating func days(
    in places: PlanPlaces
  ) -> [(number: Int, portions: [PlanSpan])] {
    var days: [(number: Int, portions: [PlanSpan])] = []
    for line in lines {
      var spans: [PlanSpan] = []
      for written in line.portions where problems.count < Self.mostProblems {
        do throws(PlanProblem.Reason) {
          let span = try places.span(written)
          if spans.contains(where: { $0.texts == span.texts }) { throw .samePortion(written) }
          spans.append(span)
        } catch {
          problems.append(PlanProblem(line: line.number, reason: error))
        }
      }
      days.append((line.day, spans))
    }
    problems.sort { $0.line < $1.line }
    return days.sorted { $0.number < $1.number }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop { $0.isWhitespace }
    return start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count)
  }
}
