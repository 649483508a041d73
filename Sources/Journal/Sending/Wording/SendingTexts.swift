package import Wording
import Files

extension ErrorTexts {
  package static let sending = ErrorTexts(
    [
      "sending": .init("it did not arrive", "보내지 못했습니다."),
      "sending.only-by-server": .init(
        "only daystamp-server sends to browsers", "브라우저에는 daystamp-server만 보냅니다.",
        hint: "; send a test from its page of reminders"),
      "sending.unknown-host": .init("there is no host {host}", "서버 {host}이(가) 없습니다."),
      "sending.refused-address": .init(
        "{host} is at {address}, and Daystamp does not send there",
        "{host}의 주소 {address}(으)로는 보내지 않습니다."),
      "sending.unreachable": .init(
        "{host} cannot be reached: {reason}", "{host}에 닿지 않습니다: {reason}"),
      "sending.unreachable-host": .init("{host} cannot be reached", "{host}에 닿지 않습니다."),
      "sending.timed-out": .init(
        "{host} did not answer within {seconds} s", "{host}이(가) {seconds}초 안에 대답하지 않았습니다."),
      "sending.redirected": .init(
        "{host} answered {status}: it moved to {location}; give that address",
        "{host}이(가) {status}(으)로 대답했습니다. 이제 {location}에 있으니 그 주소를 적어 주세요."),
      "sending.redirected-nowhere": .init(
        "{host} answered {status}: it moved, but does not say where",
        "{host}이(가) {status}(으)로 대답했습니다. 다른 곳으로 옮겼지만 어디인지 알려 주지 않습니다."),
      "sending.refused": .init("{host} answered {status}", "{host}이(가) {status}(으)로 대답했습니다."),
      "sending.gone": .init(
        "{host} answered {status}: the address no longer exists",
        "{host}이(가) {status}(으)로 대답했습니다. 이제 아무도 없습니다."),
      "sending.not-installed": .init("{program} is not installed", "이 컴퓨터에 {program}이(가) 없습니다."),
      "sending.failed": .init(
        "{program} ended with status {status}: {said}", "{program}이(가) {status}(으)로 끝났습니다: {said}"),
      "sending.failed-silently": .init(
        "{program} ended with status {status}", "{program}이(가) {status}(으)로 끝났습니다."),
      "sending.broken": .init(
        "the way is damaged; remove it and set it up again", "방법이 손상되었습니다. 지우고 다시 만들어 주세요."),
      "sending.over-limit": .init(
        "{limit} mails were sent within a day, the most allowed",
        "하루 동안 보낼 수 있는 메일 {limit}통을 모두 보냈습니다."),
      "sending.hung": .init(
        "{program} did not finish within {seconds} s", "{program}이(가) {seconds}초 안에 끝나지 않았습니다."),
      "mail-address": .init("this is not a mail address", "메일 주소가 아닙니다."),
      "mail-address.empty": .init("the mail address is empty", "메일 주소가 비어 있습니다."),
      "mail-address.too-long": .init(
        "the mail address has {bytes} bytes; at most {limit} are possible",
        "메일 주소가 {bytes}바이트입니다. {limit}바이트까지 됩니다."),
      "mail-address.character": .init(
        "a mail address, such as mina@example.org, cannot have “{character}”",
        "메일 주소에는 “{character}”이(가) 들어갈 수 없습니다(예: mina@example.org)."),
      "mail-address.at-signs": .init(
        "a mail address, such as mina@example.org, has one “@”, not {count}",
        "메일 주소에는 “@”이 하나 있습니다(예: mina@example.org). 지금은 {count}개입니다."),
      "mail-address.local": .init(
        "“{observed}” before the “@” is not a mailbox name",
        "“@” 앞의 “{observed}”은(는) 메일함 이름이 아닙니다."),
      "mail-address.domain": .init(
        "“{observed}” after the “@” is not a host name", "“@” 뒤의 “{observed}”은(는) 서버 이름이 아닙니다."),
      "web-address": .init("Daystamp cannot send to this address", "이 주소로는 보낼 수 없습니다."),
      "web-address.too-long": .init(
        "the address has {bytes} bytes; at most {limit} are possible",
        "주소가 {bytes}바이트입니다. {limit}바이트까지 됩니다."),
      "web-address.none": .init(
        "this is not an address; write one like https://ntfy.sh/topic",
        "주소가 아닙니다(예: https://ntfy.sh/topic)."),
      "web-address.scheme": .init(
        "the address must begin with https://, not {scheme}:",
        "주소는 {scheme}:이 아니라 https://로 시작합니다."),
      "web-address.no-scheme": .init(
        "the address must begin with https://", "주소는 https://로 시작합니다."),
      "web-address.not-secure": .init(
        "Daystamp does not send to {host} without TLS; give an https address",
        "TLS 없이는 {host}(으)로 보내지 않습니다. https 주소를 적어 주세요."),
      "web-address.credentials": .init(
        "the address cannot have a name or password in it",
        "주소에 이름이나 비밀번호가 있으면 안 됩니다.", hint: "; give a token with --token-file"),
      "web-address.fragment": .init("the address cannot have a #", "주소에 #이 있으면 안 됩니다."),
      "web-address.host": .init("“{host}” is not a host name", "“{host}”은(는) 서버 이름이 아닙니다."),
      "web-address.refused": .init(
        "Daystamp does not send to {address}", "여기에서는 {address}(으)로 보내지 않습니다."),
      "hook": .init("this is not a token", "토큰이 아닙니다."),
      "hook.blank": .init(
        "a token has no spaces, but character {place} is one",
        "토큰에는 빈칸이 없습니다. 지금은 {place}번째 글자가 빈칸입니다."),
      "hook.line-break": .init(
        "a token is one line, but character {place} is a line break",
        "토큰은 한 줄입니다. 지금은 {place}번째 글자가 줄바꿈입니다."),
      "hook.control": .init(
        "a token has no control characters, but character {place} is one",
        "토큰에는 제어 문자가 없습니다. 지금은 {place}번째 글자가 제어 문자입니다."),
      "hook.foreign": .init(
        "a token has only ASCII characters, but character {place} is not one",
        "토큰은 ASCII 글자로만 씁니다. 지금은 {place}번째 글자가 다른 글자입니다."),
      "hook.too-long": .init(
        "the token has {bytes} bytes; at most {limit} are possible",
        "토큰은 {limit}바이트까지입니다. 지금은 {bytes}바이트입니다."),
      "hook.more-than": .init(
        "a token has at most {limit} bytes; {bytes} were read, with blanks around it, and "
          + "there are more"
      ),
      "timer": .init("the timer cannot be set up", "타이머를 만들 수 없습니다."),
      "timer.program": .init(
        "systemd cannot start a program with the path {path}",
        "경로가 {path}인 프로그램은 systemd가 시작할 수 없습니다."),
      "timer.foreign": .init(
        "{path} is not a file of Daystamp's; nothing was changed",
        "{path}은(는) Daystamp의 파일이 아니므로 그대로 둡니다. 아무것도 바꾸지 않았습니다."),
    ],
    below: [.files])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .sending) }
}
