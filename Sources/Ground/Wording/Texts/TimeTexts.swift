extension ErrorTexts {
  /// Times that a person gives, and times that photos tell.
  static let time: [String: ErrorText] = [
    "time": .init(
      "the time was not understood, or the journal's clocks never showed it",
      "시각을 이해하지 못했거나 없는 시각입니다."),
    "time.syntax": .init(
      "“{text}” is not a time: after “{read}” {expected}; "
        + "write it like 2024-01-31 23:59:58+09:00, leaving out what you do not know from the end",
      "“{text}”은(는) 시각이 아닙니다. “{read}” 다음에 {expected} 2024-01-31 23:59:58+09:00처럼 적고, 모르는 것은 "
        + "뒤에서부터 빼세요."),
    "time.syntax-start": .init(
      "“{text}” is not a time, which begins with the year: "
        + "write it like 2024-01-31 23:59:58+09:00, leaving out what you do not know from the end",
      "“{text}”은(는) 시각이 아닙니다. 연도부터 2024-01-31 23:59:58+09:00처럼 적고, 모르는 것은 뒤에서부터 "
        + "빼세요."),
    "time.expects-time": .init(
      "a blank and the time of day should come", "빈칸과 하루의 시각이 와야 합니다."),
    "time.expects-offset": .init(
      "“Z” or an offset such as +09:00 should come",
      "“Z”나 +09:00 같은 시차가 와야 합니다."),
    "time.expects-field": .init("the {field} should come", "{field}이(가) 와야 합니다."),
    "time.expects-separator": .init(
      "“{character}” should come", "“{character}”이(가) 와야 합니다."),
    "time.expects-fraction": .init(
      "a fraction's digits should come", "소수점 아래 숫자가 와야 합니다."),
    "time.expects-end": .init("it should end", "거기서 끝나야 합니다."),
    "time.range": .init(
      "there is no {field} {observed}: it goes from {least} to {most}",
      "{field}에 {observed}은(는) 없습니다. {least}부터 {most}까지입니다."),
    "time.year": .init(
      "{time} is on {day} in the journal's time zone, and years go from {firstYear} to {lastYear}",
      "{time}은(는) 일기의 시간대로 {day}이고, 연도는 {firstYear}부터 {lastYear}까지입니다."),
    "time.gap": .init(
      "in {zone} there was no {clock} on {date}: clocks went from {start} to {end}",
      "{zone}의 {date}에는 {clock}이(가) 없습니다. 시계가 {start}에서 {end}(으)로 넘어갔습니다.",
      hint: "; give another with --time, with its offset from UTC, or the zone of the clock with "
        + "--time-zone"),
    "time.no-day": .init(
      "in {zone} there was no {day}: its clocks skipped that day",
      "{zone}에는 {day}이(가) 없었습니다. 시계가 그날을 건너뛰었습니다.",
      hint: "; give another with --time, or the zone of the day with --time-zone"),
    "time.day": .init("the day: {reason}", "날짜: {reason}"),
    "time.required": .init("a post has a time", "게시물에는 시각이 있어야 합니다."),
    "time-zone": .init(
      "there is no such time zone; write it as Asia/Seoul or +09:00",
      "그런 시간대는 없습니다. Asia/Seoul이나 +09:00처럼 적어 주세요."),
    "time-zone.unknown": .init(
      "there is no time zone “{name}”; name one like Asia/Seoul, or an offset like +09:00",
      "“{name}” 시간대는 없습니다. Asia/Seoul이나 +09:00처럼 적어 주세요."),
    "time-zone.similar": .init(
      "there is no time zone “{name}”; did you mean {suggestions}?",
      "“{name}” 시간대는 없습니다. 혹시 {suggestions}인가요?"),
    "time-zone.required": .init(
      "a post has a time zone", "게시물에는 시간대가 있어야 합니다."),

    "shift.no-number": .init(
      "a number should come before each unit; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, "
        + "h, m and s"),
    "shift.no-unit": .init(
      "the last number has no unit; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, h, m and s"
    ),
    "shift.unknown-unit": .init(
      "a number is followed by what is no unit of time; write it like +1h30m, -2d or +1y2mo, with y, "
        + "mo, w, d, h, m and s"),
    "shift.repeated-unit": .init(
      "a unit comes twice; write it like +1h30m, -2d or +1y2mo, with y, mo, w, d, h, m and s"),
    "shift.too-long": .init("a shift is at most {limit|day|days}"),
    "shift.year": .init(
      "the shift leads to the year {year}, and years go from {firstYear} to {lastYear}"),
    "shift.too-fine": .init(
      "a shift of {shift|second|seconds} is finer than the time, which knows only the {precision}; "
        + "shift by whole {precision}s, or give --time"),

    "label.directive": .init(
      "“{text}” in the format means nothing; "
        + "the letters are those of strftime, and %% is a percent sign",
      "형식의 “{text}”은(는) 뜻이 없습니다. strftime의 글자를 쓰고, %%는 퍼센트 "
        + "기호입니다."),
    "label.unstable-directive": .init(
      "“{text}” in the format differs from machine to machine; write {instead}",
      "형식의 “{text}”은(는) 컴퓨터마다 다릅니다. {instead}을(를) 쓰세요."),
    "label.unfinished-directive": .init(
      "“{text}” at the end of the format lacks its letter; %% is a percent sign",
      "형식 끝의 “{text}”에 글자가 없습니다. %%는 퍼센트 기호입니다."),
    "label.locale": .init(
      "there is no locale “{name}”; name one like ko_KR or de_DE",
      "“{name}” 로캘은 없습니다. ko_KR이나 de_DE처럼 적어 주세요."),

    "rejected.blank": .init("blank"),
    "rejected.zeros": .init("zeros"),
    "rejected.syntax": .init("not written as {expected}"),
    "rejected.range": .init("no {field} {observed}: {least} to {most}"),
    "rejected.incomplete": .init("has no {field}"),
    "rejected.early": .init("{year} is before the first photo, {earliest}"),
    "rejected.late": .init("{days|day|days} in the future"),
    "rejected.no-date": .init("no date in it"),
    "rejected.several-days": .init("several days in it, and no time"),

    "exif.short": .init("EXIF is too short: {observed|byte|bytes} of at least {expected}"),
    "exif.start": .init("EXIF does not begin as it has to"),
    "exif.directory": .init("EXIF points to byte {offset} of its {length|byte|bytes}"),
    "xmp.encoding": .init("XMP is in UTF-32, which is not read"),
    "xmp.document-type": .init("XMP has a document type, which it must not have"),
    "xmp.syntax": .init("XMP is not well-formed XML from byte {offset} on"),
    "xmp.limit": .init("XMP is too large or too deep to be searched"),
    "iptc.extended": .init("IPTC has an extended dataset at byte {offset}"),
    "iptc.truncated": .init(
      "IPTC ends early at byte {offset}: {observed} of {expected|byte|bytes}"),

    "days": .init("days are written as 2024-01-31", "날짜는 2024-01-31처럼 적습니다."),
    "days.syntax": .init(
      "days are written as today, yesterday, monday, last week, 3 days ago, 2024-01-31, 2024-01, 2024, "
        + "02-15 (of any year), or two of these with .. between",
      "날짜는 오늘, 어제, 월요일, 지난주, 3일 전, 2024-01-31, 2024-01, 2024, 02-15(해마다)처럼 적거나, 그 가운데 "
        + "둘을 ..으로 이어 적습니다."),
    "days.syntax-of-one": .init(
      "a day is written as today, yesterday, monday, 3 days ago or 2024-01-31",
      "하루는 오늘, 어제, 월요일, 3일 전, 2024-01-31처럼 적습니다."),
    "days.written-otherwise": .init(
      "these days are written as “{instead}”", "이 날짜는 “{instead}”처럼 적습니다."),
    "days.day-of-year": .init(
      "there is no day {observed} in month {month} of any year: it has {most}",
      "{month}월에 {observed}일은 없습니다. {most}일까지입니다."),
    "days.of-any-year": .init(
      "{days} is of any year, and a year is wanted: the latest is written as “{instead}”",
      "{days}은(는) 해마다 있는 날입니다. 연도까지 적어 주세요. 가장 최근은 “{instead}”입니다."),
    "days.several": .init(
      "one day is wanted, and these are all from {first} to {last}",
      "하루만 적어 주세요. {first}부터 {last}까지는 여러 날입니다."),
    "days.not-yet": .init(
      "{day} has not come yet: {last} is the last day",
      "{day}은(는) 아직 오지 않았습니다. {last}까지 적을 수 있습니다."),
    "days.year": .init(
      "there is no year {observed}: years go from {least} to {most}",
      "{observed}년은 없습니다. 연도는 {least}부터 {most}까지입니다."),
    "days.month": .init(
      "there is no month {observed}: months go from {least} to {most}",
      "{observed}월은 없습니다. 달은 {least}부터 {most}까지입니다."),
    "days.day": .init(
      "there is no day {observed} in {month}: it has {most}",
      "{month}에 {observed}일은 없습니다. {most}일까지입니다."),
    "days.backwards": .init(
      "{first} is after {last}; give the earlier day first",
      "{first}은(는) {last}보다 뒤입니다. 앞선 날짜를 먼저 적어 주세요."),
    "day-start": .init(
      "the start of the day is written as 04:00", "하루의 시작은 04:00처럼 적습니다."),
    "day-start.syntax": .init(
      "a time of day is written as HH:MM, such as 07:30", "하루의 시각은 07:30처럼 시:분으로 적습니다."),
    "day-start.written-otherwise": .init(
      "a time of day is written as HH:MM: this one as {instead}",
      "하루의 시각은 시:분으로 적습니다. 이 시각은 {instead}입니다."),
    "day-start.range": .init(
      "there is no {field} {observed}: it goes from {least} to {most}",
      "{field}에 {observed}은(는) 없습니다. {least}부터 {most}까지입니다."),
    "week-start": .init("there is no such weekday", "그런 요일은 없습니다."),
    "week-start.unknown": .init(
      "“{text}” is not a weekday: write it as monday, or mon",
      "“{text}”은(는) 요일이 아닙니다. monday나 mon처럼 적어 주세요."),
  ]
}
