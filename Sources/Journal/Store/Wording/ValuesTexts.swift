import Wording

let valuesTexts: [String: ErrorText] = [
  "words": .init("a post cannot have these words", "쓸 수 없는 글입니다."),
  "words.too-long": .init(
    "the words have {observed} characters; at most {limit} are possible",
    "글은 {limit}자까지 쓸 수 있는데, {observed}자입니다."),
  "words.bytes": .init(
    "the words take {observed} bytes with their marks; at most {limit} are possible",
    "글은 {limit}바이트까지인데, 붙은 부호까지 합쳐 {observed}바이트입니다."),
  "words.control-character": .init(
    "character {place} of the words is a control character ({code}); leave it out",
    "글에는 글자와 탭, 줄바꿈만 쓸 수 있습니다. {place}번째 글자가 제어 문자({code})이니 빼세요."),
  "name": .init(
    "a tag has at most {tagLimit} characters, and no blanks, commas or control characters",
    "태그는 보이는 글자로 {tagLimit}자까지 쓸 수 있고, 빈칸과 쉼표는 쓸 수 없습니다."),
  "name.empty": .init("the name is empty", "이름이 비어 있습니다."),
  "name.too-long": .init(
    "the name has {observed} characters; at most {limit} are possible",
    "이름은 여기서 {limit}자까지인데, {observed}자입니다."),
  "name.bytes": .init(
    "the name takes {observed} bytes with its marks; at most {limit} are possible",
    "이름은 {limit}바이트까지인데, 붙은 부호까지 합쳐 {observed}바이트입니다."),
  "name.comma": .init(
    "a tag cannot have a comma, which separates tags", "태그에는 쉼표를 쓸 수 없습니다. 쉼표는 태그 사이에 씁니다."),
  "name.character": .init(
    "character {place} of the name is a control character ({code}); leave it out",
    "이름은 한 줄입니다. {place}번째 글자가 제어 문자({code})이니 빼세요."),
  "name.mark": .init(
    "the name begins with a mark ({code}) that joins the character before it; put a "
      + "character before the mark",
    "이름은 글자로 시작해야 하는데, 앞 글자에 붙는 부호({code})로 시작합니다."),
  "setting": .init("the setting does not take this value", "설정에 쓸 수 없는 값입니다."),
  "setting.value": .init(
    "{key} {value}: {reason}", "{key}에는 {value}을(를) 쓸 수 없습니다. {reason}"),
  "setting.missing": .init("{key}: {reason}", "{key}: {reason}"),
  "setting.broken": .init(
    "a setting is invalid: {setting} (daystamp config {action} {key} mends it)",
    "설정이 잘못되었습니다. {setting} (daystamp config {action} {key})"),
  "setting.relative": .init("give the whole path, beginning with /", "/부터 전체 경로를 적어 주세요."),
  "setting.unknown-name": .init("choose one of {names}", "쓸 수 있는 값: {names}"),
  "setting.range": .init(
    "give a whole number from {least} to {most}", "{least}부터 {most}까지의 정수를 적어 주세요."),
  "setting.draws-nothing": .init("that would draw nothing", "그러면 아무것도 보이지 않습니다."),
  "setting.bytes": .init(
    "the setting takes {observed} bytes; at most {limit} are possible",
    "설정은 {limit}바이트까지인데, {observed}바이트입니다."),
  "setting.no-address": .init(
    "give an address such as https://photos.example.org",
    "주소를 적어 주세요(예: https://photos.example.org)."),
  "setting.no-default": .init("give one, for there is no default", "기본값이 없으므로 값이 있어야 합니다."),
  "label-color": .init("the label cannot have this colour", "날짜에 쓸 수 없는 색입니다."),
  "label-position": .init("there is no such place for the label", "날짜를 놓을 수 없는 위치입니다."),
  "label-size": .init(
    "the size was not understood; write it as 16 or 48px",
    "크기를 이해하지 못했습니다. 16이나 48px처럼 적어 주세요."),
  "label-style": .init("there is no such style", "그런 모양은 없습니다."),
  "lock-after": .init(
    "choose one of the times to lock after",
    "잠글 시간은 목록에서 골라 주세요."),
]
