package import Wording
import CaptureTime
import Files

extension ErrorTexts {
  package static let store = ErrorTexts(
    journalTexts,
    valuesTexts,
    [
      "account": .init("the account is not valid", "그런 계정은 있을 수 없습니다."),
      "account.incomplete": .init("“{observed}” is not an issuer, a space and a subject"),
      "account.issuer": .init(
        "“{observed}” is not an issuer; give its address from the discovery document, with "
          + "https://"),
      "account.subject": .init(
        "“{observed}” is not a subject; give 1 to 255 characters in one line"),
      "account.email": .init("“{observed}” is not an e-mail address"),
      "account-linked": .init(
        "this account is linked with an owner already", "이미 연결된 계정입니다."),
      "too-many-accounts": .init("there are too many of them", "너무 많습니다."),
      "too-many-accounts.linked": .init(
        "{limit} accounts are linked, and an owner can have no more",
        "연결된 계정이 {limit}개 있어서 더 연결할 수 없습니다."),
      "too-many-accounts.owners": .init(
        "there are {limit} owners here, and signing in adds no more",
        "일기 주인이 {limit}명이어서 로그인으로는 더 만들 수 없습니다."),
      "no-account": .init(
        "no such account is linked", "그런 계정은 연결되어 있지 않습니다.",
        hint: "; daystamp owner accounts lists them"),
      "account-unknown": .init(
        "the account is linked with no journal", "일기에 연결되어 있지 않은 계정입니다."),
      "account-unknown.subject": .init(
        "the account {subject} of {issuer} is linked with no journal",
        "일기에 연결되어 있지 않은 계정입니다: {issuer}의 {subject}."),
      "text-pool": .init("the chosen texts no longer exist", "고른 글이 이제 없습니다."),
      "export.not-empty": .init(
        "{path} is not empty; give a new or empty folder, or an export of the same journal"),
      "export.under-way": .init("another program is exporting into {path} now"),
      "export.other-journal": .init(
        "{path} holds an export of another journal; give another folder"),
      "export.changed-list": .init(
        "{path} was changed after it was exported, so this export cannot be updated; give another "
          + "folder"),
      "backup.no-backup": .init(
        "{path} is not a backup, so it was not replaced; give another name"),
      "backup.exists": .init("{path} already exists; --force replaces it"),
      "backup.own-file": .init("{path} is one of the journal's own files; give another path"),
      "import.text": .init("{field} is not a value that an export contains"),
      "disk-full.not-tried": .init("not tried, for the disk is full", "디스크가 가득 차서 시도하지 않았습니다."),
      "disk-full.ended": .init(
        "the disk is full; everything done so far stays. Free some space and do the rest",
        "디스크가 가득 찼습니다. 그때까지 한 것은 그대로 있고, 나머지는 자리가 생기면 할 수 있습니다."),
      "salvage": .init("the journal was not salvaged", "일기를 구하지 못했습니다."),
      "salvage.not-empty": .init(
        "{path} is not empty; give a new or empty folder",
        "{path}에 이미 무언가 있습니다. 새 일기는 없거나 빈 폴더에 만듭니다."),
      "salvage.inside": .init(
        "{path} is in the damaged journal's folder, which must not change; give one outside "
          + "it, best on another disk",
        "{path}은(는) 손상된 일기의 폴더 안입니다. 그 밖의 폴더, 되도록 다른 디스크를 고르세요."),
      "salvage.other": .init(
        "{path} has an unfinished salvage of another journal; give another folder",
        "{path}에 다른 일기를 구하다 만 것이 있습니다. 다른 폴더를 고르세요."),
      "salvage.under-way": .init(
        "another program is salvaging into {path} now",
        "다른 프로그램이 지금 {path}에 일기를 구하고 있습니다."),
      "salvage.nothing": .init(
        "{path} has neither journal.sqlite nor photos",
        "여기에는 journal.sqlite도 사진도 없습니다: {path}"),
      "salvage.wrong-pin": .init(
        "wrong PIN of {owner}; each wrong one costs {wait} here",
        "PIN이 {owner}의 것이 아닙니다. 여기서는 틀릴 때마다 {wait} 걸립니다."),
      "no-passkey": .init("there is no such passkey", "그런 패스키는 없습니다."),
      "passkey-refused": .init("the passkey was not accepted", "패스키가 맞지 않습니다."),
      "passkey-copied": .init(
        "the passkey's counter did not rise, so there may be a copy of it; remove it and add "
          + "it again",
        "패스키의 사용 횟수가 늘지 않아 복제되었을 수 있습니다. 지우고 다시 추가하세요."),
      "passkey-wait": .init(
        "wait before the passkey is tried again", "패스키를 다시 시도하기 전에 기다려 주세요."),
      "passkey-wait.next": .init(
        "this passkey failed several times; try again in {wait}",
        "이 패스키가 여러 번 틀렸습니다. 다음은 {wait} 뒤에 할 수 있습니다."),
      "passkey-shut": .init(
        "this passkey failed too often; unlock in another way, and allow it again in the settings",
        "이 패스키가 너무 많이 틀렸습니다. 다른 방법으로 열고 설정에서 다시 허용하세요."),
      "passkey-known": .init("this passkey is added already", "이미 추가한 패스키입니다."),
      "too-many-passkeys": .init("there are too many passkeys", "패스키를 더 추가할 수 없습니다."),
      "too-many-passkeys.limit": .init(
        "there are {limit} passkeys, the most possible; remove one first",
        "패스키가 최대 개수인 {limit}개입니다."),
      "time.year": .init(
        "{time} is on {day} in the journal's time zone; give a year from {firstYear} to {lastYear}",
        "{time}은(는) 일기의 시간대로 {day}이고, 연도는 {firstYear}부터 {lastYear}까지입니다."),
      "day-start": .init("write the start of the day as 04:00", "하루의 시작은 04:00처럼 적습니다."),
      "day-start.syntax": .init(
        "write the time of day as HH:MM, such as 07:30", "하루의 시각은 07:30처럼 시:분으로 적습니다."),
      "day-start.written-otherwise": .init(
        "write the time of day as HH:MM, here {instead}",
        "하루의 시각은 시:분으로 적습니다. 이 시각은 {instead}입니다."),
      "day-start.range": .init(
        "there is no {field} {observed}; give {least} to {most}",
        "{field}에 {observed}은(는) 없습니다. {least}부터 {most}까지입니다."),
      "week-start": .init("there is no such weekday", "그런 요일은 없습니다."),
      "token": .init("the token is not possible", "그런 토큰은 만들 수 없습니다."),
      "token.days": .init(
        "a token lasts {least} to {most} days, not {days}",
        "토큰은 {least}일에서 {most}일까지 쓸 수 있습니다. {days}일로는 만들 수 없습니다."),
      "token.too-many": .init(
        "there are {limit} tokens already; revoke one first",
        "토큰이 이미 {limit}개 있습니다. 먼저 하나를 해제하세요."),
      "token.posts-nothing": .init(
        "the scope “{scope}” cannot post, so it cannot post while the journal is locked",
        "“{scope}” 범위로는 글을 올릴 수 없어, 일기가 잠겨 있을 때도 올릴 수 없습니다."),
    ],
    limits: [
      "wordsLimit": Words.limit, "wordsBytes": Words.byteLimit,
      "pinLeast": PIN.lengths.lowerBound, "pinMost": PIN.lengths.upperBound,
    ],
    below: [.captureTime, .files])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .store) }
}
