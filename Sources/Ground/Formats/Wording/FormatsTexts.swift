package import Wording

extension ErrorTexts {
  package static let formats = ErrorTexts(
    [
      "photo.unknown": .init("is not a photo: its content is not {formats}"),
      "photo.raw": .init(
        "a camera's raw file ({format}) stays as it is; stamp the picture in it with --to jpeg",
        "카메라의 RAW 파일({format})은 그대로 둡니다. 이 파일로 만든 JPEG를 쓰세요."),
      "photo.raw-damaged": .init(
        "the raw file ({format}) is damaged or incomplete: its {part} is missing or cut off",
        "RAW 파일({format})이 손상되었거나 온전하지 않습니다. {part}이(가) 없거나 잘렸습니다."),
      "photo.raw-empty": .init(
        "the raw file ({format}) has no JPEG in it that can be read",
        "RAW 파일({format})에 읽을 수 있는 JPEG가 없습니다."),
      "photo.video": .init(
        "a video ({format}) cannot be stamped",
        "동영상({format})은 날짜를 새기지 않고 그대로 둡니다."),
      "video": .init(
        "this cannot be done to a video, or the video cannot be read",
        "동영상에는 할 수 없거나, 동영상을 읽을 수 없습니다."),
      "video.unknown": .init(
        "is not a video: its content is not {formats}",
        "동영상이 아닙니다. 내용이 {formats} 형식이 아닙니다."),
      "video.damaged": .init(
        "the {format} video is damaged or incomplete: its {part} is missing or cut off",
        "{format} 동영상이 손상되었거나 온전하지 않습니다. {part}이(가) 없거나 잘렸습니다."),
      "video.no-picture": .init(
        "the {format} file has no picture, only sound",
        "{format} 파일에 영상은 없고 소리만 있습니다."),
      "video.unreadable": .init(
        "the video could not be read (system error {code})",
        "동영상을 읽을 수 없습니다(시스템 오류 {code})."),
      "photo.no-height": .init("is a JPEG without a height"),
      "photo.hierarchical": .init("is a hierarchical JPEG, which Daystamp cannot read"),
      "photo.truncated": .init(
        "the {format} is truncated: {part} at byte {offset} needs {needed|byte|bytes}, but only "
          + "{available} are there"),
      "photo.missing": .init("the {format} is damaged: it has no {part} before byte {offset}"),
      "photo.invalid": .init(
        "the {format} is damaged: {field} at byte {offset} is {observed}, not {expected}"),
      "photo.encoded": .init("was encoded as {observed}, not as {expected}"),
      "photo.too-large": .init(
        "the {format} would have {size|byte|bytes}, more than the format allows ({limit})"),
      "memory": .init(
        "the server does not have enough memory for the photo right now; try again",
        "서버에 메모리가 모자랍니다. 잠시 뒤 다시 시도해 주세요."),
      "memory.inflate": .init("there is not enough memory to inflate it"),
      "photo.jpeg-cut-off": .init(
        "the JPEG is cut off at byte {offset}: its end marker (EOI) is missing; get a complete "
          + "copy"),
      "metadata.truncated": .init("it needs {needed|byte|bytes}, but only {available} are there"),
      "metadata.not-tiff": .init("it does not begin like EXIF"),
      "metadata.incomplete": .init("only {found} of its {expected|part|parts} are there"),
      "metadata.text": .init("its text is not hexadecimal"),
      "metadata.outside": .init("it lies outside the file"),
      "metadata.data-ends": .init("its compressed data ends early"),
      "metadata.data-size": .init("it inflates to more than {limit} MiB"),
      "metadata.data-checksum": .init("its compressed data does not match its checksum"),
      "metadata.data-broken": .init("its compressed data is damaged"),
      "tiff.small-copy": .init(
        "its first picture is a mask, or a small copy of another; --to png stamps only that "
          + "picture"),
      "tiff.private-data": .init(
        "another program's data is in the field for the stamp; --to png stamps the picture"),
      "tiff.compression": .init("Daystamp cannot write {name} into a TIFF"),
      "tiff.colour": .init("its colours are {name}; Daystamp cannot draw a label in them"),
      "tiff.samples": .init(
        "its samples have unequal depths, or a type in which Daystamp cannot draw a label"),
      "tiff.range": .init(
        "its floating-point samples under the label are not all from 0 to 1, so Daystamp cannot "
          + "tell white; --to png --allow-loss stamps it in eight bits"),
      "photo.tiff-field": .init("the TIFF's field {field} is missing or invalid"),
      "exif.short": .init("EXIF is too short: {observed|byte|bytes} of at least {expected}"),
      "exif.start": .init("EXIF does not begin with a valid header"),
      "exif.directory": .init("EXIF points to byte {offset}, but has only {length|byte|bytes}"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .formats) }
}
