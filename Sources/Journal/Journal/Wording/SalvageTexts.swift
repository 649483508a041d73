import Wording

let salvageTexts: [String: ErrorText] = [
  "salvage.no-database": .init(
    "journal.sqlite is missing or empty", "데이터베이스 journal.sqlite가 없거나 비어 있습니다."),
  "salvage.unreadable-database": .init(
    "journal.sqlite: {reason}", "데이터베이스 journal.sqlite: {reason}"),
  "salvage.log": .init(
    "journal.sqlite-wal is damaged: the latest changes may be lost",
    "로그 journal.sqlite-wal이 손상되어 마지막 변경을 잃었을 수 있습니다."),
  "salvage.table": .init(
    "database: pages of the table {table} are damaged; their contents are lost, unless "
      + "listed below",
    "데이터베이스의 {table} 표 일부가 손상되었습니다. 아래에 없는 그 내용은 잃었습니다."),
  "salvage.no-table": .init(
    "database: the table {table} is missing; its contents are lost",
    "데이터베이스에 {table} 표가 없어 그 내용을 잃었습니다."),
  "salvage.recovered": .init(
    "database: {count|row|rows} of the table {table} lost, but needed by other rows, and so "
      + "made again; look for names such as \"recovered 1\", and fill in the details",
    "데이터베이스의 {table} 표에서 잃은 {count}행을 딸린 내용이 남아 있어 \"recovered 1\" 같은 이름으로 다시 "
      + "만들었습니다. 빠진 것을 채우세요."),
  "salvage.contradicted": .init(
    "database: {count|row differs|rows differ} from an index in the table {table}; check them",
    "데이터베이스의 {table} 표에서 {count}행이 색인과 다릅니다. 그 내용을 확인하세요."),
  "salvage.rows.template": .init(
    "{count|template|templates} lost, with damaged names or words",
    "글틀 {count}개의 이름이나 내용이 손상되어 읽을 수 없습니다. 잃었습니다."),
  "salvage.index-damaged": .init(
    "database: the search index {table} is damaged and was rebuilt; it could not confirm "
      + "that everything else is unchanged",
    "데이터베이스의 검색 색인 {table}이 손상되어 다시 만들었습니다. 다른 내용이 바뀌지 않았는지는 확인할 수 없습니다."),
  "salvage.index": .init(
    "database: the search index {table} differs from {count|readable row|readable rows} and "
      + "is probably damaged; it was rebuilt from them",
    "데이터베이스의 검색 색인 {table}이 읽은 {count}행과 다릅니다. 색인이 손상된 듯하여 읽은 내용으로 다시 만들었습니다."),
  "salvage.owner": .init(
    "an owner's name is lost; the new name is {owner}, and daystamp owner rename changes it",
    "주인의 이름을 잃어 {owner}(으)로 부릅니다. daystamp owner rename으로 바꿀 수 있습니다."),
  "salvage.setting": .init(
    "a damaged setting of {owner} was reset to its default: {setting}",
    "일기 주인 {owner}의 설정 하나가 손상되어 기본값으로 두었습니다. {setting}"),
  "salvage.settings": .init(
    "the settings of {owner} are lost; the time zone is {zone}, and daystamp config set "
      + "time-zone changes it",
    "일기 주인 {owner}의 설정을 잃었습니다. 시간대는 {zone}입니다. daystamp config set time-zone으로 바꿀 수 있습니다."),
  "salvage.damaged-pin": .init(
    "the PIN of {owner} is damaged; the new journal is open until daystamp lock set",
    "일기 주인 {owner}의 PIN이 손상되어 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.no-pepper": .init(
    "journal.pepper is lost, and the PIN of {owner} with it; the new journal is open until "
      + "daystamp lock set",
    "파일 journal.pepper를 잃어 {owner}의 PIN도 잃었습니다. 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.somebodys-pin": .init(
    "there was a PIN, but it cannot be read; the new journal is open until daystamp lock set",
    "PIN이 있었으나 읽을 수 없어 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.set-aside": .init(
    "{path}: belongs to no known post; copied to {place}",
    "{path}: 어느 기록의 파일인지 알 수 없어 {place}에 두었습니다."),
  "salvage.draft": .init(
    "a draft cannot be read; lost",
    "아직 올리지 않은 초안 하나를 읽을 수 없어 잃었습니다."),
  "salvage.draft-photo": .init(
    "{path}: a photo in a draft of {owner} is missing or damaged",
    "{path}: {owner}(이)가 아직 올리지 않은 사진이 없거나 손상되었습니다."),
  "salvage.lost": .init(
    "{post}: row and photo cannot be read; lost", "{post}: 행도 사진도 읽을 수 없어 잃었습니다."),
  "salvage.lost-row": .init(
    "{post}: lost; it has no photo, and its row is damaged: {reason}",
    "{post}: 사진이 없고 행이 손상되어 잃었습니다. {reason}"),
  "salvage.remade": .init(
    "{post}: its row is lost; rebuilt from its photo, {path}. Check caption, star and tags. "
      + "Any words and mood are lost, and any crop, turn and filter",
    "{post}: 행을 잃어 사진 {path}(으)로 되살렸습니다. 사진 설명, 별표, 태그를 확인하세요. "
      + "글과 기분, 사진을 자르고 돌리고 필터를 입힌 설정이 있었다면 잃었습니다."),
  "salvage.remade-row": .init(
    "{post}: rebuilt from its photo, {path}, for its row is damaged: {reason}",
    "{post}: 행이 손상되어 사진 {path}(으)로 되살렸습니다. {reason}"),
  "salvage.lost-photos": .init(
    "{post}: lost; it had only photos, and none of them can be read",
    "{post}: 사진뿐이었는데 읽을 수 있는 사진이 없어 잃었습니다."),
  "salvage.photos-gone": .init(
    "it had only photos, and none of them can be read",
    "사진뿐이었는데 읽을 수 있는 사진이 없습니다."),
  "salvage.gathered": .init(
    "{post}: its row is lost; rebuilt from its photos, with day and time from {path}. Check "
      + "these, the star and the tags. Any words and mood are lost",
    "{post}: 행을 잃어 그 사진들로 다시 만들었습니다. 날짜와 시각은 {path}에 따랐습니다. 날짜와 시각, 별표, 태그를 "
      + "확인하세요. 글과 기분이 있었다면 잃었습니다."),
  "salvage.gathered-row": .init(
    "{post}: rebuilt from its photos, with day and time from {path}; check these. Its row is "
      + "damaged: {reason}",
    "{post}: 행이 손상되어 그 사진들로 다시 만들었습니다. 날짜와 시각은 {path}에 따랐으니 확인하세요. {reason}"),
  "salvage.added-photo": .init(
    "{post}: the row of its photo {path} is lost, but the photo is there. Check its caption, "
      + "time and place. Any crop, turn and filter are lost",
    "{post}: 사진 {path}의 행을 잃었으나 사진은 되살렸습니다. 사진 설명과 시각, 순서를 확인하세요. 자르고 돌리고 "
      + "필터를 입힌 설정이 있었다면 잃었습니다."),
  "salvage.cover": .init(
    "{post}: its cover photo is unknown; its first photo is the cover now",
    "{post}: 대표 사진을 알 수 없어 첫 사진을 대표로 두었습니다."),
  "salvage.no-photo": .init(
    "{post}: its photo is lost; its words and mood are kept",
    "{post}: 사진을 잃었습니다. 글과 기분은 남아 있습니다."),
  "salvage.unindexed": .init(
    "{post}: in no index; you may have deleted it before",
    "{post}: 어느 색인에도 없습니다. 삭제한 기록일 수 있습니다."),
  "salvage.rewritten": .init(
    "{post}: its row is lost; rebuilt from its readable words. Check its day and time",
    "{post}: 행을 잃어 읽을 수 있는 글로 되살렸습니다. 날짜와 시각을 확인하세요."),
  "salvage.rewritten-row": .init(
    "{post}: rebuilt from its readable words. Check day, time, mood, and if it is a morning "
      + "page. Its row is damaged: {reason}",
    "{post}: 행이 손상되어 읽을 수 있는 글로 되살렸습니다. 날짜와 시각, 기분, 아침 글인지 확인하세요. {reason}"),
  "salvage.earlier-words": .init(
    "{post}: its words are from version {version}, the last readable one",
    "{post}: 글은 읽을 수 있는 마지막 이전 글({version}번)입니다."),
  "salvage.cut": .init(
    "{post}: the end of its words is lost; the readable part is kept",
    "{post}: 글의 끝부분을 잃었습니다. 읽을 수 있는 부분은 남아 있습니다."),
  "salvage.versions": .init(
    "{post}: some earlier versions of its words cannot be read",
    "{post}: 읽을 수 없는 이전 글이 있습니다."),
  "salvage.missing-photo": .init(
    "{post}: {path}: the stamped photo is missing; if you have a copy, put it into photos "
      + "and run daystamp check --repair",
    "{post}: {path}: 사진이 없습니다. 사본이 있으면 photos에 넣고 daystamp check --repair를 쓰세요."),
  "salvage.missing-original": .init(
    "{post}: {path}: the original is missing", "{post}: {path}: 원본이 없습니다."),
  "salvage.missing-video": .init(
    "{post}: {path}: the video is missing; if you have a copy, put it into photos and run "
      + "daystamp check --repair",
    "{post}: {path}: 동영상이 없습니다. 사본이 있으면 photos에 넣고 daystamp check --repair를 쓰세요."),
  "salvage.damaged-video": .init(
    "{post}: {path}: the video is damaged; copied as it is",
    "{post}: {path}: 동영상이 손상되어 그대로 옮겼습니다."),
  "salvage.missing-raw": .init(
    "{post}: {path}: the raw file is missing; if you have a copy, put it into photos and run "
      + "daystamp check --repair",
    "{post}: {path}: RAW 파일이 없습니다. 사본이 있으면 photos에 넣고 daystamp check --repair를 쓰세요."),
  "salvage.damaged-raw": .init(
    "{post}: {path}: the raw file is damaged; copied as it is",
    "{post}: {path}: RAW 파일이 손상되어 그대로 옮겼습니다."),
  "salvage.damaged-photo": .init(
    "{post}: {path}: the stamped photo is damaged; copied as it is",
    "{post}: {path}: 사진이 손상되어 그대로 옮겼습니다."),
  "salvage.damaged-original": .init(
    "{post}: {path}: the original is damaged; copied as it is",
    "{post}: {path}: 원본이 손상되어 그대로 옮겼습니다."),
  "salvage.number": .init(
    "{post}: renumbered from {from}, which another post has too",
    "{post}: 번호가 {from}이었으나 다른 기록과 같았습니다."),
  "salvage.look": .init(
    "{post}: the look of its label is lost; a new label uses the settings",
    "{post}: 날짜의 모양을 잃었습니다. 새로 찍으면 설정을 따릅니다."),
  "salvage.tags": .init("{post}: some of its tags cannot be read", "{post}: 읽을 수 없는 태그가 있습니다."),
  "salvage.tag-names": .init(
    "{owner}: {count|tag has its name|tags have their names} from an index, which has only "
      + "small letters",
    "{owner}: 태그 {count}개의 이름을 색인에서 되살렸습니다. 대문자는 소문자로 바뀌었습니다."),
  "salvage.doubtful": .init(
    "{post}: its row differs from its photo or an index. Check its day, time, number and "
      + "star, and if it belongs in the trash",
    "{post}: 행이 사진이나 색인과 다릅니다. 날짜와 시각, 번호, 별표, 휴지통에 있어야 하는지 확인하세요."),
  "salvage.altered": .init(
    "{post}: its words, caption or tags differ from the search index; they may have been altered",
    "{post}: 글이나 사진 설명, 태그가 검색 색인과 다릅니다. 바뀌었을 수 있습니다."),
  "salvage.no-owner": .init("there is no such owner", "그런 주인이 없습니다."),
  "salvage.post": .init("a post", "기록(번호 모름)"),
  "salvage.post-number": .init("post {number}", "기록({number}번)"),
  "salvage.post-day": .init("a post of {day}", "기록({day})"),
  "salvage.post-number-day": .init("post {number} of {day}", "기록({day}, {number}번)"),
]
