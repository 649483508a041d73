import Wording

let exportsTexts: [String: ErrorText] = [
  "export.no-export": .init(
    "there is no journal.json in {path}; give a folder from daystamp export"),
  "export.unfinished": .init(
    "the export in {path} was interrupted; run the same daystamp export again to finish it"),
  "export.not-json": .init("{path}: is not JSON"),
  "export.unreadable": .init("{path}: {reason}"),
  "export.format": .init(
    "journal.json has the format “{observed}”, not “{expected}”; nothing was imported"),
  "export.older": .init(
    "the export has version {observed}, and this Daystamp reads version {known}"),
  "export.newer": .init(
    "the export has version {observed}, and this Daystamp reads version {known}; use a newer "
      + "Daystamp"),
  "export.owner": .init("the export's owner “{owner}”: {reason}"),
  "export.last-number": .init("the export's lastNumber is {observed}, outside {least} to {most}"),
  "export.wrong": .init(
    "more than {limit} of its posts are wrong, so the export is damaged or not Daystamp's; "
      + "nothing was imported"),
  "export.unknown-setting": .init("the export has the setting “{key}”, unknown to this Daystamp"),
  "export.unknown-field": .init(
    "the export has “{field}”, unknown to this Daystamp; use a newer Daystamp"),
  "export.line": .init("{path}, line {line}: {reason}; nothing was imported"),
  "export.list": .init("{reason}; nothing was imported"),
  "export.changed": .init(
    "{path} changed after the export: journal.json has another SHA-256; nothing was imported"
  ),
  "export.count": .init(
    "{name} is {observed}, not {expected} as in journal.json; nothing was imported"),
  "export.setting": .init("the export's setting {setting}"),
  "import.missing": .init("{field} is missing"),
  "import.type": .init("{field} is not {type}"),
  "import.whole-number": .init("{field} has a fraction, or is too large"),
  "import.unreadable": .init("it cannot be read ({detail})"),
  "import.range": .init("{field} is {observed}, outside {least} to {most}"),
  "import.too-long": .init("{field} has {observed|byte|bytes}; at most {limit} are possible"),
  "import.hexadecimal": .init("{field} is not {digits} hexadecimal digits"),
  "import.digits": .init("{field} is “{observed}”, not 1 to {limit} digits"),
  "import.no-day": .init("day is “{observed}”, which is not a day"),
  "import.no-time": .init("taken is “{observed}”, which is not a time as exports write it"),
  "import.other-day": .init("day is {day}, more than a day from the instant {instant}"),
  "import.name": .init("{field} is “{observed}”, not one of {names}"),
  "import.path": .init("{field} is “{observed}”, not a path of a file below photos"),
  "import.file-name": .init("{field} is “{observed}”, which is not a file name"),
  "import.value": .init("{field}: {reason}"),
  "import.edited-video": .init(
    "it is a video with an original, an edit or a raw file; only photos have these"),
  "import.repeated": .init("{field} is there twice"),
  "import.unknown": .init("it has “{field}”, unknown to this Daystamp; use a newer Daystamp"),
  "import.person-twice": .init("an earlier line has {name} with the same uid"),
  "import.people": .init("there are more than {limit} people, the most for a journal"),
  "import.reminder-twice": .init("an earlier line has a reminder of “{subject}” at {time} too"),
  "import.reminders": .init("there are more than {limit} reminders, the most for an owner"),
  "import.not-json": .init("it is not JSON"),
  "import.line-length": .init("it has more than {limit|byte|bytes}"),
  "import.blank": .init("it is blank"),
  "import.cut": .init("the file ends within it"),
  "import.order": .init("number is {number}, not after {last} of the line before"),
  "import.version-order": .init(
    "version {version} of post {number} is not after the version of the line before"),
  "import.no-post": .init("it belongs to post {number}, which posts.jsonl does not have"),
  "import.too-many-versions": .init(
    "it has {observed|version|versions}; at most {limit} are possible"),
  "import.version": .init("version {version}: {reason}"),
  "import.no-file": .init("{path} is missing"),
  "import.file-kind": .init(
    "{path} is not an ordinary file of the export; links and folders are not read"),
  "import.file": .init("{path}: {reason}"),
  "import.changed": .init("{path} changed after the export: its SHA-256 differs"),
  "import.original": .init("{path}: unstamping does not restore its original ({reason})"),
  "import.other-original": .init("{path}: unstamping restores another photo's original"),
  "earlier.post": .init("it is here already, as post {number}"),
  "earlier.post-in-trash": .init("it is here already, as post {number} in the trash"),
  "earlier.post-without": .init(
    "it is here already, as post {number}, without all of its {parts}; copy them over by hand"),
  "earlier.post-without-in-trash": .init(
    "it is here already, as post {number} in the trash, without all of its {parts}; copy them "
      + "over by hand"),
  "earlier.photo": .init("its photo is posted already, as post {number}; --again imports it too"),
  "earlier.photo-in-trash": .init(
    "its photo is posted already, as post {number} in the trash; --again imports it too"),
  "earlier.photo-without": .init(
    "its photo is posted already, as post {number}, without all of its {parts}; --again "
      + "imports it too"),
  "earlier.photo-without-in-trash": .init(
    "its photo is posted already, as post {number} in the trash, without all of its {parts}; "
      + "--again imports it too"),
  "stray.not-imported": .init(
    "it shows the photo of post {number}, which the export lacks; here {number} is another "
      + "post, so check it"),
  "stray.not-moved": .init(
    "it names post {number}, which has another number here, and its words could not be "
      + "changed; check it"),
  "doubt.last-change": .init("its time is from a last change ({source})"),
  "doubt.offset": .init("its offset from UTC comes from {zone}"),
  "doubt.future": .init("it is in the future"),
  "doubt.day": .init("by its zone and the start of the day, its time belongs to {day}"),
  "found.integrity": .init("database: {detail}"),
  "found.contradicted": .init(
    "database: {count|row differs|rows differ} from an index in the table {table}; one of "
      + "the two is older or damaged. The index is not rebuilt; daystamp check --salvage "
      + "NEW-FOLDER shows what to check"
  ),
  "found.unindexed": .init(
    "database: an index lacks {count|row|rows} of the table {table}. The index is damaged, or the "
      + "{count|row is|rows are} older: look for a removed star, tag or post that is back"
  ),
  "found.missing": .init("database: the {kind} {name} is missing"),
  "found.row": .init("database: row {row} of {table} refers to a missing row of {missing}"),
  "found.some-row": .init("database: a row of {table} refers to a missing row of {missing}"),
  "found.rows": .init("the table {table} cannot be read to its end ({detail})"),
  "found.unreadable": .init("database: {reason}"),
  "found.damage": .init("it cannot be read ({detail})"),
  "found.search": .init("search: it misses words of {posts|post|posts}"),
  "found.search-damaged": .init("search: its index is damaged"),
  "found.counts": .init("calendar: its counts of posts or words are wrong on {days|day|days}"),
  "found.counted": .init(
    "{owner}: the posts of {day} differ from their count; one may have been altered, so compare them "
      + "with a backup"),
  "found.altered": .init(
    "its words, title, captions or tags differ from the search index; they may have been altered, so "
      + "compare them with a backup"),
  "found.photos-alone": .init("database: {count|photo belongs|photos belong} to no post"),
  "found.covers": .init(
    "database: {posts|post has|posts have} photos and no cover"),
  "found.mornings": .init(
    "database: {days|day has|days have} several morning pages"),
  "found.stray": .init("{path}: belongs to no post"),
  "found.unfinished": .init("{path}: left over from a program interrupted while writing"),
  "found.loose": .init("{path}: should be removed, but is still there"),
  "found.owner": .init("some posts of {owner} were not checked: {reason}"),
  "found.missing-photo": .init("the stamped photo is missing"),
  "found.missing-original": .init("the original is missing"),
  "found.changed-photo": .init("the stamped photo was changed by another program"),
  "found.changed-original": .init("the original was changed by another program"),
  "found.missing-video": .init("the video is missing"),
  "found.changed-video": .init("the video was changed by another program"),
  "found.video-row": .init("the video is intact, but its row has another SHA-256"),
  "found.missing-raw": .init("the raw file is missing"),
  "found.changed-raw": .init("the raw file was changed by another program"),
  "found.raw-row": .init("the raw file is intact, but its row has another SHA-256"),
  "found.irreversible": .init("unstamping does not restore the original"),
  "found.unproven": .init(
    "unstamping was not tested, for it may take {needed} MiB of memory, and {allowed} MiB "
      + "are allowed for one photo; --max-memory allows more, and fewer --jobs give each photo "
      + "more"),
  "found.day": .init(
    "its day is {day}, but its time is {instant} seconds after 1970, on another day"),
  "found.post-row": .init("its row cannot be read ({detail})"),
  "found.text": .init("its {name}: {reason}"),
  "found.version": .init("version {version}: {reason}"),
  "found.draft": .init("a draft of {owner} cannot be read ({detail})"),
  "found.draft-photo": .init("a photo in a draft of {owner}: {reason}"),
  "found.draft-missing": .init("its file is missing"),
  "found.draft-changed": .init("its file was changed by another program"),
  "found.setting": .init("settings of {owner}: {setting}"),
  "found.foreign-tags": .init("it has {count|tag|tags} of other owners: {names}"),
  "found.tag": .init(
    "the search does not find the tag {name} of {owner}, or under another name; if its name "
      + "is wrong, edit the posts with it: daystamp edit --tag NEW --untag OLD"),
  "found.encoding": .init("some of its bytes are not UTF-8"),
  "found.foreign-photo": .init("its photo is listed as another owner's"),
  "found.versions": .init("it has {observed|version|versions}; only the last {limit} are kept"),
  "found.value": .init("other journals could not import it: {reason}"),
  "mended.setting": .init("not mended: use daystamp config {action} {key}"),
  "mended.text": .init("not mended: use daystamp edit {number}"),
  "mended.tags": .init("not mended: remove some with daystamp edit {number} --untag"),
  "found.number": .init("its number is outside 1 to {most}"),
  "found.last-number": .init(
    "the last post number of {owner} is out of range, so new posts cannot get numbers"
  ),
  "mended.renumbered": .init("renumbered as post {number}"),
  "mended.put-back": .init("put back from {path}"),
  "mended.stamped": .init("stamped again, as {path}"),
  "mended.moved": .init("moved to {path}"),
  "mended.rebuilt": .init("mended"),
  "mended.failed": .init("not mended: {reason}"),
  "mended.copy-photo": .init(
    "not mended: put a copy of it or of its original below photos, and repair again"),
  "mended.copy-original": .init("not mended: put a copy of it below photos, and repair again"),
  "mended.time": .init("not mended: use daystamp edit {number} --time"),
  "mended.readable": .init("not mended: make it readable, and repair again"),
]
