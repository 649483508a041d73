package import Wording
import Journal
import WebPush

extension ErrorTexts {
  package static let server = ErrorTexts(
    [
      "sign-in": .init("signing in failed", "로그인하지 못했습니다."),
      "sign-in.over": .init(
        "this sign-in has ended, or began in another browser; start again",
        "끝난 로그인이거나 다른 브라우저에서 시작한 로그인입니다. 다시 시작해 주세요."),
      "sign-in.other-issuer": .init(
        "the answer came from another server than the one you chose; start again",
        "로그인할 서버에서 온 응답이 아닙니다. 다시 시작해 주세요."),
      "sign-in.denied": .init(
        "the other server did not sign you in ({reason})",
        "상대 서버가 로그인을 허락하지 않았습니다({reason})."),
      "sign-in.refused": .init(
        "the other server did not confirm this sign-in; start again",
        "상대 서버가 로그인을 확인해 주지 않았습니다. 다시 시작해 주세요."),
      "sign-in.no-answer": .init(
        "the other server gave no valid answer; try again later",
        "상대 서버가 제대로 응답하지 않습니다. 나중에 다시 시도해 주세요."),
      "sign-in.address": .init(
        "open the journal at {address} to link an account",
        "계정을 연결하려면 {address} 주소로 일기를 열어 주세요."),
      "collection.format": .init(
        "“{format}” is not a collection format; use one of these: {known}",
        "“{format}”은(는) 글 모음의 형식이 아닙니다. 쓸 수 있는 형식: {known}"),
      "without-photo.caption": .init(
        "post {number} has no photo for a caption",
        "{number}번 기록에는 설명을 붙일 사진이 없습니다."),
      "setting.of-machine": .init(
        "{key} cannot be set here; use daystamp config on the server’s machine",
        "{key}은(는) 서버에서 daystamp config로만 정할 수 있습니다."),
      "ended": .init("the request ended early; try again", "요청이 끝났습니다. 다시 시도해 주세요."),
      "origin": .init("the request came from another site", "다른 사이트에서 온 요청입니다."),
      "request": .init("the request cannot be answered", "답할 수 없는 요청입니다."),
      "request.host": .init(
        "a request names its host once, and only that", "요청에는 호스트가 하나만 있어야 합니다."),
      "request.other": .init("{detail}", "{detail}"),
      "method": .init("this cannot be done here", "여기서는 할 수 없는 일입니다."),
      "method.allowed": .init(
        "only {methods} can be done here", "여기서는 {methods}만 할 수 있습니다."),
      "no-page": .init("there is no such page", "그런 페이지는 없습니다."),
      "no-video": .init("this part of the post has no video", "기록의 이 부분에는 동영상이 없습니다."),
      "no-raw": .init("this photo has no raw file", "이 사진에는 RAW 파일이 없습니다."),
      "no-page.file": .init("there is no such file", "그런 파일은 없습니다."),
      "page": .init("the page is missing", "페이지가 없습니다."),
      "month": .init("this is not a month; write one like 2024-01", "달은 2024-01처럼 적습니다."),
      "query": .init("the address was not understood", "주소를 이해하지 못했습니다."),
      "query.encoding": .init(
        "the address contains something other than text", "주소에 글이 아닌 것이 있습니다."),
      "query.text": .init(
        "the parameter {name} is not text in UTF-8", "매개변수 {name}의 값은 UTF-8 글이 아닙니다."),
      "query.unknown": .init(
        "there is no parameter “{name}” here, only {names}",
        "여기에 없는 매개변수입니다: “{name}”. 쓸 수 있는 것: {names}"),
      "query.none": .init(
        "there is no parameter “{name}” here; leave it out",
        "여기에 없는 매개변수입니다: “{name}”. 여기서는 매개변수를 받지 않습니다."),
      "query.value": .init("the parameter {name}: {reason}", "매개변수 {name}: {reason}"),
      "query.repeated": .init(
        "the parameter {name} is given more than once", "같은 매개변수가 여러 번 있습니다: {name}"),
      "query.day": .init(
        "the parameter {name} is not a day like 2024-01-31",
        "매개변수 {name}의 값은 2024-01-31처럼 적습니다."),
      "query.kind": .init(
        "the parameter kind has to be photo, words, both or mood",
        "매개변수 kind의 값은 photo, words, both, mood 중 하나여야 합니다."),
      "query.choice": .init(
        "the parameter {name} has to be one of {names}",
        "매개변수 {name}의 값은 다음 중 하나여야 합니다: {names}"),
      "query.text-section": .init(
        "the parameter section needs collection", "매개변수 section은 collection과 함께 주세요."),
      "query.missing": .init("the parameter {name} is missing", "매개변수 {name}이(가) 없습니다."),
      "query.flag": .init(
        "the parameter {name} has to be true or false", "매개변수 {name}의 값은 true나 false여야 합니다."),
      "query.number": .init(
        "the parameter {name} has to be a number from {least} to {most}",
        "매개변수 {name}의 값은 {least}부터 {most}까지의 수여야 합니다."),
      "query.sha256": .init(
        "the parameter {name} has to be a SHA-256, of 64 hexadecimal digits",
        "매개변수 {name}의 값은 십육진수 64자리인 SHA-256이어야 합니다."),
      "query.size": .init(
        "the parameter size has to be one of {names}",
        "매개변수 size의 값은 다음 중 하나여야 합니다: {names}"),
      "query.order": .init(
        "the parameter order has to be newest or oldest", "매개변수 order의 값은 newest나 oldest여야 합니다."),
      "query.tags": .init(
        "too many tags; search for at most {limit|tag|tags} at once", "태그는 한 번에 {limit}개까지 찾습니다."),
      "query.no-word": .init(
        "the parameter {name} has no word to search for", "매개변수 {name}에 찾을 말이 없습니다."),
      "query.day-or-range": .init("give day, or from and to", "day를 주거나 from과 to를 주세요."),
      "query.day-or-week": .init("give day or week", "day와 week 가운데 하나만 주세요."),
      "days.from-to": .init(
        "give from and to, written like 2024-01-31", "from과 to를 2024-01-31처럼 적어 주세요."),
      "cursor": .init(
        "the place to continue from is not of this list; start at its first page",
        "목록의 위치를 이해하지 못했습니다."),
      "range": .init("this part of the photo is not there", "사진에 그런 부분은 없습니다."),
      "range.size": .init(
        "the photo has only {size|byte|bytes}", "사진은 {size}바이트뿐입니다."),
      "no-if-match": .init(
        "give If-Match with the ETag of the post to change", "어느 판을 바꿀지 알 수 없습니다."),
      "no-key": .init(
        "the photo was sent without a key; reload the page",
        "키 없이 보낸 사진입니다. 페이지를 새로 열어 주세요."),
      "no-key.header": .init(
        "give Idempotency-Key, with {keyLeast} to {keyMost} characters, so that nothing is posted twice",
        "두 번 올라가지 않도록 Idempotency-Key를 {keyLeast}~{keyMost}자로 주세요."),
      "changed.version": .init(
        "the post was changed in the meantime; look at it again",
        "그사이 기록이 바뀌었습니다. 다시 확인해 주세요."),
      "other-owner": .init(
        "the page was opened in another owner’s journal; reload it",
        "다른 주인의 일기에서 연 페이지입니다. 다시 불러와 주세요."),
      "other-owner.photo": .init(
        "the photo was chosen in another owner’s journal", "다른 주인의 일기에서 고른 사진입니다."),
      "no-post.none": .init("the journal has no posts", "일기에 기록이 없습니다."),
      "no-change": .init("there is nothing to change", "바꿀 것이 없습니다."),
      "no-test": .init(
        "a server cannot send to a desktop; the desktop’s own programs do",
        "서버는 데스크톱으로 보내지 않습니다. 데스크톱의 프로그램이 알립니다."),
      "no-device-id": .init("there is no such device", "그런 기기는 없습니다."),
      "no-pairing": .init(
        "the link was already used, or is older than {pairingMinutes|minute|minutes}; make a new one",
        "이미 쓴 링크이거나 {pairingMinutes}분이 지난 링크입니다. 새로 만들어 주세요."),
      "no-pairing.code": .init("this is not a pairing link", "연결하는 링크가 아닙니다."),
      "no-relying-party": .init(
        "passkeys do not work at this address; use a host name with TLS, or localhost, and give the server "
          + "that address with --url",
        "이 주소에서는 패스키를 쓸 수 없습니다. TLS를 쓰는 호스트 이름이나 localhost가 필요하며, "
          + "서버의 주소가 다르면 --url로 알려 주어야 합니다."),
      "no-challenge": .init(
        "that took too long, or was already done; try again",
        "시간이 너무 지났거나 이미 쓴 요청입니다. 다시 시도해 주세요."),
      "passkey": .init("the new passkey was not accepted", "새 패스키를 받아들일 수 없습니다."),
      "last-passkey": .init(
        "this is the last passkey; remove it with confirm=1", "마지막 패스키입니다. confirm=1로 지울 수 있습니다."),
      "pin-again": .init(
        "this needs the PIN again", "이것을 하려면 PIN을 다시 입력하세요."),
      "pins-differ": .init("the two new PINs differ", "새 PIN 두 개가 서로 다릅니다."),
      "memory.words": .init(
        "too many long texts are being received; try again in a moment",
        "받고 있는 긴 글이 너무 많습니다. 잠시 뒤 다시 시도해 주세요."),
      "queue-full": .init(
        "the server is still working on your other requests; try again in a moment",
        "처리 중인 것이 너무 많습니다. 잠시 뒤 다시 시도해 주세요."),
      "queue-full.collections": .init(
        "another collection is being added or removed; try again in a moment",
        "다른 글 모음을 추가하거나 지우는 중입니다. 잠시 뒤 다시 시도해 주세요."),
      "queue-full.imports": .init(
        "another import is running; try again when it is done",
        "다른 가져오기가 진행 중입니다. 끝난 뒤 다시 시도해 주세요."),
      "no-import": .init(
        "there is no file to import; choose one", "가져올 파일이 없습니다. 파일을 골라 주세요."),
      "import-runs": .init(
        "the import is still running; wait for it, or stop it",
        "아직 가져오는 중입니다. 기다리거나 멈춰 주세요."),
      "disk-full.import": .init(
        "the file has {size} MB, and the server’s disk has room for {room} MB",
        "파일은 {size}MB인데 서버 디스크에는 {room}MB만 남았습니다."),
      "queue-full.exports": .init(
        "other exports are still being downloaded; try again when they are done",
        "아직 내려받는 중인 내보내기가 있습니다. 끝난 뒤 다시 시도해 주세요."),
      "queue-full.answers": .init(
        "other downloads are still running; try again when they are done",
        "아직 내려받는 중인 것이 있습니다. 끝난 뒤 다시 시도해 주세요."),
      "content-type": .init(
        "the body has to be application/json", "서버가 받지 않는 종류의 내용입니다."),
      "content-type.plain": .init(
        "the body has to be text/plain", "서버가 받지 않는 종류의 내용입니다."),
      "json": .init("the request is not JSON", "보낸 내용을 이해하지 못했습니다."),
      "field.named": .init(
        "the field {name} is missing, unknown or of another type",
        "없거나 모르거나 종류가 다른 항목이 있습니다: {name}"),
      "star": .init("the field star has to be true or false", "별표를 이해하지 못했습니다."),
      "star.morning": .init(
        "the field morning has to be true or false", "항목 morning의 값은 true나 false여야 합니다."),
      "time.with-day": .init(
        "time already has a day; leave out day, or write time like 07:30",
        "time에 날짜가 들어 있습니다. day를 빼거나 time을 07:30처럼 적어 주세요."),
      "no-file": .init("choose a file first", "먼저 파일을 고르세요."),
      "no-photo": .init("choose a photo first", "먼저 사진을 고르세요."),
      "no-photo.field": .init(
        "the form has no file in its field photo", "양식의 photo 항목에 파일이 없습니다."),
      "photos": .init(
        "these are too many photos at once; send fewer", "한 번에 올리기에는 사진이 너무 많습니다. 줄여 주세요."),
      "photos.limit": .init(
        "one request can have at most {limit|photo|photos}",
        "한 번에 사진 {limit}장까지 올릴 수 있습니다."),
      "photos.one": .init("photo {photo}: {reason}", "{photo}번 사진: {reason}"),
      "form": .init("the form was not understood", "보낸 양식을 이해하지 못했습니다."),
      "form.type": .init(
        "the body has to be multipart/form-data with its boundary",
        "본문은 boundary가 있는 multipart/form-data여야 합니다."),
      "form.encoding": .init("the body is not a form", "본문이 양식이 아닙니다."),
      "form.no-delimiter": .init(
        "the body does not begin with the boundary from its type",
        "본문이 boundary로 시작하지 않습니다."),
      "form.delimiter": .init(
        "something follows the boundary after part {part}",
        "{part}번째 부분 뒤의 boundary 다음에 다른 것이 있습니다."),
      "form.headers": .init(
        "the headers of a part take more than {limit|byte|bytes}",
        "한 부분의 헤더가 {limit}바이트를 넘습니다."),
      "form.no-name": .init("a part of the form has no name", "양식에 이름 없는 부분이 있습니다."),
      "form.parts": .init(
        "the form has more than {limit|part|parts}", "양식의 부분이 {limit}개를 넘습니다."),
      "form.not-text": .init("a field of the form is not UTF-8", "양식에 UTF-8이 아닌 항목이 있습니다."),
      "form.repeated": .init(
        "the field {name} is given more than once", "같은 항목이 여러 번 있습니다: {name}"),
      "form.by-photo": .init(
        "give the field {name} once, or once for each photo, not {observed|time|times}",
        "{name} 항목은 한 번이나 사진마다 한 번 있어야 하는데 {observed}번 있습니다."),
      "form.unknown": .init(
        "there is no field “{name}” here, only {names}",
        "여기에 없는 항목입니다: “{name}”. 쓸 수 있는 것: {names}"),
      "form.ends": .init(
        "the form ends before its last boundary", "양식이 마지막 boundary 전에 끝납니다."),
      "too-long.fields": .init(
        "the fields of the form take more than {limit|byte|bytes}",
        "양식의 항목들이 {limit}바이트를 넘습니다."),
      "too-long.megabytes": .init(
        "this is over the limit of {limit} MB", "{limit} MB가 넘는 것은 받지 않습니다."),
      "length": .init(
        "the request did not arrive whole; try again",
        "보낸 내용이 다 도착하지 않았습니다. 다시 시도해 주세요."),
      "length.observed": .init(
        "the body has {observed|byte|bytes} or more, not {announced}",
        "본문이 {announced}바이트가 아니라 {observed}바이트 이상입니다."),
      "length.broken-off": .init("the body ended early", "본문이 중간에 끊겼습니다."),
      "time.day": .init("the day: {reason}", "날짜: {reason}"),
      "time.required": .init("a post needs a time", "기록에는 시각이 있어야 합니다."),
      "time-zone.required": .init(
        "a post needs a time zone", "기록에는 시간대가 있어야 합니다."),
      "scope.needed": .init(
        "the scope “{scope}” is not enough for this; use one of these: {needed}",
        "“{scope}” 범위로는 할 수 없습니다. 할 수 있는 범위: {needed}"),
    ],
    below: [.journal, .webPush])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .server) }
}
