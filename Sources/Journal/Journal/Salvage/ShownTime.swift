import CaptureTime
import Files
import Stamping
import Store
import SystemPackage

/// The time that a photo's label shows: by the record of its stamp, else by its name.
struct ShownTime {
  private let file: ContainedPath
  private let captured: CaptureTime

  /// Nil where nothing says it.
  init?(_ file: ContainedPath, _ mark: StampMark?) {
    guard let time = mark?.time.flatMap({ try? GivenTime.parse($0) }) ?? file.timeOfName else {
      return nil
    }
    (self.file, captured) = (file, time)
  }

  /// The time of a post that has lost its row, on the day that is known of it: an index's, else that of the
  /// photo's folder.
  ///
  /// - Parameters:
  ///   - rule: tells times that say no offset.
  ///   - clue: what is known of the post.
  ///   - isPosts: whether the label shows the post's time, as far as that is known.
  /// - Returns: the label's time where it can be on that day; else the day alone, unless an index has the
  ///   time too. Nil where nothing says a day on which it can be.
  func time(_ rule: DayRule, _ clue: PostClue?, isPosts: Bool = true) -> PostTime? {
    let told = try? PostTime(captured, rule: self.rule(rule))
    let known = clue.flatMap { Self.time(of: $0, rule) }
    let days = [clue?.day, file.dayOfFolder].compactMap(\.self)
    if !isPosts, let known { return known }
    if let told, let time = days.lazy.map({ told.on($0) }).first(where: \.isPossible) {
      return time
    }
    if let known { return known }
    if let day = file.dayOfFolder,
      let time = try? PostTime(
        CaptureTime(date: day, precision: .day, source: .given), rule: rule)
    {
      return time
    }
    return told
  }

  /// The time that an index has, which has only the instant.
  private static func time(of clue: PostClue, _ rule: DayRule) -> PostTime? {
    guard let instant = clue.instant, let day = clue.day else { return nil }
    let time = PostTime(
      instant: instant, offset: rule.zone.offset(at: instant), subsecond: nil,
      precision: .second, source: .given, zone: rule.zone.name, isOffsetAssumed: false, day: day)
    return time.isPossible ? time : nil
  }

  /// The rule in whose zone the label's time has its offset.
  private func rule(_ rule: DayRule) -> DayRule {
    guard let offset = captured.offset, let instant = captured.instant,
      rule.zone.offset(at: instant) != offset
    else { return rule }
    return DayRule(zone: CaptureZone(offset: offset), start: rule.start)
  }

  /// The photo's time in a post of this time; nil where that is the post's own. The source says what told it,
  /// where that is known, and the rule tells times that say no offset.
  func taken(from source: String?, in time: PostTime, _ rule: DayRule) -> CaptureTime? {
    let post = time.captureTime
    var own = captured
    if own.offset == nil, own.precision != .day {
      // A name has no offset and no fractions of a second.
      if own.wallSeconds == post.wallSeconds, post.precision != .day { return nil }
      guard let told = try? PostTime(captured, rule: rule) else { return nil }
      own = told.captureTime
    }
    guard own.description != post.description else { return nil }
    return CaptureTime(
      stored: own.description, from: source ?? CaptureTimeSource.given.rawValue)
  }
}

extension PostTime {
  fileprivate func on(_ day: CivilDate) -> PostTime {
    PostTime(
      instant: instant, offset: offset, subsecond: subsecond, precision: precision, source: source,
      zone: zone, isOffsetAssumed: isOffsetAssumed, day: day)
  }
}

/// The time in a path from ``PhotoPlace``: `photos/YYYY/MM/DD/YYYY-MM-DD_HHMMSS_xxxxxxxx.ext`.
extension ContainedPath {
  var dayOfFolder: CivilDate? {
    let parts = path.components.map(\.string)
    guard parts.count == 5 else { return nil }
    return CivilDate(iso: parts[1...3].joined(separator: "-"))
  }

  /// Whether its name has the day of its folder, which is its post's.
  var isOfFolder: Bool { dayOfFolder != nil && timeOfName?.date == dayOfFolder }

  private var partsOfName: [Substring]? {
    let parts = path.stem?.split(separator: "_", omittingEmptySubsequences: false) ?? []
    guard dayOfFolder != nil, 2...4 ~= parts.count, CivilDate(iso: String(parts[0])) != nil else {
      return nil
    }
    return parts
  }

  var timeOfName: CaptureTime? {
    guard let parts = partsOfName else { return nil }
    var text = String(parts[0])
    if parts.count > 2, [4, 6].contains(parts[1].utf8.count), parts[1].allSatisfy(\.isNumber) {
      let digits = Array(parts[1])
      text += "T\(String(digits[0...1])):\(String(digits[2...3]))"
      if digits.count == 6 { text += ":\(String(digits[4...5]))" }
    }
    return try? GivenTime.parse(text)
  }

  var uidOfName: [UInt8]? {
    guard let parts = partsOfName, let written = parts.dropFirst().first(where: { $0.count == 8 })
    else { return nil }
    return [UInt8](hexadecimal: String(written)).flatMap { $0.count == 4 ? $0 : nil }
  }
}
