import CaptureTime

/// Reads photos of Immich: its library with the XMP beside each photo (`docs/features/xmp-sidecars`), or what
/// `immich-go archive` writes, with JSON beside each. Also what other programs leave beside photos as XMP.
package struct ImmichReader: ArrivalReader {
  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try SidecarKind.of(files) == .immich
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    try SidecarReading.read(files, found)
  }
}

/// Reads photos of Apple Photos as `osxphotos export` writes them, with `--sidecar xmp` or `--sidecar json`
/// (osxphotos, `templates/xmp_sidecar.mako` and `exifwriter.py`).
package struct ApplePhotosReader: ArrivalReader {
  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try SidecarKind.of(files) == .applePhotos
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    try SidecarReading.read(files, found)
  }
}

/// Who wrote the files beside photos.
private enum SidecarKind {
  case immich, applePhotos

  static func of(_ files: any ArrivalFiles) throws -> SidecarKind? {
    let visible = files.files
    let media = Set(visible.lazy.filter(\.isMedia).map(\.path))
    guard !media.isEmpty else { return nil }
    for file in visible.lazy.filter({ isBeside($0, media) }).prefix(20) {
      let head = String(decoding: try files.head(of: file, count: 1 << 12), as: UTF8.self)
      if file.ending == "xmp", head.contains("rdf:RDF") || head.contains("xmpmeta") {
        return head.contains("osxphotos") || head.contains("photoshop:SidecarForExtension")
          ? .applePhotos : .immich
      }
      if head.contains("\"SourceFile\"") || head.contains("osxphotos") { return .applePhotos }
      if head.contains("\"fileName\""), head.contains("\"dateTaken\"") { return .immich }
    }
    return nil
  }

  /// Whether a file is called as a photo, with an ending more or another one.
  private static func isBeside(_ file: ArrivalFile, _ media: Set<String>) -> Bool {
    guard file.ending == "xmp" || file.ending == "json" else { return false }
    let stem = String(file.path.dropLast(file.ending.utf8.count + 1))
    return media.contains(stem)
      || file.ending == "xmp"
        && ["jpg", "JPG", "jpeg", "heic", "HEIC", "png", "PNG", "mov", "mp4"]
          .contains { media.contains("\(stem).\($0)") }
  }
}

/// Makes a post of each photo and what is beside it.
private enum SidecarReading {
  static func read(_ files: any ArrivalFiles, _ found: (ArrivedItem) throws -> Void) throws {
    var byPath: [String: ArrivalFile] = [:]
    var photoStems: Set<String> = []
    let visible = files.files
    for file in visible {
      byPath[file.path.lowercased()] = file
      if file.isMedia, !file.isVideo { photoStems.insert(stem(file)) }
    }
    for file in visible {
      guard file.isMedia else {
        if !["xmp", "json", "db"].contains(file.ending) {
          try found(.leftOut(file.leftOutKind, at: ArrivalPlace(file.path), example: file.name))
        }
        continue
      }
      // The video of a live photo comes with that.
      if file.isVideo, own(of: file, byPath) == nil, photoStems.contains(stem(file)) { continue }
      let beside =
        own(of: file, byPath) ?? byPath["\(stem(file)).xmp"] ?? byPath["\(stem(file)).json"]
      try read(file, file.isVideo ? nil : video(of: file, byPath), beside, files, found)
    }
  }

  private static func read(
    _ file: ArrivalFile, _ video: ArrivalFile?, _ beside: ArrivalFile?,
    _ files: any ArrivalFiles, _ found: (ArrivedItem) throws -> Void
  ) throws {
    let place = ArrivalPlace(file.path)
    var sidecar: Sidecar?
    if let beside {
      do {
        sidecar = try self.sidecar(beside, files)
      } catch let fault as ArrivalFault {
        try found(.fault(fault, at: ArrivalPlace(beside.path)))
      }
    }
    if sidecar?.isTrashed == true {
      return try found(.leftOut(.unknown, at: place, example: file.name))
    }
    let time =
      sidecar?.time ?? CaptureTime(inFileName: file.name)
      ?? file.modified.flatMap { CaptureTime(unixSeconds: $0) }
    guard let time else { return try found(.fault(.time(file.name), at: place)) }
    var post = ArrivedPost(at: place, time: time)
    post.photos =
      [ArrivedPhoto(file, time: sidecar?.time)] + (video.map { [ArrivedPhoto($0)] } ?? [])
    if let sidecar {
      let title = sidecar.title == file.name ? "" : sidecar.title
      post.photos[0].caption = sidecar.description.isEmpty ? title : sidecar.description
      if !sidecar.description.isEmpty { post.title = title == sidecar.description ? "" : title }
      (post.isStarred, post.tags, post.people) = (sidecar.isStarred, sidecar.tags, sidecar.people)
    }
    try found(.post(post))
  }

  /// - Throws: ``ArrivalFault`` where it is none, and what reading it throws.
  private static func sidecar(_ file: ArrivalFile, _ files: any ArrivalFiles) throws -> Sidecar {
    let bytes = try files.bytes(of: file, limit: Companion.byteLimit)
    if file.ending == "xmp" {
      guard let sidecar = Sidecar(xmp: bytes) else { throw ArrivalFault.syntax(detail: "not XMP") }
      return sidecar
    }
    guard let json = JSONObject(firstIn: bytes) else {
      throw ArrivalFault.syntax(detail: "not JSON")
    }
    return Sidecar(json: json)
  }

  /// The file with its whole name and an ending more, which goes before one with another ending, as Immich has it.
  private static func own(
    of file: ArrivalFile, _ byPath: [String: ArrivalFile]
  ) -> ArrivalFile? {
    byPath["\(file.path.lowercased()).xmp"] ?? byPath["\(file.path.lowercased()).json"]
  }

  private static func video(of file: ArrivalFile, _ byPath: [String: ArrivalFile]) -> ArrivalFile? {
    ["mov", "mp4"].lazy.compactMap { byPath["\(stem(file)).\($0)"] }
      .first { own(of: $0, byPath) == nil }
  }

  /// The path without its ending, in small letters.
  private static func stem(_ file: ArrivalFile) -> String {
    String(file.path.lowercased().dropLast(file.ending.utf8.count + 1))
  }
}
