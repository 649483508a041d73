import CaptureTime
import Formats

/// Reads Diaro's backup: a ZIP, or its folder, with `DiaroBackup.xml` and the folders `media/photo`, `media/video` and
/// the like; or that file alone.
///
/// `<data version="2">` has a `<table name="…">` for each kind of things, with a `<r>` for each, and in that an element
/// a value: `diaro_entries` (`uid`, `date` in milliseconds, `tz_offset`, `title`, `text`, `folder_uid`, `location_uid`,
/// `tags` (uids with commas), `primary_photo_uid`, `mood` from 1, the best, to 5, `weather_temperature`,
/// `weather_description`), `diaro_folders`, `diaro_tags`, `diaro_locations`, `diaro_moods` and `diaro_attachments`
/// (`entry_uid`, `type`, `filename`, `position`) (marph91/jimmy, `formats/diaro.py`, and other public converters).
/// Folders become tags where there are several. Encrypted backups cannot be read.
package struct DiaroReader: ArrivalReader {
  private static let name = "DiaroBackup.xml"

  private let moods: [String: Int]

  package init(_ options: ArrivalOptions) { moods = options.moods }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    guard let file = backup(files) else { return false }
    return try files.head(of: file).contains(Array("diaro_".utf8))
  }

  private static func backup(_ files: any ArrivalFiles) -> ArrivalFile? {
    files.files.first { $0.name == name }
      ?? files.onlyFile.flatMap { $0.ending == "xml" ? $0 : nil }
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    guard let file = Self.backup(files) else {
      throw ArrivalError.damaged(ArrivalPlace(""), detail: "no DiaroBackup.xml")
    }
    // Tables are in no order.
    let lists = DiaroLists(files.files)
    try Self.rows(files, file) { table, row, line in
      guard table != "diaro_entries" else { return }
      if table == "diaro_templates" {
        let place = ArrivalPlace("", .line(line))
        try found(.leftOut(.template, at: place, example: row["title"] ?? ""))
      }
      guard lists.add(row, of: table) else {
        throw ArrivalError.tooMany(limit: DiaroLists.limit)
      }
    }
    var seen = SeenIDs()
    try Self.rows(files, file) { table, row, line in
      guard table == "diaro_entries" else { return }
      let place = ArrivalPlace("", .line(line))
      guard let post = try post(row, lists, at: place, found), try seen.take(post, found)
      else { return }
      try found(.post(post))
    }
  }

  private static func rows(
    _ files: any ArrivalFiles, _ file: ArrivalFile,
    _ found: (_ table: String, _ row: [String: String], _ line: Int) throws -> Void
  ) throws {
    let pieces = XMLPieces()
    let rows = DiaroRows(pieces)
    do {
      func give() throws {
        for row in rows.take() { try found(row.table, row.values, row.line) }
      }
      try files.read(file) { piece in
        try pieces.read(piece, to: rows)
        try give()
        return rows.tooLong == nil
      }
      if rows.tooLong == nil { try pieces.end(to: rows) }
      try give()
    } catch let fault as XMLFault {
      throw ArrivalError(fault, in: file)
    }
    if let line = rows.tooLong {
      throw ArrivalError.damaged(
        ArrivalPlace(file.path, .line(line)),
        detail: "an entry of more than \(DiaroRows.limit) bytes")
    }
  }

  private func post(
    _ row: [String: String], _ lists: DiaroLists, at place: ArrivalPlace,
    _ found: (ArrivedItem) throws -> Void
  ) throws -> ArrivedPost? {
    let zone = row["tz_offset"].flatMap { try? CaptureZone.parse($0) }
    let written = row["date"] ?? ""
    guard let milliseconds = Int(written),
      let time = CaptureTime(unixMilliseconds: milliseconds)?.shown(in: zone)
    else {
      try found(.fault(.time(written), at: place))
      return nil
    }
    let uid = row["uid"] ?? ""
    var post = ArrivedPost(id: uid.isEmpty ? nil : uid, at: place, time: time)
    post.zone = zone
    post.title = String((row["title"] ?? "").trimmed)
    post.words = HTMLMarkdown.words(of: row["text"] ?? "")
    post.tags = lists.tags(row)
    if let mood = row["mood"].map({ String($0.trimmed) }), !mood.isEmpty, mood != "0" {
      post.mood = Int(mood).flatMap { 1...5 ~= $0 ? 6 - $0 : nil }
      let name = lists.moods[mood] ?? mood
      if post.mood == nil { post.mood = moods[name.lowercased()] }
      if post.mood == nil { try found(.fault(.mood(name), at: place)) }
    }
    let temperature = row["weather_temperature"].flatMap { Double($0) }
    post.words.addFieldLine(
      (lists.places[row["location_uid"] ?? ""] ?? []) + [
        temperature.map(SaidAround.degrees) ?? "", row["weather_description"] ?? "",
      ])
    for attachment in lists.attachments(of: uid, first: row["primary_photo_uid"]) {
      guard let file = attachment.file else {
        try found(.fault(.missingFile(attachment.name), at: place))
        continue
      }
      if file.isMedia {
        post.photos.append(ArrivedPhoto(file))
      } else {
        try found(.leftOut(file.leftOutKind, at: place, example: attachment.name))
      }
    }
    return post
  }
}
