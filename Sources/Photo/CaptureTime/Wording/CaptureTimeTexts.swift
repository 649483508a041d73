package import Wording
import Formats
import Places

extension ErrorTexts {
  package static let captureTime = ErrorTexts(
    [
      "field": .init("a field is missing, unknown or invalid", "없거나 모르거나 맞지 않는 항목이 있습니다."),
      "time": .init(
        "the time is not valid, or the journal's clocks skipped it",
        "시각을 이해하지 못했거나 없는 시각입니다."),
      "time.syntax": .init(
        "“{text}” is not a time: after “{read}”, {expected}; write it like 2024-01-31 "
          + "23:59:58+09:00; parts at the end are optional",
        "“{text}”은(는) 시각이 아닙니다. “{read}” 다음에 {expected} 2024-01-31 23:59:58+09:00처럼 적고, 모르는 것은 "
          + "뒤에서부터 빼세요."),
      "time.syntax-start": .init(
        "“{text}” is not a time: begin with the year, as in 2024-01-31 23:59:58+09:00; parts at "
          + "the end are optional",
        "“{text}”은(는) 시각이 아닙니다. 연도부터 2024-01-31 23:59:58+09:00처럼 적고, 모르는 것은 뒤에서부터 "
          + "빼세요."),
      "time.expects-time": .init("a space and the time of day must follow", "빈칸과 하루의 시각이 와야 합니다."),
      "time.expects-offset": .init(
        "“Z” or an offset such as +09:00 must follow",
        "“Z”나 +09:00 같은 시차가 와야 합니다."),
      "time.expects-field": .init("the {field} must follow", "{field}이(가) 와야 합니다."),
      "time.expects-separator": .init("“{character}” must follow", "“{character}”이(가) 와야 합니다."),
      "time.expects-fraction": .init("the digits of a fraction must follow", "소수점 아래 숫자가 와야 합니다."),
      "time.expects-end": .init("nothing may follow", "거기서 끝나야 합니다."),
      "time.range": .init(
        "there is no {field} {observed}; give {least} to {most}",
        "{field}에 {observed}은(는) 없습니다. {least}부터 {most}까지입니다."),
      "time.gap": .init(
        "in {zone} there was no {clock} on {date}: clocks went from {start} to {end}",
        "{zone}의 {date}에는 {clock}이(가) 없습니다. 시계가 {start}에서 {end}(으)로 넘어갔습니다.",
        hint: "; give another --time, add its offset from UTC, or give the clock's zone with "
          + "--time-zone"),
      "time.no-day": .init(
        "in {zone} there was no {day}: its clocks skipped that day",
        "{zone}에는 {day}이(가) 없었습니다. 시계가 그날을 건너뛰었습니다.",
        hint: "; give another --time, or the day's zone with --time-zone"),
      "time-zone": .init(
        "there is no such time zone; give one like Asia/Seoul, or an offset like +09:00",
        "그런 시간대는 없습니다. Asia/Seoul이나 +09:00처럼 적어 주세요."),
      "time-zone.unknown": .init(
        "there is no time zone “{name}”; give one like Asia/Seoul, or an offset like +09:00",
        "“{name}” 시간대는 없습니다. Asia/Seoul이나 +09:00처럼 적어 주세요."),
      "time-zone.similar": .init(
        "there is no time zone “{name}”; did you mean {suggestions}?",
        "“{name}” 시간대는 없습니다. 혹시 {suggestions}인가요?"),
      "zones.nowhere": .init(
        "the photo's position is incomplete or nowhere on the Earth, so it tells no time zone"),
      "zones.unknown": .init(
        "the position is in the time zone {name}, which this version of Daystamp does not know"),
      "shift.no-number": .init(
        "every unit needs a number before it; write it like +1h30m, -2d or +1y2mo, with y, mo, w, "
          + "d, h, m and s"),
      "shift.no-unit": .init(
        "the last number has no unit; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, h, m and s"
      ),
      "shift.unknown-unit": .init(
        "a number has an unknown unit; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, h, "
          + "m and s"),
      "shift.repeated-unit": .init(
        "a unit occurs twice; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, h, m and s"),
      "shift.too-long": .init("a shift can be at most {limit|day|days}"),
      "shift.year": .init(
        "the shift leads to the year {year}, but years go from {firstYear} to {lastYear}"),
      "shift.too-fine": .init(
        "the time is known only to the {precision}, so it cannot be shifted by "
          + "{shift|second|seconds}; shift by whole {precision}s, or give --time"),
      "label.directive": .init(
        "“{text}” in the format is unknown; use the letters of strftime, and %% for a percent sign",
        "형식의 “{text}”은(는) 뜻이 없습니다. strftime의 글자를 쓰고, %%는 퍼센트 "
          + "기호입니다."),
      "label.unstable-directive": .init(
        "“{text}” in the format differs from machine to machine; use {instead}",
        "형식의 “{text}”은(는) 컴퓨터마다 다릅니다. {instead}을(를) 쓰세요."),
      "label.unfinished-directive": .init(
        "“{text}” at the end of the format lacks its letter; use %% for a percent sign",
        "형식 끝의 “{text}”에 글자가 없습니다. %%는 퍼센트 기호입니다."),
      "label.locale": .init(
        "there is no locale “{name}”; give one like ko_KR or de_DE",
        "“{name}” 로캘은 없습니다. ko_KR이나 de_DE처럼 적어 주세요."),
      "rejected.blank": .init("blank"),
      "rejected.zeros": .init("zeros"),
      "rejected.syntax": .init("not written as {expected}"),
      "rejected.range": .init("no {field} {observed}: {least} to {most}"),
      "rejected.incomplete": .init("has no {field}"),
      "rejected.early": .init("{year} is before the first photo, {earliest}"),
      "rejected.late": .init("{days|day|days} in the future"),
      "rejected.no-date": .init("no date in it"),
      "rejected.several-days": .init("several days in it, but no time"),
      "rejected.ambiguous-day": .init("may be {one} or {other}"),
      "doubt.unset": .init("a clock that was never set shows this"),
      "doubt.gps-weeks": .init(
        "it is 1024 or 2048 weeks before another time of the photo, a typical error of GPS "
          + "receivers"),
      "doubt.hour-24": .init("hour 24 may be the start or the end of the day"),
      "read.form": .init("written {form}"),
      "read.offset": .init("“{text}” is not used as its offset: {reason}"),
      "read.time": .init("“{text}” is not a time of day, so only the day is used"),
      "read.hour-24": .init("hour 24 is read as 0, like another time of the photo"),
      "read.companion": .init("in {name}"),
      "read.repeated": .init(
        "clocks there went back and showed this time twice: it is read as the first"),
      "read.skipped": .init("clocks there went forward and never showed this time"),
      "companion.large": .init(
        "{name} beside it is not read: it has {observed|byte|bytes}, more than {limit}"),
      "companion.link": .init("{name} beside it is a link, which Daystamp does not follow"),
      "companion.unreadable": .init("{name} beside it cannot be read"),
      "companion.json": .init("{name} beside it is not JSON from Google Takeout"),
      "companion.xmp": .init("{name} beside it: {reason}"),
      "companion.no-time": .init("{name} beside it has no capture time"),
      "companion.several": .init(
        "{names} beside it match it equally well, so Daystamp reads none of them"),
      "offset.letters": .init("several time zones use these letters"),
      "offset.too-far": .init("no clock is that far from UTC"),
      "offset.none": .init("it is not an offset"),
      "xmp.encoding": .init("XMP is in UTF-32, which Daystamp cannot read"),
      "xmp.document-type": .init("XMP has a document type, which is not allowed"),
      "xmp.syntax": .init("XMP is not well-formed XML from byte {offset} on"),
      "xmp.limit": .init("XMP is too large or too deep to be searched"),
      "iptc.extended": .init("IPTC has an extended dataset at byte {offset}"),
      "iptc.truncated": .init(
        "IPTC ends early at byte {offset}: it has {observed} of {expected|byte|bytes}"),
    ],
    limits: [
      "firstYear": CivilDate.years.lowerBound, "lastYear": CivilDate.years.upperBound,
    ],
    below: [.formats, .places])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .captureTime) }
}
