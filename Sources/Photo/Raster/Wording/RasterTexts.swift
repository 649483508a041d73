package import Wording
import Formats

extension ErrorTexts {
  package static let raster = ErrorTexts(
    [
      "photo.cannot-decode": .init("the {format} cannot be decoded{detail}"),
      "photo.damaged": .init(
        "the {format} is damaged, and parts of the picture are missing{detail}"),
      "photo.decoder-crashed": .init(
        "the {format} cannot be decoded: the decoder crashed (signal {signal})",
        "{format} 사진을 풀다가 디코더가 멈췄습니다(신호 {signal})."),
      "photo.decoder-forbidden": .init(
        "the {format} made its decoder do something forbidden, so Daystamp stopped the decoder",
        "{format} 사진이 디코더에 허용되지 않은 일을 시켜 디코더를 끝냈습니다."),
      "photo.decoder-time": .init(
        "the {format} took longer than {time} to decode, so Daystamp stopped the decoder",
        "{format} 사진을 {time} 안에 풀지 못해 그만두었습니다."),
      "photo.decoder-memory": .init(
        "the {format} needs more memory to decode than the limit of {limit} MiB for one photo",
        "{format} 사진을 푸는 데 한 장에 허용된 메모리 {limit} MiB보다 많이 듭니다.",
        hint: "; raise --max-memory, or lower --jobs"),
      "photo.decoder-ended": .init(
        "the {format} cannot be decoded: the decoder ended too early",
        "{format} 사진을 다 풀기 전에 디코더가 끝났습니다."),
      "photo.decoder-nonsense": .init(
        "the {format} cannot be decoded: the decoder did not return a picture",
        "{format} 사진을 풀었으나 결과가 그림이 아닙니다."),
      "server.decoder": .init(
        "the photo decoder could not be started: {errno}",
        "사진 디코더를 시작하지 못했습니다: {errno}."),
      "photo.cannot-encode": .init("the {format} cannot be written{detail}"),
      "photo.side": .init(
        "a side of {observed|pixel|pixels} is longer than {format} allows ({limit})",
        hint: "; use --to png"),
      "photo.other-size": .init(
        "decodes to {width}×{height} pixels, but its header says {expectedWidth}×{expectedHeight}",
        "사진의 실제 크기({width}×{height} 픽셀)가 파일에 적힌 크기({expectedWidth}×{expectedHeight})와 다릅니다."),
      "memory.size": .init(
        "there is not enough memory for {width}×{height} pixels",
        "{width}×{height} 픽셀 사진을 다루기에는 메모리가 모자랍니다."),
      "stamp.draw": .init("{font} cannot draw the text{detail}"),
      "label.font-unreadable": .init("{path}: {errno}"),
      "label.font-kind": .init("{path}: is not a TrueType or OpenType font"),
      "label.font-table": .init("{path}: the font has no usable “{table}” table"),
      "label.font-refused": .init("{path}: FreeType refuses the font (its error {code})"),
      "stamp": .init("the photo could not be stamped", "사진에 날짜를 찍지 못했습니다."),
    ],
    below: [.formats])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .raster) }
}
