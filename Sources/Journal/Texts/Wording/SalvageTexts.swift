import Wording

let salvageTexts: [String: ErrorText] = [
  "salvage.rows.collection": .init(
    "details of {count|collection|collections}, such as the licence, cannot be read; the "
      + "readable texts stay",
    "글 모음 {count}개의 라이선스 같은 정보를 읽을 수 없습니다. 읽을 수 있는 글은 남아 있습니다."),
  "salvage.rows.text": .init(
    "{count|text|texts} of collections cannot be read; read the file again with daystamp "
      + "collection update, and marks find their texts",
    "글 {count}개를 읽을 수 없습니다. 파일을 다시 읽으면 표시가 제자리를 찾습니다."),
  "salvage.text-altered": .init(
    "{name}: {key}: the text differs from its hash; compare it with the file, or read the file again "
      + "with daystamp collection update",
    "{name}: {key}: 글이 해시와 다릅니다. 파일과 비교하거나 daystamp collection update로 다시 읽으세요."),
  "salvage.text-words": .init(
    "{name}: {key}: the text differs from the search index, and may have been altered; "
      + "compare it with the file, or read the file again with daystamp collection update",
    "{name}: {key}: 글이 검색 색인과 달라 바뀌었을 수 있습니다. 파일과 비교하거나 daystamp collection update로 "
      + "다시 읽으세요."),
  "salvage.rows.text_mark": .init(
    "marks of {count|text|texts}, such as hearts, cannot be read; lost",
    "하트 같은 글 표시 {count}개를 읽을 수 없어 잃었습니다."),
  "salvage.rows.text_day": .init(
    "the text of {count|day|days} cannot be read; lost",
    "{count}일의 글을 읽을 수 없어 잃었습니다."),
  "salvage.rows.text_highlight": .init(
    "{count|highlight|highlights} cannot be read; lost",
    "글에 그은 줄 {count}개를 읽을 수 없어 잃었습니다."),
  "salvage.rows.text_note": .init(
    "{count|note|notes} on texts cannot be read; lost", "글의 메모 {count}개를 읽을 수 없어 잃었습니다."),
  "salvage.rows.text_note_version": .init(
    "{count|version|versions} of notes on texts cannot be read; lost",
    "글 메모의 이전 글 {count}개를 읽을 수 없어 잃었습니다."),
  "salvage.rows.reading_round": .init(
    "{count|round|rounds} of reading cannot be read; the sections read then stay",
    "글 모음을 읽어 나간 기록 {count}회를 읽을 수 없어 잃었습니다. 그때 읽은 것은 남아 있습니다."),
  "salvage.rows.section_read": .init(
    "marks of {count|read section|read sections} cannot be read; lost",
    "읽은 부분 {count}개의 기록을 읽을 수 없어 잃었습니다."),
  "salvage.rows.section_opened": .init(
    "entries of {count|opened section|opened sections} cannot be read; lost",
    "펼친 부분 {count}개의 기록을 읽을 수 없어 잃었습니다."),
  "salvage.rows.reading_place": .init(
    "your place in {count|collection|collections} cannot be read; lost",
    "글 모음 {count}개에서 읽던 자리를 읽을 수 없어 잃었습니다."),
  "salvage.rows.plan": .init(
    "{count|reading plan|reading plans} cannot be read; the sections read with them stay",
    "읽기 계획 {count}개를 읽을 수 없어 잃었습니다. 그에 따라 읽은 것은 남아 있습니다."),
  "salvage.rows.plan_portion": .init(
    "{count|portion|portions} of reading plans cannot be read; lost",
    "읽기 계획의 분량 {count}개를 읽을 수 없어 잃었습니다."),
  "salvage.rows.plan_run": .init(
    "{count|run|runs} of reading plans cannot be read; the sections read then stay",
    "읽기 계획을 따른 기록 {count}회를 읽을 수 없어 잃었습니다. 그때 읽은 것은 남아 있습니다."),
  "salvage.rows.portion_read": .init(
    "marks of {count|read portion|read portions} of plans cannot be read; lost",
    "읽은 계획 분량 {count}개의 기록을 읽을 수 없어 잃었습니다."),
]
