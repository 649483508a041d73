import Wording

let journalTexts: [String: ErrorText] = [
  "journal": .init(
    "the journal cannot be read; see the server's log",
    "일기를 읽을 수 없습니다. 서버 기록을 확인해 주세요."),
  "journal.none": .init(
    "there is no journal in {folder}; daystamp post, daystamp write, daystamp import, daystamp "
      + "owner add and daystamp-server make one, --journal names another"),
  "journal.foreign": .init(
    "journal.sqlite is not a journal of Daystamp's, or is damaged at its beginning; it was left "
      + "alone: give another --journal, put a copy that daystamp backup made in its place, or have "
      + "daystamp check --salvage make a new journal of what can be read"),
  "journal.schema": .init(
    "journal.sqlite has the {kind} “{name}”, which Daystamp did not make, or not so, and which could "
      + "change or give away what is in it; it was left alone: open only journals that you trust, or "
      + "put a copy that daystamp backup made in its place"),
  "journal.rollback": .init(
    "{path} is not of Daystamp's making and would have another file deleted; nothing was changed: "
      + "open only journals that you trust, or put a copy that daystamp backup made in place of "
      + "journal.sqlite, and remove this file"),
  "journal.log-alone": .init(
    "journal.sqlite is missing or empty, but {path} still has what was in it; nothing was changed: "
      + "have daystamp check --salvage make a new journal of it"),
  "journal.log-foreign": .init(
    "journal.sqlite is a copy that daystamp backup made, and {path} is the log of the database that "
      + "was there before; nothing was changed: move {path} away, and the copy can be used"),
  "journal.log-damaged": .init(
    "{path}, which has the latest changes, is damaged; nothing was changed: have daystamp check "
      + "--salvage make a new journal of what can be read, or move {path} away and put a copy that "
      + "daystamp backup made in place of journal.sqlite"),
  "journal.exposed": .init(
    "everybody on this machine may change the journal: its folder {path} has mode {mode}; "
      + "chmod 700 makes it yours alone"),
  "journal.exposed-to-group": .init(
    "all of another group may change the journal: its folder {path} has mode {mode}; chmod g-w "
      + "takes that right away"),
  "journal.alike-owners": .init(
    "the names of these owners differ in no more than case: {names}; each is found by the name as "
      + "written here, and daystamp owner rename gives one of them another"),
  "journal.lost": .init(
    "journal.sqlite is missing or empty, though there are photos in {folder}; nothing was changed: "
      + "put a copy that daystamp backup made in its place, or have daystamp check --salvage make "
      + "a new journal of the photos"),
  "journal.unfinished-salvage": .init(
    "{folder} is not a journal yet: the salvage into it has not finished; run the same daystamp check "
      + "--salvage again to finish it, or remove the folder"),
  "journal.newer": .init(
    "the journal is of version {observed}, and this Daystamp knows versions up to {known}; "
      + "it was not touched: use a newer Daystamp"),
  "journal.older": .init(
    "an older version of Daystamp wrote this journal (schema {observed}, today's is {known}), and "
      + "its folder or its disk is write-protected; copy the folder to where it can be brought up "
      + "to date"),
  "journal.read-only": .init(
    "the journal can be read and exported here, but not changed ({detail})"),
  "journal.corrupt": .init(
    "the journal's database is damaged ({detail}); daystamp check says more; put a copy that "
      + "daystamp backup made in its place, or have daystamp check --salvage make a new journal of "
      + "what can be read"),
  "journal.search-index": .init(
    "the index of the search is damaged ({detail}); daystamp check --repair makes it again",
    "검색 색인이 손상되었습니다. daystamp check --repair로 다시 만들 수 있습니다."),
  "journal.cannot-open": .init(
    "the journal's database cannot be opened ({detail}); look at the permissions of the journal's "
      + "folder and files, and at its disk"),
  "journal.lacks": .init(
    "the journal's database lacks a table ({detail}); daystamp check --repair makes it again where all "
      + "that was in it can be had from the rest; otherwise put a copy that daystamp backup made in "
      + "its place, or have daystamp check --salvage make a new journal of what is left"),
  "journal.other": .init("SQLite: {detail} ({code})"),
  "file.left-behind": .init(
    "what was to be deleted is gone from the journal, but {count|file|files} could not be removed: "
      + "{reason}; each command on the journal tries again"),
  "journal.owner-exists": .init("there is an owner “{owner}” already"),
  "busy": .init(
    "another program has held the journal's database for too long; try again when it is done",
    "일기를 다른 작업이 쓰고 있습니다. 다시 시도해 주세요."),
  "no-device": .init(
    "this device is not paired; this command on the machine that has the journal makes a link: "
      + "daystamp-server pair",
    "연결되지 않은 기기입니다. 일기가 있는 컴퓨터에서 다음 명령으로 링크를 만드세요: "
      + "daystamp-server pair"),
  "no-device.owner": .init(
    "there is no owner “{owner}” here, only {known}; --owner names another, daystamp owner add "
      + "makes one"),
  "no-device.several-owners": .init(
    "“{owner}” may mean each of {known}; write the name as it is in this list"),
  "no-device.first-owner": .init(
    "there is no owner “{owner}” here; --owner names another, daystamp owner add makes one"),
  "revoked": .init("this device was revoked", "이 기기는 해제되었습니다."),
  "locked": .init(
    "the journal is locked; nothing was changed", "일기가 잠겨 있어 아무것도 바꾸지 않았습니다."),
  "locked.owner": .init("the journal of {owner} is locked; daystamp unlock opens it"),
  "no-post": .init("there is no such post", "그런 게시물은 없습니다."),
  "no-post.number": .init("there is no post {number}", "{number}번 게시물은 없습니다."),
  "in-trash": .init("the post is in the trash", "게시물이 휴지통에 있습니다."),
  "in-trash.number": .init(
    "post {number} is in the trash", "{number}번 게시물은 휴지통에 있습니다.",
    hint: "; daystamp trash restore {number} brings it back"),
  "not-in-trash": .init("the post is not in the trash", "게시물이 휴지통에 없습니다."),
  "not-in-trash.number": .init(
    "post {number} is not in the trash", "{number}번 게시물은 휴지통에 없습니다."),
  "posted-before": .init("the photo is posted already", "이미 올린 사진입니다."),
  "posted-before.number": .init(
    "the photo is posted already, as {number}", "이미 {number}번으로 올린 사진입니다.",
    hint: "; post --again posts it once more"),
  "posted-before.in-trash": .init(
    "the photo is posted already, as {number}, which is in the trash",
    "이미 {number}번으로 올렸고 지금은 휴지통에 있는 사진입니다.", hint: "; post --again posts it once more"),
  "broken-photo": .init(
    "the photo is not there as it was stored", "사진이 저장한 그대로 남아 있지 않습니다."),
  "broken-photo.unreadable": .init(
    "{path}: {reason} (daystamp check shows what is broken)"),
  "broken-photo.changed": .init(
    "{path}: is not the photo that was stored (daystamp check shows what is broken)"),
  "without-photo": .init("the post has no photo", "사진이 없는 게시물입니다."),
  "without-photo.number": .init("post {number} has no photo", "{number}번 게시물에는 사진이 없습니다."),
  "empty-post": .init(
    "a post needs words, a photo or a mood", "게시물에는 글, 사진, 기분 중 하나는 있어야 합니다."),
  "incomplete-morning": .init(
    "a morning page needs words and a mood", "아침 글에는 글과 기분이 모두 있어야 합니다."),
  "morning-exists": .init(
    "the day has a morning page already", "그날의 아침 글이 이미 있습니다."),
  "morning-exists.number": .init(
    "{day} has a morning page already, post {number}",
    "{day}에는 아침 글이 이미 있습니다. {number}번 게시물입니다."),
  "too-many-tags": .init("a post has too many tags", "태그가 너무 많습니다."),
  "too-many-tags.count": .init(
    "a post has at most {limit} tags, and these are {observed}",
    "게시물에는 태그를 {limit}개까지 달 수 있는데 {observed}개입니다."),
  "post-photos": .init("a post has too many photos", "사진이 너무 많습니다."),
  "post-photos.count": .init(
    "a post has at most {limit} photos, and these are {observed}",
    "게시물에는 사진을 {limit}장까지 담을 수 있는데 {observed}장입니다."),
  "post-photos.same": .init(
    "photo {photo} is the same as photo {other}", "{photo}번 사진은 {other}번 사진과 같습니다."),
  "video.no-label": .init(
    "this part of post {number} is a video, which stays as it is, without a date on it",
    "{number}번 게시물의 이 부분은 날짜를 새기지 않고 그대로 두는 동영상입니다."),
  "video.other": .init(
    "its photo is posted already, as {number}, with another video than the one beside it",
    "사진이 이미 {number}번 게시물에 있고, 곁에 있는 것과 다른 동영상이 딸려 있습니다."),
  "video-size": .init("the video is too large", "동영상이 너무 큽니다."),
  "video-size.bytes": .init(
    "the video has {size} MB, and videos have at most {limit} MB here",
    "동영상이 {size}MB인데, {limit}MB까지 담을 수 있습니다.",
    hint: "; daystamp config set video-size takes larger ones"),
  "no-such-photo": .init("the post has no such photo", "게시물에 그런 사진이 없습니다."),
  "no-such-photo.number": .init(
    "post {number} has no photo {photo}", "{number}번 게시물에는 {photo}번 사진이 없습니다."),
  "several-photos": .init("the post has several photos", "게시물에 사진이 여러 장 있습니다."),
  "several-photos.number": .init(
    "post {number} has several photos; say which one",
    "{number}번 게시물에는 사진이 여러 장 있습니다. 어느 사진인지 알려 주세요."),
  "future-day": .init("the day is still to come", "아직 오지 않은 날입니다."),
  "future-day.day": .init(
    "{day} is still to come: today is {today}", "아직 오지 않은 날({day})입니다. 오늘은 {today}입니다."),
  "no-version": .init("there is no such version", "그런 이전 글은 없습니다."),
  "no-version.number": .init(
    "post {number} has no version {version}", "{number}번 게시물에는 {version}번째 이전 글이 없습니다."),
  "changed": .init(
    "it was changed in the meantime; look at it again", "그사이 바뀌었습니다. 다시 확인해 주세요."),
  "changed.post": .init(
    "another program changed post {number} in the meantime; try again",
    "그사이 {number}번 게시물이 바뀌었습니다. 다시 시도해 주세요."),
  "changed.pin": .init(
    "another program changed the PIN in the meantime; try again",
    "그사이 PIN이 바뀌었습니다. 다시 시도해 주세요."),
  "no-pin": .init("the journal has no PIN", "PIN이 없습니다."),
  "no-pin.owner": .init("the journal of {owner} has no PIN; daystamp lock set gives it one"),
  "pin-exists": .init("the journal has a PIN already", "이미 PIN이 있습니다."),
  "pin-exists.owner": .init(
    "the journal of {owner} has a PIN already; daystamp lock change changes it"),
  "wrong-pin": .init("wrong PIN", "PIN이 틀렸습니다."),
  "wrong-pin.next": .init("wrong PIN; {next}", "PIN이 틀렸습니다. {next}"),
  "wait": .init("wait before the next try", "다음 시도까지 기다려 주세요."),
  "wait.next": .init("no PIN is tried now; {next}", "지금은 PIN을 확인하지 않습니다. {next}"),
  "pin-shut": .init("the PIN is shut", "PIN을 더 쓸 수 없습니다."),
  "pin-shut.next": .init("no PIN is tried now; {next}", "지금은 PIN을 확인하지 않습니다. {next}"),
  "tries.left": .init("{left|try|tries} left", "{left}번 남았습니다."),
  "tries.wait": .init(
    "{left|try|tries} left, the next in {wait}",
    "{left}번 남았고, 다음은 {wait} 뒤에 할 수 있습니다."),
  "tries.shut": .init(
    "the PIN is shut after too many tries", "너무 많이 틀려서 PIN을 더 쓸 수 없습니다.",
    hint: "; whoever owns the machine can take it away with daystamp lock reset"),
  "pin": .init(
    "a PIN has {pinLeast} to {pinMost} digits", "PIN은 숫자 {pinLeast}~{pinMost}자리입니다."),
  "pin.not-digits": .init(
    "a PIN is made of the digits 0 to 9 alone", "PIN은 0부터 9까지의 숫자로만 되어 있습니다."),
  "pin.length": .init(
    "a PIN has {pinLeast} to {pinMost} digits, and this one has {observed}",
    "PIN은 숫자 {pinLeast}~{pinMost}자리인데, {observed}자리입니다."),
  "weak-pin": .init(
    "this PIN is too easy to guess. Choose another", "너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요."),
  "weak-pin.repetition": .init(
    "this PIN is too easy to guess: it repeats a digit or a group of digits. Choose another",
    "숫자나 숫자 묶음이 되풀이되어 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "weak-pin.run": .init(
    "this PIN is too easy to guess: it counts up or down. Choose another",
    "숫자가 차례로 이어져 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "weak-pin.steps": .init(
    "this PIN is too easy to guess: it goes up or down in equal steps. Choose another",
    "숫자가 같은 간격으로 이어져 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "weak-pin.keypad": .init(
    "this PIN is too easy to guess: its keys form a line or lie side by side. Choose another",
    "이웃한 글쇠를 차례로 잇는 모양이라 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "weak-pin.year": .init(
    "this PIN is too easy to guess: it is a year. Choose another",
    "연도라서 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "weak-pin.date": .init(
    "this PIN is too easy to guess: it is a date. Choose another",
    "날짜라서 너무 쉽게 알아낼 수 있는 PIN입니다. 다른 PIN을 정하세요.", hint: ", or give --weak"),
  "pepper": .init(
    "PINs cannot be compared; see the server's log",
    "PIN을 비교할 수 없습니다. 서버 기록을 확인해 주세요."),
  "pepper.damaged-pin": .init(
    "the stored PIN of {owner} is damaged, and no PIN fits it; daystamp lock reset takes it away"),
  "pepper.help": .init(
    "PINs are compared with its help; put it back from where you keep a copy, or have daystamp "
      + "lock reset take away each PIN that was made with it"),
  "pepper.missing": .init("{path} is missing: {help}"),
  "pepper.unreadable": .init("{path} cannot be read ({errno}): {help}"),
  "pepper.kind": .init("{path} is not a file; remove what is there: {help}"),
  "pepper.size": .init("{path} has {observed|byte|bytes} and not {expected}: {help}"),
  "pepper.open": .init(
    "{path} is open to others on this machine (its permissions are {permissions}): chmod 600 "
      + "{path}"),
  "pepper.unwritable": .init(
    "this takes the right to write to {path}, which whoever owns the machine has ({errno})"),
]
