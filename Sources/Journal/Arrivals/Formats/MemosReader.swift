import CaptureTime

/// Reads memos (usememos): the archive of Settings → Export (`docs/design/memos-export-format.md`, 1.0), or what its
/// API answers to `GET /api/v1/memos` with the attachments beside it.
///
/// In the archive each memo is `memos/UID.json` with its words in `memos/UID.md`. Of the API's answers, those before
/// 0.22 have `createdTs`, `resourceList` and a list without a name, or in `data`. Times are UTC; their day is that
/// of the journal.
package struct MemosReader: ArrivalReader {
  /// Bytes of a memo.
  static let memoLimit = 1 << 22

  package init(_ options: ArrivalOptions) {}

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    if try manifest(of: files) != nil { return true }
    return try answers(of: files).isEmpty == false
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    let reading = MemosReading(files)
    if let manifest = try Self.manifest(of: files) {
      let folder = manifest.folder.isEmpty ? "memos" : "\(manifest.folder)/memos"
      for file in files.files where file.folder == folder && file.ending == "json" {
        let place = ArrivalPlace(file.path)
        do {
          guard let memo = JSONObject(try files.bytes(of: file, limit: Self.memoLimit)) else {
            throw ArrivalFault.syntax(detail: "not JSON")
          }
          try reading.read(memo, from: manifest.folder, at: place, found)
        } catch let fault as ArrivalFault {
          try found(.fault(fault, at: place))
        }
      }
      return
    }
    for file in try Self.answers(of: files) {
      let path = files.shownPath(of: file)
      try files.readObjects(of: file, in: ["memos", "data"], elementLimit: Self.memoLimit) {
        memo, line in
        let place = ArrivalPlace(path, .line(line))
        guard let memo else { return try found(.fault(.syntax(detail: "not JSON"), at: place)) }
        try reading.read(memo, from: file.folder, at: place, found)
      }
    }
  }

  private static func manifest(of files: any ArrivalFiles) throws -> ArrivalFile? {
    try files.files.lazy.filter { $0.name == "manifest.json" }.first { file in
      let head = String(decoding: try files.head(of: file, count: 1 << 12), as: UTF8.self)
      return head.contains("\"memos-export\"") || head.contains("\"memos-archive\"")
    }
  }

  /// The files that are answers of the API.
  private static func answers(of files: any ArrivalFiles) throws -> [ArrivalFile] {
    try files.files.lazy.filter { $0.ending == "json" }.prefix(100).filter { file in
      let head = String(decoding: try files.head(of: file, count: 1 << 13), as: UTF8.self)
      guard head.contains("\"content\""), head.contains("\"visibility\"") else { return false }
      return head.contains("\"createTime\"") || head.contains("\"createdTs\"")
    }
  }
}

/// Makes posts of memos.
private struct MemosReading {
  private let files: any ArrivalFiles
  private let named: NamedFiles

  init(_ files: any ArrivalFiles) { (self.files, named) = (files, NamedFiles(files.files)) }

  /// - Throws: ``ArrivalFault`` where its words are not there, and what reading them and `found` throw.
  func read(
    _ memo: JSONObject, from folder: String, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    let words = try words(of: memo, from: folder)
    if memo.has("parent") && memo.text("parent") != "" {
      return try found(
        .leftOut(.comment, at: place, example: String(words.prefix(60)).withSingleBlanks))
    }
    guard let time = Self.time(memo) else {
      let written = memo.text("createTime") ?? memo.id("createdTs") ?? ""
      return try found(.fault(.time(written), at: place))
    }
    let id = memo.id("uid") ?? memo.id("name") ?? memo.id("id")
    var post = ArrivedPost(id: id, at: place, time: time)
    post.words = words.trimmedLines
    post.isStarred = memo.isTrue("pinned")
    let tags = memo.texts("tags")
    post.tags = tags.isEmpty ? NoteScanner(words).tags : tags
    for name in ["attachments", "resources", "resourceList"] {
      for attachment in memo.objects(name) { try add(attachment, from: folder, to: &post, found) }
    }
    if let location = memo.object("location")?.text("placeholder") {
      post.words.addFieldLine([location])
    }
    for name in ["relations", "relationList"] {
      for relation in memo.objects(name) {
        let other = relation.text("memo") ?? relation.object("relatedMemo")?.text("name") ?? ""
        try found(.leftOut(.relation, at: place, example: "\(id ?? "") → \(other)"))
      }
    }
    try found(.post(post))
  }

  private func words(of memo: JSONObject, from folder: String) throws -> String {
    guard let path = memo.text("contentPath") else { return memo.text("content") ?? "" }
    guard let file = named.find("/" + (folder.isEmpty ? path : "\(folder)/\(path)"), from: "")
    else {
      throw ArrivalFault.missingFile(path)
    }
    return String(decoding: try files.bytes(of: file, limit: MemosReader.memoLimit), as: UTF8.self)
  }

  private static func time(_ memo: JSONObject) -> CaptureTime? {
    for name in ["displayTime", "createTime"] {
      if let time = memo.text(name).flatMap({ try? GivenTime.parse($0) }) { return time }
    }
    return (memo.integer("displayTs") ?? memo.integer("createdTs"))
      .flatMap { CaptureTime(unixSeconds: $0) }
  }

  private func add(
    _ attachment: JSONObject, from folder: String, to post: inout ArrivedPost,
    _ found: (ArrivedItem) throws -> Void
  ) throws {
    let name = attachment.text("filename") ?? ""
    let id = attachment.text("name") ?? attachment.id("uid") ?? attachment.id("id") ?? ""
    let paths = [attachment.text("path"), "\(id)/\(name)", name].compactMap(\.self)
    guard let file = paths.lazy.compactMap({ named.find($0, from: folder) }).first else {
      if let link = attachment.text("externalLink"), link.hasPrefix("http") {
        return post.words += "\n\n[\(name.withSingleBlanks.escapedInline)](\(link.asTarget))"
      }
      return try found(.fault(.missingFile(name), at: post.place))
    }
    if file.isMedia {
      post.photos.append(ArrivedPhoto(file))
    } else {
      try found(.leftOut(file.leftOutKind, at: post.place, example: name))
    }
  }
}
