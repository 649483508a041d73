package import Wording

extension ErrorTexts {
  package static let formats = ErrorTexts(
    [
      "photo.unknown": .init("is not a photo: not {formats} by its content"),
      "photo.raw": .init(
        "a camera's raw file ({format}) stays as it is; use a JPEG made from it",
        "카메라의 RAW 파일({format})은 그대로 둡니다. 이 파일로 만든 JPEG를 쓰세요."),
      "photo.video": .init(
        "is a video ({format}): videos stay as they are, without a date on them",
        "동영상({format})은 날짜를 새기지 않고 그대로 둡니다."),
      "video": .init(
        "that is not done to a video, or it cannot be read",
        "동영상에는 할 수 없거나, 동영상을 읽을 수 없습니다."),
      "video.unknown": .init(
        "is not a video: not {formats} by its content",
        "동영상이 아닙니다. 내용이 {formats} 형식이 아닙니다."),
      "video.damaged": .init(
        "the {format} video is damaged or not whole: its {part} is missing or cut off",
        "{format} 동영상이 손상되었거나 온전하지 않습니다. {part}이(가) 없거나 잘렸습니다."),
      "video.no-picture": .init(
        "the {format} file has no picture, only sound",
        "{format} 파일에 영상은 없고 소리만 있습니다."),
      "video.unreadable": .init(
        "the video could not be read (error {code} of the system)",
        "동영상을 읽을 수 없습니다(시스템 오류 {code})."),
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
      "memory": .init(
        "the server has no memory for the photo just now; try again",
        "서버에 메모리가 모자랍니다. 잠시 뒤 다시 시도해 주세요."),
      "memory.inflate": .init("there is not enough memory to inflate it"),
      "photo.jpeg-cut-off": .init(
        "the JPEG is damaged: it is cut off at byte {offset}, without the marker EOI that ends a "
          + "picture; get a whole copy of it"),
      "metadata.truncated": .init("it needs {needed|byte|bytes}, and {available} are there"),
      "metadata.not-tiff": .init("it does not begin like EXIF"),
      "metadata.incomplete": .init("{found} of its {expected|part|parts} are there"),
      "metadata.text": .init("its text is not the hexadecimal that it has to be"),
      "metadata.outside": .init("it lies outside the file"),
      "metadata.data-ends": .init("its compressed data ends early"),
      "metadata.data-size": .init("it inflates to more than {limit} MiB"),
      "metadata.data-checksum": .init("its compressed data does not agree with its checksum"),
      "metadata.data-broken": .init("its compressed data is broken"),
      "tiff.small-copy": .init(
        "its first picture is a mask, or a small copy of another; --to png stamps just that one"),
      "tiff.private-data": .init(
        "the field that takes the stamp holds another program's data; --to png stamps its picture"),
      "tiff.compression": .init("{name} is not written into a TIFF"),
      "tiff.colour": .init("its colours are {name}, in which no label is drawn"),
      "tiff.samples": .init(
        "its samples are of unequal depth, or of a kind that no label is drawn in"),
      "tiff.range": .init(
        "its floating-point samples under the label are not from 0 to 1, so that no colour is known "
          + "to be white; --to png --allow-loss shows its light in eight bits"),
      "photo.tiff-field": .init("the TIFF's field {field} is missing, or says what cannot be"),
      "exif.short": .init("EXIF is too short: {observed|byte|bytes} of at least {expected}"),
      "exif.start": .init("EXIF does not begin as it has to"),
      "exif.directory": .init("EXIF points to byte {offset} of its {length|byte|bytes}"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .formats) }
}
