package import Wording
import CaptureTime
import Fonts
import JPEGSplice
import PhotoFacts
import Raster
import Tracks

extension ErrorTexts {
  package static let stamping = ErrorTexts(
    [
      "too-many-pixels": .init("the photo has too many pixels", "사진의 픽셀 수가 너무 많습니다."),
      "too-many-pixels.size": .init(
        "{width}×{height} pixels are more than the limit of {limit|megapixel|megapixels}",
        "{width}×{height} 픽셀은 한도인 {limit}메가픽셀보다 많습니다.", hint: "; --max-pixels raises it"),
      "too-many-pixels.frames": .init(
        "{count|picture|pictures} of {width}×{height} pixels are together more than the limit of "
          + "{limit|megapixel|megapixels}",
        "{width}×{height} 픽셀의 그림 {count}장은 한도인 {limit}메가픽셀보다 많습니다."),
      "no-time.modified": .init(
        "has no capture time, only the file's modification time {time}, which "
          + "--require-capture-time does not accept; give --time"),
      "no-time.zone": .init(
        "its time is known only in UTC ({time}), and --reproducible does not use this machine's "
          + "time zone; give --time-zone"),
      "photo.shift": .init("{reason} ({time}, from {source})"),
      "stamp.losses": .init("{losses}; give --allow-loss to go ahead"),
      "stamp.in-place": .init(
        "{from} would become {to} under the old name; leave out --in-place, or give --to {name}"),
      "stamp.in-place-loss": .init(
        "{format} is lossy here: every pixel would be re-encoded, and the original would be gone; "
          + "leave out --in-place, or give --allow-loss"),
      "stamp.output-name": .init(
        "would be written as {format}, but the output's name says {said}; give a name that ends "
          + "in .{extension}"),
      "stamp.check": .init(
        "the stamped photo did not pass its own check and was not written; this is a bug in "
          + "Daystamp: please report it, with the photo if you can"),
      "photo.not-stamped": .init("has no stamp by Daystamp"),
      "photo.without-stamp": .init("is {format}, and stamps on those cannot be taken off"),
      "stamped": .init(
        "the photo has a stamp that cannot be taken off; post the original",
        "지울 수 없는 날짜가 찍힌 사진입니다. 원본을 올려 주세요."),
      "stamped.for-good": .init(
        "was stamped with --no-undo or with loss, so its stamp cannot be taken off; stamp the original "
          + "instead"),
      "stamped.edited": .init(
        "another program has changed it since it was stamped, so Daystamp cannot restore the "
          + "original; if only a JPEG's metadata changed, use --keep-metadata; otherwise give the "
          + "file as Daystamp wrote it"),
      "stamped.unreadable": .init(
        "the stamp at byte {offset} is damaged, or from a newer version of Daystamp"),
      "label.length": .init(
        "“{text}” is not a length: give points of the frame (16), pixels (48px) or a share of the short edge (5%)",
        "“{text}”은(는) 길이가 아닙니다. 16이나 48px처럼 적어 주세요."),
      "label.colour": .init(
        "“{text}” is not a colour: give #RRGGBB, #RRGGBBAA, rgb(255, 140, 26), a CSS colour name, or none",
        "“{text}”은(는) 색이 아닙니다. #RRGGBB, #RRGGBBAA, CSS 색 이름이나 none을 적어 주세요."),
      "label.position": .init(
        "“{text}” is not a place for a label: give one of {names}",
        "“{text}”에는 날짜를 놓을 수 없습니다. 다음 중에서 고르세요: {names}"),
      "label.font": .init(
        "“{text}” is not a font: give the path of a font file (with a slash in it), the name of "
          + "an installed family, or one of {names}",
        "“{text}”은(는) 글꼴이 아닙니다. 글꼴 파일의 경로나 설치된 글꼴의 이름, 또는 다음 이름을 적어 주세요: "
          + "{names}"),
      "label.placeholder": .init(
        "“{text}” in the text is not a field: fields are {names}; write {{ and }} for braces",
        "“{text}”은(는) 뜻이 없습니다. 중괄호 안에는 다음을 쓸 수 있습니다: {names}. {{와 }}는 중괄호입니다."),
      "label.time-pattern": .init("“{text}” in the text: {reason}", "글의 “{text}”: {reason}"),
      "label.lines": .init(
        "the text has {observed} lines, but a label can have at most {limit}",
        "글은 {limit}줄까지인데, {observed}줄입니다."),
      "label.unknown-fields": .init(
        "the photo has no value for these fields of the label: {names}",
        "사진에 날짜로 보일 정보가 없습니다: {names}"),
      "label.not-kept": .init(
        "a post does not store the field “{name}”, so its label could not be drawn again",
        "글은 “{name}”에 해당하는 정보를 간직하지 않아서, 날짜를 다시 찍을 수 없습니다."),
      "label.control-character": .init(
        "the text's character {place} is a control character ({codes}); leave it out",
        "글의 {place}번째 글자가 제어 문자({codes})이니 빼세요."),
      "label.bytes": .init(
        "the text or format of a label can have at most {limit} bytes; this one has {observed}",
        "날짜의 글과 형식은 {limit}바이트까지인데, {observed}바이트입니다."),
      "label.empty": .init(
        "the text is empty; write {time} for the time",
        "글이 비어 있습니다. {time}은 시각입니다."),
      "label.shows-nothing": .init(
        "the label would be empty: “{format}” shows no known part of the time",
        "“{format}”(으)로는 알려진 시각에서 보일 것이 없습니다."),
      "label.glyph": .init(
        "no font has the character “{character}” ({codes})",
        "글꼴에 “{character}” 글자({codes})가 없습니다.", hint: "; looked in {fonts}; --font gives another"),
      "label.margin": .init(
        "a margin of {margin} leaves no room on a frame of {width} × {height}",
        "여백 {margin}은(는) {width} × {height} 사진에 자리를 남기지 않습니다.",
        hint: "; give a smaller --margin"),
      "label.too-small": .init(
        "the label would be {em} pixels high on {width}×{height} pixels; below {smallest} it is "
          + "unreadable",
        "{width}×{height} 픽셀 사진에서는 날짜의 높이가 {em}픽셀이 되어 읽을 수 없습니다. "
          + "{smallest}픽셀은 되어야 합니다."),
      "edit": .init(
        "the photo cannot be cropped, rotated or filtered like that",
        "사진을 그렇게 자르거나 돌리거나 필터를 입힐 수 없습니다."),
      "edit.crop": .init(
        "“{text}” is not a crop: give a width and a height above 0, such as 5:7, or one of "
          + "{names}; or the part to keep, as left, top, width and height, such as "
          + "0.1,0.2,0.5,0.5 or 10%,20%,50%,50%",
        "“{text}”(으)로는 자를 수 없습니다. 5:7처럼 0보다 큰 너비와 높이의 비율이나 {names} 중 하나, "
          + "또는 0.1,0.2,0.5,0.5처럼 남길 부분의 왼쪽, 위, 너비, 높이를 적어 주세요."),
      "edit.gravity": .init(
        "“{text}” is not a part of a photo: give one of {names}, or how much of the cut comes off "
          + "the left and the top, such as 0.5,0.2 or 50%,20%",
        "“{text}”은(는) 사진의 어느 부분인지 알 수 없습니다. {names} 중 하나나, 잘라 낼 부분 가운데 왼쪽과 "
          + "위의 몫을 0.5,0.2처럼 적어 주세요."),
      "edit.rotation": .init(
        "“{text}” is not a quarter turn: give 90, 180 or 270, clockwise",
        "“{text}”만큼은 돌릴 수 없습니다. 시계 방향으로 90, 180, 270 중 하나를 적어 주세요."),
      "edit.filter": .init(
        "“{text}” is not a filter: give one of {names}",
        "“{text}”(이)라는 필터는 없습니다. {names} 중 하나를 골라 주세요."),
      "edit.word": .init(
        "“{text}” is not an edit, or it is there twice: write words such as rotate=90, crop=4:5, "
          + "gravity=0.5,0, exact and filter=sepia",
        "“{text}”은(는) 편집으로 읽을 수 없거나 두 번 적혔습니다. rotate=90, crop=4:5, gravity=0.5,0, "
          + "exact, filter=sepia처럼 적어 주세요."),
      "edit.too-long": .init(
        "the edit has {observed} bytes; the limit is {limit}",
        "편집이 {observed}바이트로, {limit}바이트보다 깁니다."),
      "lost.pictures": .init("is animated: only the first of {count|picture|pictures} is kept"),
      "lost.animation": .init("is animated: only its first picture is kept"),
      "lost.pages": .init("has {count|page|pages}: only the first is kept"),
      "lost.bits": .init("has {bits|bit|bits} per channel: 8 are kept"),
      "lost.steps": .init("is partly transparent: transparency is kept in 128 steps, not 256"),
      "lost.transparency": .init("is transparent in places, which {format} cannot be"),
      "lost.cmyk": .init("is in CMYK: it becomes RGB"),
      "lost.palette": .init("has a palette: its pictures become RGB, in the same colours"),
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
        "its scans lack bits that the label needs, or have an order that decoders read differently"),
      "reencoded.identifiers": .init("several of its components have the same identifier"),
      "reencoded.quality": .init("--quality was given"),
      "reencoded.exact": .init("--exact was given"),
      "reencoded.filter": .init("--filter was given"),
      "note.months-end": .init(
        "--shift leads to a month without a day {day}; the label shows its last day, {taken}"),
      "note.track-zone": .init(
        "its time has no offset; where the track was then, the zone is {zone}"),
      "note.shrunk": .init("the label was too large for the photo; it was shrunk to {percent}%"),
      "note.lossy": .init(
        "{format} is lossy here: every pixel is re-encoded, and the stamp cannot be taken off; "
          + "keep the original"),
      "stamp.libraw": .init(
        "the raw file ({format}) holds no large picture; install libraw20, so that Daystamp can "
          + "develop it",
        "RAW 파일({format})에 큰 사진이 없습니다. 현상하려면 libraw20을 설치하세요."),
      "stamp.not-developed": .init(
        "the raw file ({format}) holds no large picture, and cannot be developed: {detail}",
        "RAW 파일({format})에 큰 사진이 없고, 현상할 수도 없습니다: {detail}"),
      "note.raw-smaller": .init(
        "the JPEG in the raw file ({format}) is stamped: {width}×{height} pixels, where the sensor "
          + "has {rawWidth}×{rawHeight}"),
      "note.raw-developed": .init(
        "the raw file ({format}) holds no large JPEG, so it was developed: with the camera's white "
          + "balance, in sRGB"),
      "note.old-label": .init("its earlier label cannot be taken off and stays below the new one"),
      "note.gray": .init("the photo is gray, and so is its label"),
      "note.overlap": .init("labels, or a label and the logo, overlap: give them other places"),
      "note.glyphs": .init(
        "“{characters}” ({codes}) is left out of the label: no font has it in one colour"),
      "note.small-text": .init("the label is {pixels} pixels high, which is hard to read"),
      "note.file-time": .init(
        "has no capture time; the label shows when the file was last changed"),
      "note.unused-time": .init("{source} “{text}” is not used: {reason}"),
      "note.doubtful-time": .init("the time is doubtful: {reason}"),
      "note.name": .init("is {format}, though its name says {said}"),
      "note.colours": .init(
        "the palette has no room for every shade; the nearest colours were used"),
      "note.crop-moved": .init(
        "is cropped to {width}×{height} at the JPEG's blocks, {way} of the requested place; "
          + "--exact crops to the pixel and re-encodes"),
      "note.crop-narrow": .init(
        "the crop would be less than a pixel wide or high here: {width}×{height} are kept"),
      "note.cut-trailer": .init(
        "the data after the image (a gain map, a video, more images) does not fit and is left out"),
      "note.added-end": .init(
        "its end marker (EOI) is missing; the stamped photo has one, and unstamp removes it again"),
      "note.metadata": .init("{block} at byte {offset} cannot be read: {reason}"),
      "skipped.exists": .init("the output already exists; --force overwrites it"),
      "verified.edited": .init(
        "another program has changed it since it was stamped: its SHA-256 differs"),
      "verified.metadata": .init(
        "another program has changed its metadata since it was stamped, but not its picture: "
          + "unstamp --keep-metadata takes the stamp off and keeps the new metadata"),
      "verified.original": .init("it was not stamped from this original: the SHA-256 differs"),
      "verified.blocks": .init(
        "outside the label {blocks|block differs|blocks differ} from the original, in component "
          + "{component}"),
      "verified.nothing": .init(
        "its label covers the whole picture, so there was nothing to compare with the original"),
      "verified.reencoded": .init(
        "every pixel was re-encoded when it was stamped, so there was nothing to compare with the "
          + "original"),
      "verified.pixels": .init(
        "outside the label {pixels|pixel differs|pixels differ} from the original"),
      "verified.frame": .init(
        "its size, sampling or quantisation differs from the original, so nothing can be compared"),
      "output.same": .init(
        "{first} and {second} would both be written to {output}; nothing was written; "
          + "--on-conflict suffix numbers one of them, --on-conflict skip leaves it out"),
      "output.is-input": .init(
        "{input} would overwrite the input {output}; nothing was written; give another -o, or "
          + "--in-place to replace the inputs"),
      "output.refused": .init(
        "would overwrite {output}, which is an input; give another -o, or --in-place to replace "
          + "the inputs"),
      "stamp.no-text": .init(
        "has no text: the file of --text-from has no line for {name}; --text gives a text to all "
          + "others"),
      "output.of-another": .init(
        "{output} already exists and was made from another photo, or from an earlier version of "
          + "this one; give another -o, or --force to replace it"),
      "output.raw": .init(
        "{output} is a camera's raw file ({format}) and is not replaced; give another -o"),
      "output.other-options": .init(
        "{output} already exists and was made from this photo with other options; give another "
          + "-o, or --force to replace it"),
      "output.unreadable": .init("{output} already exists, and {reason}"),
      "output.numbered": .init("is written to {written}, because {output} belongs to {first}"),
      "skipped.conflict": .init("{output} belongs to {first}; --on-conflict suffix writes both"),
    ], dating,
    below: [.captureTime, .fonts, .jpegSplice, .photoFacts, .raster, .tracks])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .stamping) }
}
