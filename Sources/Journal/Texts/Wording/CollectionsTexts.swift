import Wording

let collectionsTexts: [String: ErrorText] = [
  "collection": .init("the collection cannot be read", "글 모음을 읽을 수 없습니다."),
  "collection.empty": .init("it has no texts", "글이 하나도 없습니다."),
  "collection.problems": .init(
    "none of its {count|record|records} is a text; {first}",
    "{count}개 가운데 글이 하나도 없습니다. {first}"),
  "collection.licence": .init(
    "the licence has {observed} characters; at most {limit} on one line are possible",
    "라이선스는 한 줄에 {limit}자까지입니다. 지금은 {observed}자입니다."),
  "collection.language": .init(
    "“{language}” is not a language tag; write one like en, ko or pt-BR",
    "“{language}”은(는) en, ko, pt-BR 같은 언어 태그가 아닙니다."),
  "collection.no-column": .init(
    "its first line must name the columns, one of them {name}",
    "첫 줄에 열 이름이 있어야 하고, 그중 하나는 {name}이어야 합니다."),
  "collection.wrong-column": .init(
    "its first line has the column “{name}”, which is unknown or repeated; columns are {known}",
    "첫 줄의 열 “{name}”은(는) 모르는 이름이거나 두 번 나옵니다. 쓸 수 있는 이름: {known}"),
  "collection.open-quote": .init(
    "the quotation mark in line {line} is never closed; nothing was added",
    "{line}번째 줄에서 연 따옴표가 닫히지 않아 아무것도 가져오지 않았습니다."),
  "collection.json": .init(
    "line {line} does not fit in a JSON array; nothing was added",
    "{line}번째 줄이 JSON 배열에 맞지 않아 아무것도 가져오지 않았습니다."),
  "collection.xml": .init(
    "line {line} is not XML ({detail}); nothing was added",
    "{line}번째 줄이 XML이 아니어서 아무것도 가져오지 않았습니다. ({detail})"),
  "collection.document-type": .init(
    "line {line} has a document type, which Daystamp does not read; remove that line",
    "{line}번째 줄에 문서 형식 선언이 있습니다. 그 줄을 지우고 다시 시도해 주세요."),
  "collection.depth": .init(
    "line {line} nests elements deeper than {limit}",
    "{line}번째 줄의 요소가 {limit}단계보다 깊습니다."),
  "collection.markup": .init(
    "line {line} has a tag or a comment of more than {limit} MiB",
    "{line}번째 줄의 태그나 주석이 {limit}MiB를 넘습니다."),
  "collection.too-many": .init(
    "you have {limit} collections, the most for a device; remove one first",
    "기기에서는 글 모음을 {limit}개까지 추가할 수 있습니다. 먼저 하나를 지우세요."),
  "collection.too-large": .init(
    "with this file your collections would have more than {limit} MB; remove one first",
    "이 파일까지 더하면 글 모음이 {limit}MB를 넘습니다. 먼저 하나를 지우세요."),
  "collection.too-many-texts": .init(
    "it has more than {limit} texts, the most for a device",
    "글이 {limit}개를 넘습니다. 기기에서는 그만큼까지 추가할 수 있습니다."),
  "collection-exists": .init(
    "there is a collection with this name already", "같은 이름의 글 모음이 이미 있습니다."),
  "collection-exists.name": .init(
    "there is a collection “{name}” already", "“{name}” 모음이 이미 있습니다.",
    hint: "; update it with daystamp collection update, or name this one with --name"),
  "no-collection": .init("there is no such collection", "그런 글 모음이 없습니다."),
  "no-collection.first": .init(
    "there is no collection “{name}”, nor any other yet",
    "“{name}” 모음이 없습니다. 아직 글 모음이 하나도 없습니다.",
    hint: "; daystamp collection add makes one from a file"),
  "no-collection.known": .init(
    "there is no collection “{name}”, only {known}", "“{name}” 모음이 없습니다. 있는 모음: {known}"),
  "not-your-collection": .init(
    "the collection is another owner's", "다른 사람이 추가한 글 모음입니다."),
  "not-your-collection.owner": .init(
    "{owner} added the collection “{name}”; only {owner} can change or remove it",
    "“{name}” 모음은 추가한 {owner}만 바꾸거나 지울 수 있습니다."),
  "not-your-collection.everybodys": .init(
    "the collection “{name}” is everybody's; change it with daystamp collection on the "
      + "machine with the journal",
    "“{name}” 모음은 모두의 것입니다. 일기가 있는 컴퓨터에서 daystamp collection으로만 바꿀 수 있습니다."),
  "record": .init("a record is not a text", "글이 아닌 항목이 있습니다."),
  "record.line": .init("line {line}: {reason}", "{line}번째 줄: {reason}"),
  "record.encoding": .init(
    "it is neither UTF-8 nor UTF-16 with a byte order mark",
    "UTF-8도, 바이트 순서 표시가 있는 UTF-16도 아닙니다."),
  "record.nul": .init("it has the character U+0000", "U+0000 문자가 있습니다."),
  "record.empty": .init("there is no text", "글이 없습니다."),
  "record.size": .init("it has more than {limit} MiB", "{limit}MiB를 넘습니다."),
  "record.too-long": .init(
    "its {field} has {observed|character|characters}; at most {limit} are possible",
    "{field}이(가) {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
  "record.bytes": .init(
    "its {field} has {observed|byte|bytes}; at most {limit} are possible",
    "{field}이(가) {observed}바이트입니다. {limit}바이트까지 쓸 수 있습니다."),
  "record.columns": .init(
    "it has {observed|field|fields}, but the first line names {expected}",
    "칸이 {observed}개인데 첫 줄에는 이름이 {expected}개 있습니다."),
  "record.quote": .init(
    "quote a field with quotation marks in it, and double each of them",
    "따옴표가 든 칸은 따옴표로 감싸고, 안의 따옴표는 두 번 써야 합니다."),
  "record.json": .init("it is not a JSON object", "JSON 객체가 아닙니다."),
  "record.unknown": .init(
    "it has the unknown field “{name}”; fields are {known}",
    "“{name}”은(는) 모르는 이름입니다. 쓸 수 있는 이름: {known}"),
  "record.not-text": .init("its {field} is not in quotes", "{field}이(가) 문자열이 아닙니다."),
  "record.day": .init(
    "“{text}” is not a day; write one like 2024-01-31", "“{text}”은(는) 2024-01-31 같은 날짜가 아닙니다."),
  "record.verse": .init("it has no book, chapter and verse", "책, 장, 절을 알 수 없습니다."),
  "record.open-verse": .init(
    "the verse {key} does not end before the next begins", "{key} 절이 다음 절 앞에서 끝나지 않습니다."),
  "record.open-note": .init("a note in {key} has no end", "{key} 절의 주석이 끝나지 않습니다."),
  "record.open-marker": .init(
    "a marker in {key} has no end; close it", "{key} 절의 마커가 끝나지 않습니다. 닫아 주세요."),
  "record.unknown-markers": .init(
    "left out {count|unknown marker|unknown markers}: {names}",
    "Daystamp가 모르는 마커 {count}개를 뺐습니다: {names}"),
  "record.same-key": .init(
    "another text in the file has the key {key}", "같은 파일에 키가 {key}인 글이 또 있습니다."),
  "no-text": .init("there is no such text", "그런 글이 없습니다."),
  "no-text.key": .init("there is no text {key}", "{key} 글이 없습니다."),
  "no-text.several": .init(
    "several collections have the text {key}: {collections}",
    "{key} 글이 여러 모음에 있습니다: {collections}", hint: "; choose with --collection"),
  "no-text.search": .init("“{text}” is not among the latest searches", "“{text}”은(는) 최근 검색에 없습니다."),
  "no-text.section": .init(
    "the collection “{name}” has no section {key}", "“{name}” 모음에 {key} 부분이 없습니다.",
    hint: "; daystamp collection show lists its sections"),
  "no-text.none": .init(
    "there are no texts to choose from", "고를 글이 없습니다.",
    hint:
      "; daystamp collection add adds some, --shipped adds Daystamp's own, and daystamp "
      + "config set text-pool chooses which"),
  "no-text.day": .init("{day} had no text", "{day}에는 보여 준 글이 없습니다."),
  "no-text.gone": .init(
    "the text of that day, {key} of “{collection}”, no longer exists",
    "그날의 글 {key}(“{collection}”)은(는) 이제 어느 모음에도 없습니다."),
]
