extension ErrorTexts {
  /// Photos, files, fonts and what is in them.
  static let photo: [String: ErrorText] = [
    "photo": .init(
      "the file is not a photo that can be stamped", "날짜를 찍을 수 있는 사진이 아닙니다."),
    "photo.empty": .init("the file is empty", "파일이 비어 있습니다."),
    "photo.unknown": .init("is not a photo: not {formats} by its content"),
    "photo.no-height": .init("is a JPEG whose height is nowhere in the file"),
    "photo.hierarchical": .init("is a hierarchical JPEG, which is not read"),
    "photo.truncated": .init(
      "the {format} is truncated: {part} at byte {offset} needs {needed|byte|bytes}, "
        + "and {available} are there"),
    "photo.missing": .init("the {format} is broken: no {part} up to byte {offset}"),
    "photo.invalid": .init(
      "the {format} is broken: {field} at byte {offset} is {observed}, not {expected}"),
    "photo.encoded": .init("was encoded as {observed}, not as {expected}"),
    "photo.too-large": .init(
      "the {format} would have {size|byte|bytes}, more than its format can say ({limit})"),

    "photo.cannot-decode": .init("the {format} cannot be decoded{detail}"),
    "photo.damaged": .init("the {format} is damaged, parts of the picture are missing{detail}"),
    "photo.decoder-crashed": .init(
      "the {format} cannot be decoded: the decoder crashed (signal {signal})",
      "{format} 사진을 풀다가 디코더가 멈췄습니다(신호 {signal})."),
    "photo.decoder-forbidden": .init(
      "the {format} made its decoder do what no decoder may do, and the decoder was ended",
      "{format} 사진이 디코더에 허용되지 않은 일을 시켜 디코더를 끝냈습니다."),
    "photo.decoder-time": .init(
      "the {format} was not decoded within {time}, and the decoder was ended",
      "{format} 사진을 {time} 안에 풀지 못해 그만두었습니다."),
    "photo.decoder-memory": .init(
      "the {format} takes more memory to decode than the {limit} MiB that a photo may take",
      "{format} 사진을 푸는 데 한 장에 허용된 메모리 {limit} MiB보다 많이 듭니다.",
      hint: "; --max-memory allows more, and fewer --jobs give each photo more"),
    "photo.decoder-ended": .init(
      "the {format} cannot be decoded: the decoder ended before it was done",
      "{format} 사진을 다 풀기 전에 디코더가 끝났습니다."),
    "photo.decoder-nonsense": .init(
      "the {format} cannot be decoded: what its decoder answered is no picture",
      "{format} 사진을 풀었으나 결과가 그림이 아닙니다."),
    "server.decoder": .init(
      "the decoder of photos could not be started: {errno}",
      "사진 디코더를 시작하지 못했습니다: {errno}."),
    "photo.cannot-encode": .init("the {format} cannot be written{detail}"),
    "photo.side": .init(
      "a side of {observed|pixel|pixels} is more than a {format} can have ({limit})",
      hint: "; --to png has room"),
    "photo.other-size": .init(
      "decodes to {width}×{height} pixels, though its header says {expectedWidth}×{expectedHeight}",
      "사진의 실제 크기({width}×{height} 픽셀)가 파일에 적힌 크기({expectedWidth}×{expectedHeight})와 다릅니다."),
    "too-much-memory": .init(
      "the photo needs more memory than is allowed", "사진에 필요한 메모리가 허용된 것보다 많습니다."),
    "too-much-memory.needed": .init(
      "the photo may take {needed} MiB of memory, and {allowed} MiB are allowed for one photo",
      "메모리가 {needed}MiB까지 필요한데, 사진 한 장에는 {allowed}MiB까지 쓸 수 있습니다.",
      hint: "; --max-memory allows more, and fewer --jobs give each photo more"),
    "memory": .init(
      "the server has no memory for the photo just now; try again",
      "서버에 메모리가 모자랍니다. 잠시 뒤 다시 시도해 주세요."),
    "memory.inflate": .init("there is not enough memory to inflate it"),
    "memory.size": .init(
      "there is not enough memory for {width}×{height} pixels",
      "{width}×{height} 픽셀 사진을 다루기에는 메모리가 모자랍니다."),
    "stamp.draw": .init("{font} cannot be drawn with{detail}"),

    "photo.jpeg-cut-off": .init(
      "the JPEG is damaged: it is cut off at byte {offset}, without the marker EOI that ends a "
        + "picture; get a whole copy of it"),
    "photo.jpeg-code": .init("the JPEG is damaged at byte {offset}: bits that begin no code"),
    "photo.jpeg-run": .init("the JPEG is damaged at byte {offset}: a run that goes past its end"),
    "photo.jpeg-coefficient": .init(
      "the JPEG is damaged at byte {offset}: a coefficient that is too large"),
    "photo.jpeg-end": .init(
      "the JPEG is damaged at byte {offset}: the data end before the picture does"),
    "photo.jpeg-restart": .init(
      "the JPEG is damaged at byte {offset}: a restart marker is missing or out of order"),
    "photo.jpeg-progression": .init(
      "the JPEG is damaged at byte {offset}: a scan that does not fit those before it"),
    "photo.jpeg-arithmetic": .init("is arithmetic-coded"),
    "photo.jpeg-lossless": .init(
      "is a lossless JPEG (SOF3), which neither Daystamp nor libgd reads; convert it with another "
        + "program first"),
    "photo.jpeg-hierarchical": .init(
      "is a hierarchical JPEG, which neither Daystamp nor libgd reads; convert it with another "
        + "program first"),
    "photo.jpeg-bits": .init(
      "has {bits|bit|bits} a sample, which neither Daystamp nor libgd reads; convert it with another "
        + "program first"),
    "photo.jpeg-components": .init(
      "has {count|component|components}, which neither Daystamp nor libgd reads; convert it with "
        + "another program first"),
    "photo.jpeg-structure": .init("has a structure that decoders differ about"),

    "metadata.truncated": .init("it needs {needed|byte|bytes}, and {available} are there"),
    "metadata.not-tiff": .init("it does not begin like EXIF"),
    "metadata.incomplete": .init("{found} of its {expected|part|parts} are there"),
    "metadata.text": .init("its text is not the hexadecimal that it has to be"),
    "metadata.outside": .init("it lies outside the file"),
    "metadata.data-ends": .init("its compressed data ends early"),
    "metadata.data-size": .init("it inflates to more than {limit} MiB"),
    "metadata.data-checksum": .init("its compressed data does not agree with its checksum"),
    "metadata.data-broken": .init("its compressed data is broken"),

    "file": .init(
      "the server cannot read or write a file; see its log",
      "서버가 파일을 읽거나 쓸 수 없습니다. 서버 기록을 확인해 주세요."),
    "file.open": .init("cannot be opened: {errno}"),
    "file.read": .init("cannot be read: {errno}"),
    "file.list": .init("the folder cannot be read: {errno}"),
    "file.write": .init("{path} cannot be written: {errno}"),
    "file.create": .init("{path} cannot be made: {errno}"),
    "file.replace": .init("{path} cannot be replaced: {errno}"),
    "file.remove": .init("{path} cannot be removed: {errno}"),
    "file.kind": .init("is a {kind}, not a file; it was not read"),
    "file.not-replaceable": .init(
      "{path} is a {kind} and was not replaced", hint: "; give another output"),
    "file.there": .init("{path} is there already", hint: "; --force replaces it"),
    "file.is-input": .init(
      "{path} is the input itself under another name", hint: "; --in-place replaces inputs"),
    "file.exists": .init("{path} has been made by another program in the meantime"),
    "file.link": .init(
      "{path} is a symbolic link, which is not followed here",
      hint: "; put what it leads to in its place, or mount that there (mount --bind)"),
    "file.outside": .init("“{path}” is not the path of a file beneath the folder"),
    "too-long.file": .init("is larger than {limit} MiB, the most that is read"),
    "disk-full": .init(
      "the disk is full; nothing was changed", "디스크가 가득 차서 아무것도 바꾸지 않았습니다."),
    "disk-full.not-tried": .init(
      "was not tried, since the disk is full", "디스크가 가득 차서 시도하지 않았습니다."),
    "disk-full.write": .init("{path} cannot be written: the disk is full: {errno}"),
    "disk-full.create": .init("{path} cannot be made: the disk is full: {errno}"),

    "label.font-unreadable": .init("{path}: {errno}"),
    "label.font-kind": .init("{path}: is not a TrueType or OpenType font"),
    "label.font-table": .init("{path}: the font has no usable “{table}” table"),
    "label.font-refused": .init("{path}: FreeType refuses the font (its error {code})"),
    "label.font-missing": .init(
      "the font {font} was not found; looked for{places}\n"
        + "Set DAYSTAMP_FONTS to the folder that has it"),
  ]

  /// Stamps and labels.
  static let stamp: [String: ErrorText] = [
    "too-many-pixels": .init(
      "the photo has more pixels than are taken", "사진의 픽셀 수가 너무 많습니다."),
    "too-many-pixels.size": .init(
      "{width}×{height} pixels are more than the limit of {limit|megapixel|megapixels}",
      "{width}×{height} 픽셀은 한도인 {limit}메가픽셀보다 많습니다.", hint: "; --max-pixels raises it"),
    "too-many-pixels.frames": .init(
      "{count|picture|pictures} of {width}×{height} pixels are together more than the limit of "
        + "{limit|megapixel|megapixels}",
      "{width}×{height} 픽셀의 그림 {count}장은 한도인 {limit}메가픽셀보다 많습니다."),
    "no-time": .init(
      "the photo does not say when it was taken; give the time",
      "사진에 찍은 시각이 없습니다. 시각을 적어 주세요.",
      hint: " with --time (daystamp info shows what was looked at)"),
    "no-time.modified": .init(
      "has no capture time, only the file's modification time {time}, "
        + "and --require-capture-time was given; --time gives a time"),
    "no-time.zone": .init(
      "its time is known in UTC alone ({time}), and --reproducible does not ask this machine for its "
        + "time zone; --time-zone names one"),
    "photo.shift": .init("{reason} ({time}, from {source})"),
    "stamp": .init("the photo could not be stamped", "사진에 날짜를 찍지 못했습니다."),
    "stamp.losses": .init("{losses}; --allow-loss goes ahead"),
    "stamp.in-place": .init(
      "{from} becomes {to}, which cannot stand under its name: leave out --in-place, or give --to "
        + "{name}"),
    "stamp.output-name": .init(
      "is written as {format}, and the output's name says {said}: give a name that ends in "
        + ".{extension}"),
    "stamp.check": .init(
      "the stamped photo did not pass its own check and was not written; "
        + "this is a bug of Daystamp's: please report it, with the photo if you can"),
    "photo.not-stamped": .init("carries no stamp of Daystamp's"),
    "photo.without-stamp": .init(
      "is {format}, which has no place for a stamp that could be taken off"),
    "stamped": .init(
      "the photo carries a stamp that cannot be taken off; post the original",
      "지울 수 없는 날짜가 찍힌 사진입니다. 원본을 올려 주세요."),
    "stamped.for-good": .init(
      "was stamped with --no-undo or with loss, so its stamp cannot be taken off; stamp the original "
        + "instead"),
    "stamped.edited": .init(
      "was changed by another program since it was stamped, so its original is not in it any more; "
        + "it was left alone: where only the metadata before a JPEG's picture were changed, "
        + "--keep-metadata takes the stamp off and keeps them; else take it off the file as Daystamp "
        + "wrote it, or keep this one as it is"),
    "stamped.unreadable": .init(
      "the stamp at byte {offset} is damaged, or of a newer version of Daystamp"),

    "label": .init(
      "the label cannot be drawn on this photo as it is set",
      "설정한 모양으로는 이 사진에 날짜를 찍을 수 없습니다."),
    "label.length": .init(
      "“{text}” is not a length: give points of the frame (16) or pixels (48px)",
      "“{text}”은(는) 길이가 아닙니다. 16이나 48px처럼 적어 주세요."),
    "label.colour": .init(
      "“{text}” is not a colour: give #RRGGBB, #RRGGBBAA, a CSS colour name, or none",
      "“{text}”은(는) 색이 아닙니다. #RRGGBB, #RRGGBBAA, CSS 색 이름이나 none을 적어 주세요."),
    "label.position": .init(
      "“{text}” is not a place for a label: give one of {names}",
      "“{text}”에는 날짜를 놓을 수 없습니다. 다음 중에서 고르세요: {names}"),
    "label.font": .init(
      "“{text}” is not a font: give the path of its file, with a slash in it, the name of an "
        + "installed family, or one of {names}",
      "“{text}”은(는) 글꼴이 아닙니다. 글꼴 파일의 경로나 설치된 글꼴의 이름, 또는 다음 이름을 적어 주세요: "
        + "{names}"),
    "label.placeholder": .init(
      "“{text}” in the text means nothing: in braces stands one of {names}; {{ and }} are braces",
      "“{text}”은(는) 뜻이 없습니다. 중괄호 안에는 다음을 쓸 수 있습니다: {names}. {{와 }}는 중괄호입니다."),
    "label.time-pattern": .init("“{text}” in the text: {reason}", "글의 “{text}”: {reason}"),
    "label.lines": .init(
      "the text has {observed} lines, and a label has at most {limit}",
      "글은 {limit}줄까지인데, {observed}줄입니다."),
    "label.unknown-fields": .init(
      "the photo does not say what the label is to show: {names}",
      "사진에 날짜로 보일 정보가 없습니다: {names}"),
    "label.not-kept": .init(
      "a post does not keep what the field “{name}” shows, so its label could not be drawn again",
      "글은 “{name}”에 해당하는 정보를 간직하지 않아서, 날짜를 다시 찍을 수 없습니다."),
    "label.control-character": .init(
      "the text's character {place} is a control character ({codes}); leave it out",
      "글의 {place}번째 글자가 제어 문자({codes})이니 빼세요."),
    "label.bytes": .init(
      "a label's text takes at most {limit} bytes, and so does its format; this takes {observed}",
      "날짜의 글과 형식은 {limit}바이트까지인데, {observed}바이트입니다."),
    "label.empty": .init(
      "the text is empty; {time} is the time", "글이 비어 있습니다. {time}은 시각입니다."),
    "label.shows-nothing": .init(
      "the label would be empty: “{format}” shows nothing of what is known of the time",
      "“{format}”(으)로는 알려진 시각에서 보일 것이 없습니다."),
    "label.glyph": .init(
      "no font has the character “{character}” ({codes})",
      "글꼴에 “{character}” 글자({codes})가 없습니다.", hint: "; looked in {fonts}; --font gives another"),
    "label.margin": .init(
      "a margin of {margin} leaves no room on a frame of {width} × {height}",
      "여백 {margin}은(는) {width} × {height} 사진에 자리를 남기지 않습니다.",
      hint: "; give a smaller --margin"),
    "label.too-small": .init(
      "the label would be {em} pixels high on {width}×{height} pixels, and nobody reads less than "
        + "{smallest}",
      "{width}×{height} 픽셀 사진에서는 날짜의 높이가 {em}픽셀이 되어 읽을 수 없습니다. "
        + "{smallest}픽셀은 되어야 합니다."),

    "edit": .init(
      "the photo cannot be cut, turned or filtered like that",
      "사진을 그렇게 자르거나 돌리거나 필터를 입힐 수 없습니다."),
    "edit.crop": .init(
      "“{text}” is not a part to cut to: give a width and a height above 0, such as 5:7, or one of "
        + "{names}; or what is left of the photo as left, top, width and height, such as "
        + "0.1,0.2,0.5,0.5 or 10%,20%,50%,50%",
      "“{text}”(으)로는 자를 수 없습니다. 5:7처럼 0보다 큰 너비와 높이의 비율이나 {names} 중 하나, "
        + "또는 0.1,0.2,0.5,0.5처럼 남길 부분의 왼쪽, 위, 너비, 높이를 적어 주세요."),
    "edit.gravity": .init(
      "“{text}” is not a part of a photo: give one of {names}, or how much of what is cut off lies "
        + "left and above, such as 0.5,0.2 or 50%,20%",
      "“{text}”은(는) 사진의 어느 부분인지 알 수 없습니다. {names} 중 하나나, 잘라 낼 부분 가운데 왼쪽과 "
        + "위의 몫을 0.5,0.2처럼 적어 주세요."),
    "edit.rotation": .init(
      "“{text}” is no turn by quarters: give 90, 180 or 270, clockwise; 270 is a quarter to the left",
      "“{text}”만큼은 돌릴 수 없습니다. 시계 방향으로 90, 180, 270 중 하나를 적어 주세요."),
    "edit.filter": .init(
      "“{text}” is not a filter: give one of {names}",
      "“{text}”(이)라는 필터는 없습니다. {names} 중 하나를 골라 주세요."),
    "edit.word": .init(
      "“{text}” says nothing of an edit, or says again what was said: it is words such as "
        + "rotate=90, crop=4:5, gravity=0.5,0, exact and filter=sepia",
      "“{text}”은(는) 편집으로 읽을 수 없거나 두 번 적혔습니다. rotate=90, crop=4:5, gravity=0.5,0, "
        + "exact, filter=sepia처럼 적어 주세요."),
    "edit.too-long": .init(
      "an edit of {observed} bytes is longer than {limit}",
      "편집이 {observed}바이트로, {limit}바이트보다 깁니다."),

    "places.columns": .init(
      "line {line} has {observed|value|values} parted by tabs, and GeoNames' cities have {expected}"
    ),
    "places.field": .init("line {line}: its {column} is “{observed}”; wanted is {expected}"),
    "places.encoding": .init("line {line} is not UTF-8"),
    "places.line": .init("line {line} is longer than {limit} KiB"),
    "places.count": .init("from line {line} on there are more than {limit} towns"),
    "places.none": .init("none of its {lines|line|lines} is a town"),

    "lost.pictures": .init("is animated: of {count|picture|pictures} only the first stays"),
    "lost.animation": .init("is animated: of its pictures only the first stays"),
    "lost.pages": .init("has {count|page|pages}: only the first stays"),
    "lost.bits": .init("has {bits|bit|bits} a channel: 8 stay"),
    "lost.steps": .init("is partly transparent: transparency is kept in 128 steps, not 256"),
    "lost.transparency": .init("is transparent in places, which {format} cannot be"),
    "lost.cmyk": .init("is in CMYK: it becomes RGB"),
    "lost.metadata": .init("{format} is written without {kinds}"),
    "lost.gain-map": .init("its HDR gain map is not carried over"),
    "lost.depth-map": .init("its depth map is not carried over"),
    "lost.motion": .init("its motion video is not carried over"),
    "lost.auxiliary": .init("its auxiliary image {name} is not carried over"),
    "lost.pixels": .init("every pixel is re-encoded: {reason}"),
    "lost.pixels-refused": .init("every pixel would be re-encoded: {reason}"),
    "lost.format": .init("{format} is re-encoded"),
    "lost.several": .init("{losses}"),
    "reencoded.arithmetic": .init("it is arithmetic-coded"),
    "reencoded.unusual": .init(
      "its scans leave out bits that the label needs, or come in an order that decoders differ about"
    ),
    "reencoded.quality": .init("--quality was given"),
    "reencoded.exact": .init("--exact was given"),
    "reencoded.filter": .init("--filter was given"),
    "photo.raw": .init(
      "is a camera's raw file, which is left as it is; --to jpeg or --to png stamps the picture "
        + "that it holds for viewing"),
    "tiff.compression": .init("{name} is not written into a TIFF"),
    "tiff.colour": .init("its colours are {name}, in which no label is drawn"),
    "tiff.samples": .init(
      "its samples are of unequal depth, or of a kind that no label is drawn in"),
    "tiff.range": .init(
      "its floating-point samples under the label are not from 0 to 1, so that no colour is known "
        + "to be white; --to png --allow-loss shows its light in eight bits"),
    "photo.tiff-field": .init("the TIFF's field {field} is missing, or says what cannot be"),

    "note.months-end": .init(
      "the month that --shift leads to has no day {day}; its last day is taken, {taken}"),
    "note.shrunk": .init("the label was too large for the photo and is shrunk to {percent}%"),
    "note.lossy": .init(
      "{format} is lossy here: every pixel is coded anew, and the stamp cannot be taken off; keep the "
        + "original"),
    "note.old-label": .init("its earlier label cannot be taken off and stays below the new one"),
    "note.overlap": .init("labels, or a logo, cover each other: give them other places"),
    "note.glyphs": .init(
      "“{characters}” ({codes}) is left out of the label: no font has it in one colour"),
    "note.small-text": .init("the label is {pixels} pixels high, which is hard to read"),
    "note.file-time": .init("has no capture time; the label shows when the file was last changed"),
    "note.name": .init("is {format}, though its name says {said}"),
    "note.colours": .init(
      "the palette has no room for every shade: the nearest colours were taken"),
    "note.crop-moved": .init(
      "is cut to {width}×{height} at the JPEG's blocks, {way} of where it was asked for; --exact cuts "
        + "at the pixel and re-encodes"),
    "note.crop-narrow": .init(
      "the shape has less than a pixel in one direction here: {width}×{height} are left"),
    "note.cut-trailer": .init(
      "what follows the image (a gain map, a video, further images) would not fit and is left out"),
    "note.metadata": .init("{block} at byte {offset} cannot be read: {reason}"),
    "skipped.exists": .init("the output is there already; --force writes it again"),

    "verified.edited": .init(
      "it was changed by another program since it was stamped: its SHA-256 is another"),
    "verified.metadata": .init(
      "its metadata were changed by another program since it was stamped, its picture was not: "
        + "unstamp --keep-metadata takes the stamp off and keeps them"),
    "verified.original": .init(
      "it was not stamped from this original, which has another SHA-256"),
    "verified.blocks": .init(
      "outside the label {blocks|block differs|blocks differ} from the original's, of component "
        + "{component}"),
    "verified.nothing": .init(
      "its label covers the whole picture, so that nothing could be compared with the original"),
    "verified.reencoded": .init(
      "every pixel was coded anew as it was stamped, so nothing could be compared with the original"
    ),
    "verified.pixels": .init(
      "outside the label {pixels|pixel differs|pixels differ} from the original's"),
    "verified.frame": .init(
      "its size, sampling or quantisation is not the original's, so nothing can be compared"),
    "output.same": .init(
      "{first} and {second} would both be written to {output}; nothing was written; "
        + "--on-conflict suffix gives one of them a number, --on-conflict skip leaves it out"),
    "output.is-input": .init(
      "{input} would be written over the input {output}; nothing was written; "
        + "give another -o, or --in-place to replace the inputs"),
    "output.refused": .init(
      "would be written over {output}, which is an input; give another -o, or --in-place to replace "
        + "the inputs"),
    "stamp.no-text": .init(
      "has no text: the file of --text-from has none for {name}; --text gives one to all others"),
    "output.of-another": .init(
      "{output} is there already, of another photo, or of this one before it was changed: give "
        + "another -o, or --force to replace it"),
    "output.other-options": .init(
      "{output} is there already, of this photo with other options: give another -o, or --force to "
        + "replace it"),
    "output.unreadable": .init("{output} is there already, and {reason}"),
    "output.numbered": .init(
      "is written to {written}, because {output} is that of {first}"),
    "skipped.conflict": .init(
      "{output} is that of {first}; --on-conflict suffix writes both"),
  ]
}
