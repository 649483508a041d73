package import Wording

extension ErrorTexts {
  package static let files = ErrorTexts(
    [
      "too-much-memory": .init(
        "the photo needs more memory than is allowed", "사진에 필요한 메모리가 허용된 것보다 많습니다."),
      "too-much-memory.needed": .init(
        "the photo can need {needed} MiB of memory, more than the limit of {allowed} MiB for one "
          + "photo",
        "메모리가 {needed}MiB까지 필요한데, 사진 한 장에는 {allowed}MiB까지 쓸 수 있습니다.",
        hint: "; raise --max-memory, or lower --jobs"),
      "file": .init(
        "the server cannot read or write a file; see its log",
        "서버가 파일을 읽거나 쓸 수 없습니다. 서버 기록을 확인해 주세요."),
      "file.open": .init("cannot be opened: {errno}"),
      "file.read": .init("cannot be read: {errno}"),
      "file.list": .init("the folder cannot be read: {errno}"),
      "file.write": .init("{path} cannot be written: {errno}"),
      "file.create": .init("{path} cannot be created: {errno}"),
      "file.replace": .init("{path} cannot be replaced: {errno}"),
      "file.remove": .init("{path} cannot be removed: {errno}"),
      "file.kind": .init("is a {kind}, not a file"),
      "file.not-replaceable": .init(
        "{path} is a {kind} and was not replaced",
        hint: "; give another output"),
      "file.there": .init("{path} already exists", hint: "; --force replaces it"),
      "file.is-input": .init(
        "{path} is the input itself under another name", hint: "; --in-place replaces inputs"),
      "file.exists": .init("another program created {path} in the meantime"),
      "file.link": .init(
        "{path} is a symbolic link, and Daystamp follows no links here",
        hint: "; replace it with its target, or mount the target there (mount --bind)"),
      "file.outside": .init("“{path}” is not the path of a file below the folder"),
      "too-long.file": .init("is larger than the limit of {limit} MiB"),
      "disk-full": .init(
        "the disk is full; nothing was changed", "디스크가 가득 차서 아무것도 바꾸지 않았습니다."),
      "disk-full.write": .init("{path} cannot be written: the disk is full: {errno}"),
      "disk-full.create": .init("{path} cannot be created: the disk is full: {errno}"),
      "too-long": .init(
        "it is too large: a photo can have at most {photoMegabytes} MB",
        "너무 큽니다. 사진은 {photoMegabytes} MB까지 올릴 수 있습니다."),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .files) }
}
