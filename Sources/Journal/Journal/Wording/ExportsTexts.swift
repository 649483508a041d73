import Wording

let exportsTexts: [String: ErrorText] = [
  "export.no-export": .init(
    "there is no journal.json in {path}; give a folder that daystamp export wrote"),
  "export.unfinished": .init(
    "the export in {path} was interrupted; run the same daystamp export again, which finishes it"),
  "export.not-json": .init("{path}: is not JSON"),
  "export.unreadable": .init("{path}: {reason}"),
  "export.format": .init("journal.json is a “{observed}”, not a “{expected}”; it was not read"),
  "export.older": .init(
    "the export is of version {observed}, and this Daystamp knows version {known}"),
  "export.newer": .init(
    "the export is of version {observed}, and this Daystamp knows version {known}; use a newer "
      + "Daystamp"),
  "export.owner": .init("the export's owner “{owner}”: {reason}"),
  "export.last-number": .init(
    "the export's lastNumber is {observed}: it goes from {least} to {most}"),
  "export.wrong": .init(
    "more than {limit} of its posts are wrong: it is not an export of Daystamp's, or is damaged; "
      + "nothing was imported"),
  "export.unknown-setting": .init(
    "the export has a setting “{key}”, which this Daystamp does not know"),
  "export.unknown-field": .init(
    "the export has “{field}”, which this Daystamp does not know; use a newer Daystamp"),
  "export.line": .init("{path}, line {line}: {reason}; nothing was imported"),
  "export.list": .init("{reason}; nothing was imported"),
  "export.changed": .init(
    "{path} is not the file that was exported: journal.json says another SHA-256; nothing was imported"
  ),
  "export.count": .init(
    "journal.json says that {name} is {expected}, and it is {observed}; nothing was imported"),
  "export.setting": .init("the export's setting {setting}"),
  "import.missing": .init("{field} is missing"),
  "import.type": .init("{field} is not {type}"),
  "import.whole-number": .init("{field} is a number with a fraction, or too large"),
  "import.unreadable": .init("it cannot be read ({detail})"),
  "import.range": .init("{field} is {observed}: it goes from {least} to {most}"),
  "import.too-long": .init("{field} has {observed|byte|bytes}, and {limit} are allowed"),
  "import.hexadecimal": .init("{field} is not {digits} hexadecimal digits"),
  "import.digits": .init("{field} is “{observed}”, not 1 to {limit} digits"),
  "import.no-day": .init("day is “{observed}”, which no calendar has"),
  "import.no-time": .init("taken is “{observed}”, which is no time as an export says it"),
  "import.other-day": .init("day is {day}, and the instant {instant} is more than a day off it"),
  "import.name": .init("{field} is “{observed}”: it can be {names}"),
  "import.path": .init("{field} is “{observed}”, not a path of a file below photos"),
  "import.file-name": .init("{field} is “{observed}”, which no file is called"),
  "import.value": .init("{field}: {reason}"),
  "import.edited-video": .init(
    "it is a video with an original beside it or an edit, which only photos have"),
  "import.repeated": .init("{field} is there twice"),
  "import.unknown": .init(
    "it has “{field}”, which this Daystamp does not know; use a newer Daystamp"),
  "import.person-twice": .init("an earlier line has {name} already, by the same uid"),
  "import.people": .init("there are more than {limit} people, as many as a journal has"),
  "import.reminder-twice": .init(
    "an earlier line has a reminder of “{subject}” at {time} already"),
  "import.reminders": .init("there are more than {limit} reminders, as many as an owner has"),
  "import.not-json": .init("it is not JSON"),
  "import.line-length": .init("it has more than {limit|byte|bytes}"),
  "import.blank": .init("it is blank"),
  "import.cut": .init("the file ends within it"),
  "import.order": .init(
    "number is {number}, which does not come after {last}, the number of the line before"),
  "import.version-order": .init(
    "version {version} of post {number} does not come after that of the line before"),
  "import.no-post": .init("it is of post {number}, which posts.jsonl does not have"),
  "import.too-many-versions": .init(
    "it has {observed|version|versions}, and {limit} are allowed"),
  "import.version": .init("version {version}: {reason}"),
  "import.no-file": .init("{path} is not there"),
  "import.file-kind": .init(
    "{path} is not a file of the export itself; links and folders are not read"),
  "import.file": .init("{path}: {reason}"),
  "import.changed": .init("{path} is not the file that was exported: its SHA-256 is another"),
  "import.original": .init("{path}: its original does not come back ({reason})"),
  "import.other-original": .init(
    "{path}: its original does not come back: it is that of another photo"),
  "earlier.post": .init("it is here already, as {number}"),
  "earlier.post-in-trash": .init("it is here already, as {number}, which is in the trash"),
  "earlier.photo": .init("its photo is posted already, as {number}; --again imports it too"),
  "earlier.photo-in-trash": .init(
    "its photo is posted already, as {number}, which is in the trash; --again imports it too"),
  "earlier.photo-without": .init(
    "its photo is posted already, as {number}, which does not have all of its {parts}; --again "
      + "imports it too"),
  "earlier.photo-without-in-trash": .init(
    "its photo is posted already, as {number}, which is in the trash and does not have all of its "
      + "{parts}; --again imports it too"),
  "stray.not-imported": .init(
    "it shows the photo of post {number}, which did not come with the export; here that is another "
      + "post: look at it"),
  "stray.not-moved": .init(
    "it names post {number}, which has another number here, and its words could not be changed: look "
      + "at it"),
  "doubt.last-change": .init("its time is that of a last change ({source})"),
  "doubt.offset": .init("its offset from UTC was taken from {zone}"),
  "doubt.future": .init("it is in the future"),
  "doubt.day": .init("by its zone and the start of the day, its time is on {day}"),
  "found.integrity": .init("database: {detail}"),
  "found.contradicted": .init(
    "database: in the table {table} {count|row says|rows say} something else than an index: one of the two is older, "
      + "or damaged; no index is made anew of it, and daystamp check --salvage NEW-FOLDER tells what to look at"
  ),
  "found.unindexed": .init(
    "database: an index lacks {count|row|rows} of the table {table}. Either the index is damaged, or the "
      + "{count|row is|rows are} older than it: look for a star, tag or post that was removed and is back"
  ),
  "found.missing": .init("database: the {kind} {name} is missing"),
  "found.row": .init(
    "database: row {row} of {table} refers to a row of {missing} that is not there"),
  "found.some-row": .init(
    "database: a row of {table} refers to a row of {missing} that is not there"),
  "found.rows": .init("the table {table} cannot be read to its end ({detail})"),
  "found.unreadable": .init("database: {reason}"),
  "found.damage": .init("it cannot be read ({detail})"),
  "found.search": .init(
    "search: it does not find what the texts of {posts|post say|posts say}"),
  "found.search-damaged": .init("search: its index is damaged"),
  "found.counts": .init(
    "calendar: it shows {days|day|days} with other numbers of posts or words than there are"),
  "found.counted": .init(
    "{owner}: the posts of {day} are not as they were counted. One of them may have been altered: compare them "
      + "with a backup"),
  "found.altered": .init(
    "its words, title, captions or tags are not what the search has. They may have been altered: compare them with "
      + "a backup"),
  "found.photos-alone": .init(
    "database: it has {count|photo|photos} that no post has"),
  "found.covers": .init(
    "database: {posts|post has|posts have} photos and no cover"),
  "found.mornings": .init(
    "database: {days|day has|days have} several morning pages"),
  "found.stray": .init("{path}: no post names this file"),
  "found.unfinished": .init("{path}: left by a program that was ended while writing"),
  "found.loose": .init("{path}: was to be removed and is still there"),
  "found.owner": .init("the posts of {owner} were not all looked at: {reason}"),
  "found.missing-photo": .init("the stamped photo is missing"),
  "found.missing-original": .init("the original is missing"),
  "found.changed-photo": .init("the stamped photo was changed by another program"),
  "found.changed-original": .init("the original was changed by another program"),
  "found.missing-video": .init("the video is missing"),
  "found.changed-video": .init("the video was changed by another program"),
  "found.video-row": .init(
    "the video is whole, and its row is damaged: it has another SHA-256 of it"),
  "found.irreversible": .init("unstamping does not give the original back"),
  "found.unproven": .init(
    "it was not looked at whether unstamping gives the original back: that may take {needed} MiB "
      + "of memory, and {allowed} MiB are allowed for one photo; --max-memory allows more, and fewer "
      + "--jobs give each photo more"),
  "found.day": .init(
    "its day is {day}, to which its time, {instant} seconds since 1970, cannot belong"),
  "found.post-row": .init("its row cannot be read ({detail})"),
  "found.text": .init("its {name}: {reason}"),
  "found.version": .init("version {version}: {reason}"),
  "found.draft": .init("a draft of {owner} cannot be read ({detail})"),
  "found.draft-photo": .init("a photo that {owner} has not posted yet: {reason}"),
  "found.draft-missing": .init("its file is missing"),
  "found.draft-changed": .init("its file was changed by another program"),
  "found.setting": .init("settings of {owner}: {setting}"),
  "found.foreign-tags": .init("it has {count|tag|tags} of other owners: {names}"),
  "found.tag": .init("the search does not find the tag {name} of {owner} by its name"),
  "found.encoding": .init("some of its bytes are not UTF-8"),
  "found.foreign-photo": .init("its photo is said to be another owner's"),
  "found.versions": .init("it has {observed|version|versions}, and the last {limit} are kept"),
  "found.value": .init("no import elsewhere would take it: {reason}"),
  "mended.setting": .init("not mended: daystamp config {action} {key} puts it right"),
  "mended.text": .init("not mended: daystamp edit {number} puts it right"),
  "mended.tags": .init("not mended: daystamp edit {number} --untag takes some away"),
  "found.number": .init("its number is none that posts get: these go from 1 to {most}"),
  "found.last-number": .init(
    "the number last given to a post of {owner} is none that posts get, so counting on from it ends"
  ),
  "mended.renumbered": .init("it is post {number} now"),
  "mended.put-back": .init("put back from {path}"),
  "mended.stamped": .init("stamped again, as {path}"),
  "mended.moved": .init("moved to {path}"),
  "mended.rebuilt": .init("mended"),
  "mended.failed": .init("not mended: {reason}"),
  "mended.copy-photo": .init(
    "not mended: put a copy of it, or of its original, below photos and repair again"),
  "mended.copy-original": .init("not mended: put a copy of it below photos and repair again"),
  "mended.time": .init("not mended: daystamp edit {number} --time puts it right"),
  "mended.readable": .init("not mended: make it readable and repair again"),
]
