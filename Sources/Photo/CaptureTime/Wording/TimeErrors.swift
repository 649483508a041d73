import Formats
import Places
package import Wording

extension TimestampField {
  package var word: ErrorMessage.Value {
    switch self {
    case .year: .word(english: rawValue, korean: "연도")
    case .month: .word(english: rawValue, korean: "월")
    case .day: .word(english: rawValue, korean: "일")
    case .hour: .word(english: rawValue, korean: "시")
    case .minute: .word(english: rawValue, korean: "분")
    case .second: .word(english: rawValue, korean: "초")
    case .offset: .word(english: rawValue, korean: "시차")
    }
  }

  /// What a message says of the field where the calendar or the clock does not have its value.
  package func values(
    _ observed: Int, _ expected: ClosedRange<Int>
  ) -> [String: ErrorMessage.Value] {
    ErrorMessage.values(observed, expected).merging(["field": word]) { $1 }
  }
}

extension GivenTimeError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .syntax(let text, let error) where error.position == 0:
      ErrorMessage("time.syntax-start", ["text": .text(text)])
    case .syntax(let text, let error):
      ErrorMessage(
        "time.syntax",
        [
          "text": .text(text), "read": .text(error.read(of: text)),
          "expected": .message(error.expected.wording),
        ])
    case .outOfRange(let field, let observed, let expected):
      ErrorMessage("time.range", field.values(observed, expected))
    }
  }
}

extension TimestampSyntaxError.Expectation: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .digits(of: .offset): ErrorMessage("time.expects-offset")
    case .digits(let field): ErrorMessage("time.expects-field", ["field": field.word])
    case .separator("T"): ErrorMessage("time.expects-time")
    case .separator(let character):
      ErrorMessage("time.expects-separator", ["character": .text(String(character))])
    case .fraction: ErrorMessage("time.expects-fraction")
    case .end: ErrorMessage("time.expects-end")
    }
  }
}

extension TimeShiftSyntaxError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noNumber: ErrorMessage("shift.no-number")
    case .noUnit: ErrorMessage("shift.no-unit")
    case .unknownUnit: ErrorMessage("shift.unknown-unit")
    case .repeatedUnit: ErrorMessage("shift.repeated-unit")
    case .tooLong(let limit): ErrorMessage("shift.too-long", ["limit": .number(limit / 86_400)])
    }
  }
}

extension TimeShiftError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .finerThanPrecision(let shift, let precision):
      ErrorMessage(
        "shift.too-fine", ["shift": .number(shift), "precision": .text(precision.rawValue)])
    case .yearOutOfRange(let year): ErrorMessage("shift.year", ["year": .number(year)])
    }
  }
}

extension CaptureZoneError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let name, let suggestions):
      suggestions.isEmpty
        ? ErrorMessage("time-zone.unknown", ["name": .text(name)])
        : ErrorMessage(
          "time-zone.similar", ["name": .text(name), "suggestions": .names(suggestions)])
    }
  }
}

extension SkippedTime: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .time(let time, let zone, let start, let end):
      ErrorMessage(
        "time.gap",
        [
          "zone": .text(zone), "clock": .text(time.hourAndMinute), "date": .text("\(time.date)"),
          "start": .text(start.hourAndMinute), "end": .text(end.hourAndMinute),
        ])
    case .day(let day, let zone):
      ErrorMessage("time.no-day", ["day": .text("\(day)"), "zone": .text(zone)])
    }
  }
}

extension CaptureTime {
  fileprivate var hourAndMinute: String {
    [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

extension TimeFormatError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknownDirective(let text, _): ErrorMessage("label.directive", ["text": .text(text)])
    case .unstableDirective(let text, _, let instead):
      ErrorMessage(
        "label.unstable-directive", ["text": .text(text), "instead": .text(instead)])
    case .unfinishedDirective(let text, _):
      ErrorMessage("label.unfinished-directive", ["text": .text(text)])
    case .unknownLocale(let name): ErrorMessage("label.locale", ["name": .text(name)])
    }
  }
}

extension CaptureTimeRejection: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .blank: ErrorMessage("rejected.blank")
    case .zeros: ErrorMessage("rejected.zeros")
    case .wrongSyntax(_, let expected):
      ErrorMessage("rejected.syntax", ["expected": .text(expected)])
    case .outOfRange(let field, let observed, let expected):
      ErrorMessage("rejected.range", field.values(observed, expected))
    case .incomplete(let field): ErrorMessage("rejected.incomplete", ["field": field.word])
    case .tooEarly(let year, let earliest):
      ErrorMessage("rejected.early", ["year": .number(year), "earliest": .number(earliest)])
    case .tooLate(let seconds, _):
      ErrorMessage("rejected.late", ["days": .number(seconds / 86_400)])
    case .noDate: ErrorMessage("rejected.no-date")
    case .severalDays: ErrorMessage("rejected.several-days")
    case .ambiguousDay(let one, let other):
      ErrorMessage(
        "rejected.ambiguous-day", ["one": .text("\(one)"), "other": .text("\(other)")])
    }
  }
}

extension CaptureTimeCandidate {
  /// Why it is not used; nil of one that is, or is not needed.
  package var reason: ErrorMessage? {
    switch outcome {
    case .rejected(let rejection): rejection.wording
    case .doubtful: doubt?.wording
    case .chosen, .notNeeded: nil
    }
  }
}

extension ClockDoubt: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .neverSet: ErrorMessage("doubt.unset")
    case .gpsWeeks: ErrorMessage("doubt.gps-weeks")
    case .hour24: ErrorMessage("doubt.hour-24")
    }
  }
}

extension CaptureTimeNote: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .form(let form): ErrorMessage("read.form", ["form": .text(form)])
    case .droppedOffset(let text, let reason):
      ErrorMessage("read.offset", ["text": .text(text), "reason": .message(reason.wording)])
    case .droppedTime(let text): ErrorMessage("read.time", ["text": .text(text)])
    case .hour24: ErrorMessage("read.hour-24")
    case .companion(let name): ErrorMessage("read.companion", ["name": .text(name)])
    case .repeatedTime: ErrorMessage("read.repeated")
    case .skippedTime: ErrorMessage("read.skipped")
    }
  }
}

extension DroppedOffset: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .letters: ErrorMessage("offset.letters")
    case .tooFar: ErrorMessage("offset.too-far")
    case .notAnOffset: ErrorMessage("offset.none")
    }
  }
}

extension CompanionProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .tooLarge(let name, let bytes, let limit):
      ErrorMessage(
        "companion.large",
        ["name": .text(name), "observed": .number(bytes), "limit": .number(limit)])
    case .link(let name): ErrorMessage("companion.link", ["name": .text(name)])
    case .unreadable(let name): ErrorMessage("companion.unreadable", ["name": .text(name)])
    case .notJSON(let name): ErrorMessage("companion.json", ["name": .text(name)])
    case .notXMP(let name, let error):
      ErrorMessage("companion.xmp", ["name": .text(name), "reason": .message(error.wording)])
    case .noTime(let name): ErrorMessage("companion.no-time", ["name": .text(name)])
    case .several(let names): ErrorMessage("companion.several", ["names": .names(names)])
    }
  }
}

extension XMPError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .encoding: ErrorMessage("xmp.encoding")
    case .documentType: ErrorMessage("xmp.document-type")
    case .syntax(let offset, _): ErrorMessage("xmp.syntax", ["offset": .number(offset)])
    case .limit: ErrorMessage("xmp.limit")
    }
  }
}

extension CaptureTimeProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .exif(let error): error.wording
    case .xmp(_, let error): error.wording
    case .companion(let problem): problem.wording
    case .iptcExtendedDataset(let offset):
      ErrorMessage("iptc.extended", ["offset": .number(offset)])
    case .iptcTruncated(let offset, let observed, let expected):
      ErrorMessage(
        "iptc.truncated",
        ["offset": .number(offset), "observed": .number(observed), "expected": .number(expected)])
    case .impossiblePosition: ErrorMessage("zones.nowhere")
    case .places(let error): error.wording
    case .unknownZone(let name): ErrorMessage("zones.unknown", ["name": .text(name)])
    }
  }
}

extension Wording {
  /// A time for people: 2024-01-31 23:59:58 +09:00.
  package static func clock(_ time: CaptureTime) -> String {
    let text = escaped(time.description)
    guard let separator = text.firstIndex(of: "T") else { return text }
    let clock = text[text.index(after: separator)...]
    guard let sign = clock.firstIndex(where: { $0 == "+" || $0 == "-" }) else {
      return "\(text[..<separator]) \(clock)"
    }
    return "\(text[..<separator]) \(clock[..<sign]) \(clock[sign...])"
  }
}
