import Wording

let journalTexts: [String: ErrorText] = [
  "journal": .init(
    "the journal cannot be read; see the server's log",
    "일기를 읽을 수 없습니다. 서버 기록을 확인해 주세요."),
  "journal.none": .init(
    "there is no journal in {folder}; --journal names another folder. daystamp post, "
      + "daystamp write, daystamp import, daystamp owner add and daystamp-server make a journal"),
  "journal.foreign": .init(
    "journal.sqlite is not a Daystamp journal, or its beginning is damaged; it was not "
      + "changed. Give another --journal, or restore a copy from daystamp backup; daystamp check "
      + "--salvage makes a new journal from the readable parts"),
  "journal.schema": .init(
    "journal.sqlite has the {kind} “{name}”, which is not Daystamp's and could change or "
      + "leak your data; it was not changed. Open only journals that you trust, or replace the "
      + "file with a copy from daystamp backup"),
  "journal.rollback": .init(
    "{path} is not Daystamp's and would delete another file; nothing was changed. Open only "
      + "journals that you trust, or replace journal.sqlite with a copy from daystamp backup and "
      + "remove this file"),
  "journal.log-alone": .init(
    "journal.sqlite is missing or empty, but {path} still has its contents; nothing was "
      + "changed. Make a new journal from it with daystamp check --salvage"),
  "journal.log-foreign": .init(
    "journal.sqlite is a copy from daystamp backup, but {path} is the log of the earlier "
      + "database; nothing was changed. Move {path} away to use the copy"),
  "journal.log-damaged": .init(
    "{path}, with the latest changes, is damaged; nothing was changed. Make a new journal "
      + "from the readable parts with daystamp check --salvage. Or move {path} away and replace "
      + "journal.sqlite with a copy from daystamp backup"),
  "journal.exposed": .init(
    "everybody on this machine can change the journal: its folder {path} has mode {mode}; "
      + "chmod 700 keeps them out"),
  "journal.exposed-to-group": .init(
    "another group can change the journal: its folder {path} has mode {mode}; chmod g-w "
      + "keeps it out"),
  "journal.alike-owners": .init(
    "these owners' names differ only in case: {names}. Daystamp tells them apart by exact "
      + "spelling; daystamp owner rename renames one"),
  "journal.lost": .init(
    "journal.sqlite is missing or empty, but {folder} has photos; nothing was changed. "
      + "Restore a copy from daystamp backup, or make a new journal from the photos with "
      + "daystamp check --salvage"),
  "journal.unfinished-salvage": .init(
    "{folder} is not a journal yet, for its salvage is unfinished; run the same daystamp "
      + "check --salvage again, or remove the folder"),
  "journal.newer": .init(
    "the journal has version {observed}, and this Daystamp knows versions up to {known}; it "
      + "was not changed. Use a newer Daystamp"),
  "journal.older": .init(
    "the journal comes from an older Daystamp (schema {observed}, today's is {known}), and "
      + "its folder or disk is write-protected. Copy the folder to a writable place, where "
      + "Daystamp updates it"),
  "journal.read-only": .init(
    "the journal can be read and exported here, but not changed ({detail})"),
  "journal.corrupt": .init(
    "the journal's database is damaged ({detail}); daystamp check says more. Restore a copy "
      + "from daystamp backup, or make a new journal from the readable parts with daystamp check "
      + "--salvage"),
  "journal.search-index": .init(
    "the search index is damaged ({detail}); daystamp check --repair rebuilds it",
    "검색 색인이 손상되었습니다. daystamp check --repair로 다시 만들 수 있습니다."),
  "journal.cannot-open": .init(
    "the journal's database cannot be opened ({detail}); check the permissions of the "
      + "journal's folder and files, and its disk"),
  "journal.lacks": .init(
    "the journal's database lacks a table ({detail}); daystamp check --repair rebuilds it if "
      + "the rest has all of its contents. If not, restore a copy from daystamp backup, or make "
      + "a new journal with daystamp check --salvage"),
  "journal.other": .init("SQLite: {detail} ({code})"),
  "file.left-behind": .init(
    "deleted from the journal, but {count|file|files} could not be removed: {reason}; each "
      + "command on the journal tries again"),
  "journal.owner-exists": .init("there is an owner “{owner}” already"),
  "busy": .init(
    "another program has held the journal's database for too long; try again when it is done",
    "일기를 다른 작업이 쓰고 있습니다. 다시 시도해 주세요."),
  "no-device": .init(
    "this device is not paired yet. On the computer that runs Daystamp, type this command "
      + "and open the link it prints: daystamp-server pair",
    "연결되지 않은 기기입니다. 일기가 있는 컴퓨터에서 다음 명령으로 링크를 만드세요: "
      + "daystamp-server pair"),
  "no-device.owner": .init(
    "there is no owner “{owner}” here, only {known}; choose with --owner, or add one with "
      + "daystamp owner add"),
  "no-device.several-owners": .init(
    "“{owner}” matches several owners: {known}; write the name exactly as in this list"),
  "no-device.first-owner": .init(
    "there is no owner “{owner}” here; choose with --owner, or add one with daystamp owner add"),
  "revoked": .init("this device was revoked", "이 기기는 해제되었습니다."),
  "locked": .init(
    "the journal is locked; nothing was changed", "일기가 잠겨 있어 아무것도 바꾸지 않았습니다."),
  "locked.owner": .init("the journal of {owner} is locked; daystamp unlock opens it"),
  "no-post": .init("there is no such post", "그런 기록은 없습니다."),
  "no-post.number": .init("there is no post {number}", "{number}번 기록은 없습니다."),
  "in-trash": .init("the post is in the trash", "기록이 휴지통에 있습니다."),
  "in-trash.number": .init(
    "post {number} is in the trash", "{number}번 기록은 휴지통에 있습니다.",
    hint: "; daystamp trash restore {number} restores it"),
  "not-in-trash": .init("the post is not in the trash", "기록이 휴지통에 없습니다."),
  "not-in-trash.number": .init("post {number} is not in the trash", "{number}번 기록은 휴지통에 없습니다."),
  "posted-before": .init("the photo is posted already", "이미 올린 사진입니다."),
  "posted-before.number": .init(
    "the photo is posted already, as post {number}", "이미 {number}번으로 올린 사진입니다.",
    hint: "; post --again posts it again"),
  "posted-before.in-trash": .init(
    "the photo is posted already, as post {number} in the trash",
    "이미 {number}번으로 올렸고 지금은 휴지통에 있는 사진입니다.", hint: "; post --again posts it again"),
  "broken-photo": .init("the stored photo is missing or changed", "사진이 저장한 그대로 남아 있지 않습니다."),
  "broken-photo.unreadable": .init("{path}: {reason} (daystamp check shows the damage)"),
  "broken-photo.changed": .init("{path}: not the stored photo (daystamp check shows the damage)"),
  "without-photo": .init("the post has no photo", "사진이 없는 기록입니다."),
  "without-photo.number": .init("post {number} has no photo", "{number}번 기록에는 사진이 없습니다."),
  "empty-post": .init("a post needs words, a photo or a mood", "기록에는 글, 사진, 기분 중 하나는 있어야 합니다."),
  "incomplete-morning": .init(
    "a morning page needs words and a mood", "아침 글에는 글과 기분이 모두 있어야 합니다."),
  "morning-exists": .init(
    "the day has a morning page already", "그날의 아침 글이 이미 있습니다."),
  "morning-exists.number": .init(
    "{day} has a morning page already, post {number}",
    "{day}에는 아침 글이 이미 있습니다. {number}번 기록입니다."),
  "too-many-tags": .init("a post has too many tags", "태그가 너무 많습니다."),
  "too-many-tags.count": .init(
    "a post can have at most {limit} tags, not {observed}",
    "기록에는 태그를 {limit}개까지 달 수 있는데 {observed}개입니다."),
  "post-photos": .init("a post has too many photos", "사진이 너무 많습니다."),
  "post-photos.count": .init(
    "a post can have at most {limit} photos, not {observed}",
    "기록에는 사진을 {limit}장까지 담을 수 있는데 {observed}장입니다."),
  "post-photos.same": .init(
    "photo {photo} is the same as photo {other}", "{photo}번 사진은 {other}번 사진과 같습니다."),
  "video.no-label": .init(
    "this part of post {number} is a video, and videos get no label",
    "{number}번 기록의 이 부분은 날짜를 새기지 않고 그대로 두는 동영상입니다."),
  "video.other": .init(
    "its photo is posted already, as post {number}, with another video",
    "사진이 이미 {number}번 기록에 있고, 곁에 있는 것과 다른 동영상이 딸려 있습니다."),
  "video-size": .init("the video is too large", "동영상이 너무 큽니다."),
  "video-size.bytes": .init(
    "the video has {size} MB, and at most {limit} MB are allowed",
    "동영상이 {size}MB인데, {limit}MB까지 담을 수 있습니다.",
    hint: "; daystamp config set video-size allows more"),
  "no-such-photo": .init("the post has no such photo", "기록에 그런 사진이 없습니다."),
  "no-such-photo.number": .init(
    "post {number} has no photo {photo}", "{number}번 기록에는 {photo}번 사진이 없습니다."),
  "several-photos": .init("the post has several photos", "기록에 사진이 여러 장 있습니다."),
  "several-photos.number": .init(
    "post {number} has several photos; say which one",
    "{number}번 기록에는 사진이 여러 장 있습니다. 어느 사진인지 알려 주세요."),
  "future-day": .init("the day is in the future", "아직 오지 않은 날입니다."),
  "future-day.day": .init(
    "{day} is in the future; today is {today}", "아직 오지 않은 날({day})입니다. 오늘은 {today}입니다."),
  "future-day.photo": .init(
    "{day} is in the future; today is {today}", "아직 오지 않은 날({day})입니다. 오늘은 {today}입니다.",
    hint: "; if you mean it, give --future"),
  "no-version": .init("there is no such version", "그런 이전 글은 없습니다."),
  "no-version.number": .init(
    "post {number} has no version {version}", "{number}번 기록에는 {version}번째 이전 글이 없습니다."),
  "changed": .init("it changed in the meantime; check it again", "그사이 바뀌었습니다. 다시 확인해 주세요."),
  "changed.post": .init(
    "another program changed post {number} in the meantime; try again",
    "그사이 {number}번 기록이 바뀌었습니다. 다시 시도해 주세요."),
  "changed.pin": .init(
    "another program changed the PIN in the meantime; try again",
    "그사이 PIN이 바뀌었습니다. 다시 시도해 주세요."),
  "no-pin": .init("the journal has no PIN", "PIN이 없습니다."),
  "no-pin.owner": .init("the journal of {owner} has no PIN; daystamp lock set sets one"),
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
    hint: "; the machine's owner can remove it with daystamp lock reset"),
  "pin": .init(
    "a PIN has {pinLeast} to {pinMost} digits", "PIN은 숫자 {pinLeast}~{pinMost}자리입니다."),
  "pin.not-digits": .init("a PIN has only the digits 0 to 9", "PIN은 0부터 9까지의 숫자로만 되어 있습니다."),
  "pin.length": .init(
    "the PIN has {observed} digits; give {pinLeast} to {pinMost}",
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
    "the stored PIN of {owner} is damaged, so no PIN fits; daystamp lock reset removes it"),
  "pepper.help": .init(
    "Daystamp needs it to check PINs; put back your copy, or remove each PIN made with it "
      + "with daystamp lock reset"),
  "pepper.missing": .init("{path} is missing: {help}"),
  "pepper.unreadable": .init("{path} cannot be read ({errno}): {help}"),
  "pepper.kind": .init("{path} is not a file; remove it: {help}"),
  "pepper.size": .init("{path} has {observed|byte|bytes}, not {expected}: {help}"),
  "pepper.open": .init(
    "{path} is open to others on this machine (its permissions are {permissions}); run chmod "
      + "600 {path}"),
  "pepper.unwritable": .init("you may not write to {path} ({errno}); ask the owner of the machine"),
]
