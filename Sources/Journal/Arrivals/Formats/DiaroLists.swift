import Formats

/// What entries of Diaro refer to by uids.
final class DiaroLists {
  /// Of all tables together.
  static let limit = 1 << 21

  struct Attachment {
    let uid: String
    let name: String
    let position: Int
    /// Nil where it is not among the files.
    let file: ArrivalFile?
  }

  private(set) var moods: [String: String] = [:]
  /// A place's name and address, or coordinates.
  private(set) var places: [String: [String]] = [:]
  private var tags: [String: String] = [:]
  private var folders: [String: String] = [:]
  private var attachments: [String: [Attachment]] = [:]
  private var count = 0
  private let named: NamedFiles

  init(_ files: some Collection<ArrivalFile>) { named = NamedFiles(files) }

  /// - Returns: whether there was room for it.
  func add(_ row: [String: String], of table: String) -> Bool {
    let uid = row["uid"] ?? ""
    let title = String((row["title"] ?? "").trimmed.prefix(500))
    count += 1
    switch table {
    case "diaro_tags": tags[uid] = title
    case "diaro_folders": folders[uid] = title
    case "diaro_moods": moods[uid] = title
    case "diaro_locations":
      let address = String((row["address"] ?? "").trimmed.prefix(500))
      let names = [title, address == title ? "" : address].filter { !$0.isEmpty }
      let numbers = [row["lat"], row["lng"]].compactMap { $0.flatMap { Double($0) } }
      places[uid] = names.isEmpty && numbers.count == 2 ? [SaidAround.coordinates(numbers)] : names
    case "diaro_attachments":
      let name = "media/\(row["type"] ?? "photo")/\(row["filename"] ?? "")"
      let attachment = Attachment(
        uid: uid, name: name, position: row["position"].flatMap { Int($0) } ?? 0,
        file: named.find(name, from: ""))
      attachments[row["entry_uid"] ?? "", default: []].append(attachment)
    default: break
    }
    return count <= Self.limit
  }

  /// The tags of an entry, and its folder where there are several.
  func tags(_ entry: [String: String]) -> [String] {
    var names = (entry["tags"] ?? "").split(separator: ",").compactMap { tags[String($0.trimmed)] }
    if folders.count > 1, let folder = entry["folder_uid"].flatMap({ folders[$0] }) {
      names.append(folder)
    }
    return names.filter { !$0.isEmpty }
  }

  /// The files of an entry in their order, the one that stands for it first.
  func attachments(of entry: String, first: String?) -> [Attachment] {
    (attachments[entry] ?? []).enumerated().sorted { one, other in
      (one.element.uid == first ? 0 : 1, one.element.position, one.offset)
        < (other.element.uid == first ? 0 : 1, other.element.position, other.offset)
    }.map(\.element)
  }
}

/// Collects the rows of Diaro's tables, as they end.
final class DiaroRows: XMLEvents {
  /// Bytes of a row.
  static let limit = 1 << 22

  typealias Row = (table: String, values: [String: String], line: Int)

  /// The line of the first row that has more bytes than a row may have; nothing is read after that.
  private(set) var tooLong: Int?
  private unowned let pieces: XMLPieces
  private var done: [Row] = []
  private var table = ""
  private var row: Row?
  private var column: String?
  private var text: [UInt8] = []
  private var size = 0

  init(_ pieces: XMLPieces) { self.pieces = pieces }

  /// The rows that ended since.
  func take() -> [Row] {
    defer { done.removeAll(keepingCapacity: true) }
    return done
  }

  func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    switch pieces.depth {
    case 2:
      let name = attributes.first { String(cString: $0.name) == "name" }
      table = name.map { String(cString: $0.value) } ?? ""
    case 3: (row, size) = ((table, [:], pieces.line), 0)
    case 4: (column, text) = (String(cString: name), [])
    default: break
    }
  }

  func add(_ text: UnsafeRawBufferPointer) {
    guard column != nil else { return }
    size += text.count
    if size > Self.limit {
      tooLong = row?.line
      return pieces.stop()
    }
    self.text += text
  }

  func end(_ name: UnsafePointer<CChar>) {
    switch pieces.depth {
    case 4:
      if let column { row?.values[column] = String(decoding: text, as: UTF8.self) }
      column = nil
    case 3:
      if let row { done.append(row) }
      row = nil
    default: break
    }
  }
}

extension ArrivalError {
  /// Where a file is XML no longer.
  init(_ fault: XMLFault, in file: ArrivalFile) {
    let (line, detail) =
      switch fault {
      case .documentType(let line): (line, "a document type, which could declare entities")
      case .depth(let line, let limit): (line, "more than \(limit) elements inside each other")
      case .markup(let line, let limit): (line, "a tag of more than \(limit) bytes")
      case .syntax(let line, let detail, _): (line, "not XML: \(detail)")
      }
    self = .damaged(ArrivalPlace(file.path, .line(line)), detail: detail)
  }
}
