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
    "database: pages of the table {table} are damaged; what was on them and is not named below is "
      + "lost",
    "데이터베이스의 {table} 표 일부가 손상되었습니다. 아래에 없는 그 내용은 잃었습니다."),
  "salvage.no-table": .init(
    "database: the table {table} is missing; what was in it is lost",
    "데이터베이스에 {table} 표가 없어 그 내용을 잃었습니다."),
  "salvage.recovered": .init(
    "database: {count|row|rows} of the table {table} lost, and made anew for what belongs there; "
      + "look for names such as \"recovered 1\", and fill in what is missing",
    "데이터베이스의 {table} 표에서 잃은 {count}행을 딸린 내용이 남아 있어 \"recovered 1\" 같은 이름으로 다시 "
      + "만들었습니다. 빠진 것을 채우세요."),
  "salvage.contradicted": .init(
    "database: in the table {table} {count|row says|rows say} something else than an index: look at what is there",
    "데이터베이스의 {table} 표에서 {count}행이 색인과 다릅니다. 그 내용을 확인하세요."),
  "salvage.rows.template": .init(
    "{count|template|templates} cannot be read, for the name or the words are damaged; lost",
    "글틀 {count}개의 이름이나 내용이 손상되어 읽을 수 없습니다. 잃었습니다."),
  "salvage.index-damaged": .init(
    "database: the search index {table} is damaged and was made anew; that nothing else was altered could "
      + "not be proved by it",
    "데이터베이스의 검색 색인 {table}이 손상되어 다시 만들었습니다. 다른 내용이 바뀌지 않았는지는 확인할 수 없습니다."),
  "salvage.index": .init(
    "database: the search index {table} differs from {count|row|rows} that can be read, and is most "
      + "likely damaged; it was made anew from them",
    "데이터베이스의 검색 색인 {table}이 읽은 {count}행과 다릅니다. 색인이 손상된 듯하여 읽은 내용으로 다시 만들었습니다."),
  "salvage.owner": .init(
    "an owner's name is lost; the journal goes by {owner}: daystamp owner rename gives another",
    "주인의 이름을 잃어 {owner}(으)로 부릅니다. daystamp owner rename으로 바꿀 수 있습니다."),
  "salvage.setting": .init(
    "a setting of {owner} is damaged and has its default: {setting}",
    "일기 주인 {owner}의 설정 하나가 손상되어 기본값으로 두었습니다. {setting}"),
  "salvage.settings": .init(
    "the settings of {owner} are lost; the time zone is {zone}: daystamp config set time-zone "
      + "changes it",
    "일기 주인 {owner}의 설정을 잃었습니다. 시간대는 {zone}입니다. daystamp config set time-zone으로 바꿀 수 있습니다."),
  "salvage.damaged-pin": .init(
    "the PIN of {owner} is damaged; the new journal is open: daystamp lock set closes it",
    "일기 주인 {owner}의 PIN이 손상되어 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.no-pepper": .init(
    "journal.pepper is lost, and the PIN of {owner} with it; the new journal is open: daystamp "
      + "lock set closes it",
    "파일 journal.pepper를 잃어 {owner}의 PIN도 잃었습니다. 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.somebodys-pin": .init(
    "there was a PIN, which cannot be read; the new journal is open: daystamp lock set closes it",
    "PIN이 있었으나 읽을 수 없어 새 일기는 열려 있습니다. daystamp lock set으로 잠그세요."),
  "salvage.set-aside": .init(
    "{path}: no post is known for this file; copied to {place}",
    "{path}: 어느 게시물의 파일인지 알 수 없어 {place}에 두었습니다."),
  "salvage.draft": .init(
    "a draft, of what was not posted yet, cannot be read; lost",
    "아직 올리지 않은 초안 하나를 읽을 수 없어 잃었습니다."),
  "salvage.draft-photo": .init(
    "{path}: a photo that {owner} had not posted yet is missing or damaged",
    "{path}: {owner}(이)가 아직 올리지 않은 사진이 없거나 손상되었습니다."),
  "salvage.lost": .init(
    "{post}: neither row nor photo can be read; lost", "{post}: 기록도 사진도 읽을 수 없어 잃었습니다."),
  "salvage.lost-row": .init(
    "{post}: lost; there is no photo, and its row is damaged: {reason}",
    "{post}: 사진이 없고 기록이 손상되어 잃었습니다. {reason}"),
  "salvage.remade": .init(
    "{post}: its row is lost; brought back by its photo, {path}: look at caption, star and tags; "
      + "its words and mood, and how its photo was cut, turned and filtered, if it was, are lost",
    "{post}: 기록을 잃어 사진 {path}(으)로 되살렸습니다. 사진 설명, 별표, 태그를 확인하세요. "
      + "글과 기분, 사진을 자르고 돌리고 필터를 입힌 설정이 있었다면 잃었습니다."),
  "salvage.remade-row": .init(
    "{post}: brought back by its photo, {path}, for its row is damaged: {reason}",
    "{post}: 기록이 손상되어 사진 {path}(으)로 되살렸습니다. {reason}"),
  "salvage.lost-photos": .init(
    "{post}: lost; it had nothing but photos, and none of them can be read",
    "{post}: 사진뿐이었는데 읽을 수 있는 사진이 없어 잃었습니다."),
  "salvage.photos-gone": .init(
    "it had nothing but photos, and none of them can be read",
    "사진뿐이었는데 읽을 수 있는 사진이 없습니다."),
  "salvage.gathered": .init(
    "{post}: its row is lost; made anew for its photos, with the day and time that {path} says: look "
      + "at them, at star and tags; its words and mood, if it had any, are lost",
    "{post}: 기록을 잃어 그 사진들로 다시 만들었습니다. 날짜와 시각은 {path}에 따랐습니다. 날짜와 시각, 별표, 태그를 "
      + "확인하세요. 글과 기분이 있었다면 잃었습니다."),
  "salvage.gathered-row": .init(
    "{post}: made anew for its photos, with the day and time that {path} says: look at them; its row "
      + "is damaged: {reason}",
    "{post}: 기록이 손상되어 그 사진들로 다시 만들었습니다. 날짜와 시각은 {path}에 따랐으니 확인하세요. {reason}"),
  "salvage.added-photo": .init(
    "{post}: the row of its photo {path} is lost; the photo is back: look at its caption, time and "
      + "place; how it was cut, turned and filtered, if it was, is lost",
    "{post}: 사진 {path}의 기록을 잃었으나 사진은 되살렸습니다. 사진 설명과 시각, 순서를 확인하세요. 자르고 돌리고 "
      + "필터를 입힌 설정이 있었다면 잃었습니다."),
  "salvage.cover": .init(
    "{post}: the photo that stood for it is not known any more; its first photo stands for it now",
    "{post}: 대표 사진을 알 수 없어 첫 사진을 대표로 두었습니다."),
  "salvage.no-photo": .init(
    "{post}: its photo is lost; its words and mood are there",
    "{post}: 사진을 잃었습니다. 글과 기분은 남아 있습니다."),
  "salvage.unindexed": .init(
    "{post}: no index knows it; it may be a post that you had deleted",
    "{post}: 어느 색인에도 없습니다. 삭제한 게시물일 수 있습니다."),
  "salvage.rewritten": .init(
    "{post}: its row is lost; brought back with the words that can be read: look at its day and time",
    "{post}: 기록을 잃어 읽을 수 있는 글로 되살렸습니다. 날짜와 시각을 확인하세요."),
  "salvage.rewritten-row": .init(
    "{post}: brought back with the words that can be read: look at day, time, mood and whether it "
      + "is a morning page; its row is damaged: {reason}",
    "{post}: 기록이 손상되어 읽을 수 있는 글로 되살렸습니다. 날짜와 시각, 기분, 아침 글인지 확인하세요. {reason}"),
  "salvage.earlier-words": .init(
    "{post}: its words are those of version {version}, the last that can be read",
    "{post}: 글은 읽을 수 있는 마지막 이전 글({version}번)입니다."),
  "salvage.cut": .init(
    "{post}: the end of its words is lost; what can be read of them is there",
    "{post}: 글의 끝부분을 잃었습니다. 읽을 수 있는 부분은 남아 있습니다."),
  "salvage.versions": .init(
    "{post}: not all earlier versions of its words can be read",
    "{post}: 읽을 수 없는 이전 글이 있습니다."),
  "salvage.missing-photo": .init(
    "{post}: {path}: the stamped photo is missing; where you have a copy, put it into photos, and "
      + "daystamp check --repair gives it back",
    "{post}: {path}: 사진이 없습니다. 사본이 있으면 photos에 넣고 daystamp check --repair를 쓰세요."),
  "salvage.missing-original": .init(
    "{post}: {path}: the original is missing", "{post}: {path}: 원본이 없습니다."),
  "salvage.missing-video": .init(
    "{post}: {path}: the video is missing; where you have a copy, put it into photos, and "
      + "daystamp check --repair gives it back",
    "{post}: {path}: 동영상이 없습니다. 사본이 있으면 photos에 넣고 daystamp check --repair를 쓰세요."),
  "salvage.damaged-video": .init(
    "{post}: {path}: the video is damaged; copied as it is",
    "{post}: {path}: 동영상이 손상되어 그대로 옮겼습니다."),
  "salvage.damaged-photo": .init(
    "{post}: {path}: the stamped photo is damaged; copied as it is",
    "{post}: {path}: 사진이 손상되어 그대로 옮겼습니다."),
  "salvage.damaged-original": .init(
    "{post}: {path}: the original is damaged; copied as it is",
    "{post}: {path}: 원본이 손상되어 그대로 옮겼습니다."),
  "salvage.number": .init(
    "{post}: had the number {from}, which another post has too",
    "{post}: 번호가 {from}이었으나 다른 게시물과 같았습니다."),
  "salvage.look": .init(
    "{post}: how its label looks is lost; a new label takes the settings",
    "{post}: 날짜의 모양을 잃었습니다. 새로 찍으면 설정을 따릅니다."),
  "salvage.tags": .init(
    "{post}: not all of its tags can be read", "{post}: 읽을 수 없는 태그가 있습니다."),
  "salvage.tag-names": .init(
    "{owner}: {count|tag is|tags are} named as in an index, which has small letters alone",
    "{owner}: 태그 {count}개의 이름을 색인에서 되살렸습니다. 대문자는 소문자로 바뀌었습니다."),
  "salvage.doubtful": .init(
    "{post}: its row says something else than its photo or an index: look at its day, time, number and "
      + "star, and whether it belongs in the trash",
    "{post}: 기록이 사진이나 색인과 다릅니다. 날짜와 시각, 번호, 별표, 휴지통에 있어야 하는지 확인하세요."),
  "salvage.altered": .init(
    "{post}: its words, caption or tags are not those that the search index has; they may have been "
      + "altered",
    "{post}: 글이나 사진 설명, 태그가 검색 색인과 다릅니다. 바뀌었을 수 있습니다."),
  "salvage.no-owner": .init("there is no such owner", "그런 주인이 없습니다."),
  "salvage.post": .init("a post", "게시물(번호 모름)"),
  "salvage.post-number": .init("post {number}", "게시물({number}번)"),
  "salvage.post-day": .init("a post of {day}", "게시물({day})"),
  "salvage.post-number-day": .init("post {number} of {day}", "게시물({day}, {number}번)"),
]
