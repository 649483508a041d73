import CaptureTime
import Formats

/// What a file beside a photo says of it: XMP, or JSON as exiftool, osxphotos and immich-go write it.
struct Sidecar {
  var title = ""
  var description = ""
  /// 0 to 5.
  var rating = 0
  var isFavorite = false
  var isTrashed = false
  var tags: [String] = []
  /// The names of those whose faces are on it.
  var people: [String] = []
  var time: CaptureTime?

  init() {}

  var isStarred: Bool { isFavorite || rating == 5 }

  /// What osxphotos calls a face without a name.
  private static let unnamed = "_UNKNOWN_"

  /// - Returns: nil where it is not XMP.
  init?(xmp bytes: [UInt8]) {
    guard let packet = SidecarPacket(bytes) else { return nil }
    self = packet.sidecar
    time = CaptureTime(xmp: bytes[...])
    tidy()
  }

  /// Reads the JSON of immich-go (`assets/metadata.go`), or the members that exiftool names, with their groups or
  /// without.
  init(json: JSONObject) {
    if json.has("dateTaken") || json.has("favorited") || json.has("fileName") {
      description = json.text("description") ?? ""
      rating = json.integer("rating") ?? 0
      (isFavorite, isTrashed) = (json.isTrue("favorited"), json.isTrue("trashed"))
      tags =
        json.objects("tags").compactMap { $0.text("value") ?? $0.text("name") }
        + json.objects("albums").compactMap { $0.text("title") }
      time = json.text("dateTaken").flatMap { try? GivenTime.parse($0) }
    } else {
      readExifTool(json)
    }
    tidy()
  }

  private mutating func readExifTool(_ json: JSONObject) {
    var names: [Substring: [String]] = [:]
    for name in json.names.sorted() {
      names[name.split(separator: ":").last ?? "", default: []].append(name)
    }
    func list(_ tag: Substring...) -> [String] {
      tag.lazy.flatMap { names[$0] ?? [] }.map { json.textList($0) }.first { !$0.isEmpty } ?? []
    }
    title = list("Title", "ObjectName").first ?? ""
    description = list("Description", "ImageDescription", "Caption-Abstract").first ?? ""
    rating = (names["Rating"] ?? []).lazy.compactMap { json.integer($0) }.first ?? 0
    tags = list("TagsList", "Keywords", "Subject")
    people = list("PersonInImage")
    guard let taken = list("DateTimeOriginal", "CreationDate", "DateTimeDigitized").first else {
      return
    }
    let offset = list("OffsetTimeOriginal", "OffsetTime").first ?? ""
    time = (try? GivenTime.parse(taken + offset)) ?? (try? GivenTime.parse(taken))
  }

  private mutating func tidy() {
    (title, description) = (String(title.trimmed), description.trimmedLines)
    people = people.filter { !$0.isEmpty && $0 != Self.unnamed }
    // Apple Photos and osxphotos have people among keywords too.
    tags = tags.filter { !$0.isEmpty && !people.contains($0) && $0 != Self.unnamed }
  }
}

/// Reads a packet of XMP for what ``XMPScanner`` does not find: lists, and the names of regions (Metadata Working
/// Group, "Guidelines for Handling Image Metadata" 2.0, 5.9). Properties are told by their local names.
private final class SidecarPacket: XMLEvents {
  private static let listed: Set<String> = [
    "description", "title", "subject", "TagsList", "PersonInImage", "RegionList",
  ]
  /// Values that are kept of a list.
  private static let limit = 1_000

  private(set) var sidecar = Sidecar()
  private var subjects: [String] = []
  private var open: [String] = []
  private var text: [UInt8] = []
  private var region: (name: String, isFace: Bool) = ("", true)

  init?(_ bytes: [UInt8]) {
    let pieces = XMLPieces()
    do throws(XMLFault) {
      try bytes.withUnsafeBufferPointer { bytes throws(XMLFault) in try pieces.read(bytes, to: self)
      }
      try pieces.end(to: self)
    } catch {
      return nil
    }
    if sidecar.tags.isEmpty { sidecar.tags = subjects }
  }

  func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    open.append(String(cString: name))
    text = []
    for (name, value) in attributes {
      take(String(cString: XMLPieces.local(name)), String(cString: value))
    }
  }

  func add(_ text: UnsafeRawBufferPointer) { self.text += text }

  func end(_ name: UnsafePointer<CChar>) {
    let value = String(String(decoding: text, as: UTF8.self).trimmed)
    let name = open.popLast() ?? ""
    text = []
    if name == "li" { takeItem(value) } else { take(name, value) }
  }

  /// A property, or a part of a region.
  private func take(_ name: String, _ value: String) {
    switch name {
    case "Rating": sidecar.rating = Int(value) ?? sidecar.rating
    case "description" where sidecar.description.isEmpty: sidecar.description = value
    case "title" where sidecar.title.isEmpty: sidecar.title = value
    case "Name" where open.contains("RegionList"): region.name = value
    case "Type" where open.contains("RegionList"): region.isFace = value == "Face"
    default: break
    }
  }

  private func takeItem(_ value: String) {
    switch open.last(where: { Self.listed.contains($0) }) {
    case "description" where sidecar.description.isEmpty: sidecar.description = value
    case "title" where sidecar.title.isEmpty: sidecar.title = value
    case "subject": append(value, to: &subjects)
    case "TagsList": append(value, to: &sidecar.tags)
    case "PersonInImage": append(value, to: &sidecar.people)
    case "RegionList":
      if region.isFace { append(region.name, to: &sidecar.people) }
      region = ("", true)
    default: break
    }
  }

  private func append(_ value: String, to list: inout [String]) {
    if !value.isEmpty, list.count < Self.limit, !list.contains(value) { list.append(value) }
  }
}
