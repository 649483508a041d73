/// The items of a HEIF file's meta box (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6).
struct HEIFItems {
  struct Item {
    let type: FourCC
    /// Of `mime` items.
    let contentType: String?
  }

  struct Reference {
    let type: FourCC
    let from: Int
    let to: [Int]
  }

  /// Properties of one item that are read at most.
  private static let maximumAssociations = 255

  private(set) var primary: Int?
  private(set) var items: [Int: Item] = [:]
  private(set) var locations: [Int: HEIFLocation] = [:]
  private(set) var references: [Reference] = []
  /// The boxes of ipco, in order.
  private var properties: [ISOBox] = []
  /// Indices into `properties` from 1, for each item in the order in which they are applied.
  private var associations: [Int: [Int]] = [:]
  /// The content of idat, where items with construction method 1 are.
  private(set) var data: ArraySlice<UInt8> = []

  /// Reads the boxes in `meta`; those that are cut or of unknown version are left out.
  init(meta: ISOBox) {
    guard let content = meta.fullBox?.content else { return }
    for box in ISOBox.boxes(in: content.bytes) {
      switch box.type {
      case "pitm":
        primary = box.fullBox.flatMap { $0.content.value(at: 0, size: $0.version == 0 ? 2 : 4) }
      case "iinf": readInformation(box)
      case "iloc": locations = HEIFLocation.all(in: box)
      case "iref": readReferences(box)
      case "iprp": readProperties(box)
      case "idat": data = box.content
      default: break
      }
    }
  }

  /// The boxes that describe `item`, in the order in which they are applied.
  func properties(of item: Int) -> [ISOBox] {
    (associations[item] ?? []).compactMap { index in
      properties.indices.contains(index - 1) ? properties[index - 1] : nil
    }
  }

  /// The items that references of `type` from `item` lead to.
  func targets(of type: FourCC, from item: Int) -> [Int] {
    references.first { $0.type == type && $0.from == item }?.to ?? []
  }

  /// The items with a reference of `type` to `item`.
  func sources(of type: FourCC, to item: Int) -> [Int] {
    references.filter { $0.type == type && $0.to.contains(item) }.map(\.from)
  }

  /// How the primary item is coded: its type, or that of its first tile where it is derived.
  var primaryCoding: FourCC? {
    guard let primary, let item = items[primary] else { return nil }
    guard ["grid", "iovl", "iden", "tmap"].contains(item.type) else { return item.type }
    return targets(of: "dimg", from: primary).first.flatMap { items[$0]?.type }
  }

  /// Item information entries of versions 2 and 3; older ones have no type.
  private mutating func readInformation(_ box: ISOBox) {
    guard let (version, _, content) = box.fullBox,
      let entries = content.slice(from: version == 0 ? 2 : 4)
    else { return }
    for entry in ISOBox.boxes(in: entries) where entry.type == "infe" {
      guard let (version, _, content) = entry.fullBox, version == 2 || version == 3 else {
        continue
      }
      let identifierSize = version == 2 ? 2 : 4
      guard let identifier = content.value(at: 0, size: identifierSize),
        let type = content.fourCC(at: identifierSize + 2),
        let strings = content.slice(from: identifierSize + 6)
      else { continue }
      let afterName = strings.drop { $0 != 0 }.dropFirst()
      let contentType = String(decoding: afterName.prefix { $0 != 0 }, as: UTF8.self)
      items[identifier] = Item(type: type, contentType: type == "mime" ? contentType : nil)
    }
  }

  private mutating func readReferences(_ box: ISOBox) {
    guard let (version, _, content) = box.fullBox else { return }
    let size = version == 0 ? 2 : 4
    for box in ISOBox.boxes(in: content.bytes) {
      guard let from = box.reader.value(at: 0, size: size),
        let count = box.reader.value(at: size, size: 2)
      else { continue }
      let present = min(count, max(0, box.content.count - size - 2) / size)
      let to = (0..<present).compactMap { box.reader.value(at: size + 2 + $0 * size, size: size) }
      references.append(Reference(type: box.type, from: from, to: to))
    }
  }

  private mutating func readProperties(_ box: ISOBox) {
    for box in ISOBox.boxes(in: box.content) {
      if box.type == "ipco" { properties = ISOBox.boxes(in: box.content) }
      if box.type == "ipma" { readAssociations(box) }
    }
  }

  /// ISO/IEC 23008-12, 9.3: the highest bit of an index says that the property is essential.
  private mutating func readAssociations(_ box: ISOBox) {
    guard let (version, flags, content) = box.fullBox, let count = content.value(at: 0, size: 4)
    else { return }
    let identifierSize = version == 0 ? 2 : 4
    let indexSize = flags & 1 == 0 ? 1 : 2
    let indexMask = indexSize == 1 ? 0x7F : 0x7FFF
    var position = 4
    for _ in 0..<count {
      guard let item = content.value(at: position, size: identifierSize),
        let associated = content.value(at: position + identifierSize, size: 1)
      else { return }
      position += identifierSize + 1
      for _ in 0..<associated {
        guard let index = content.value(at: position, size: indexSize) else { return }
        if associations[item, default: []].count < Self.maximumAssociations {
          associations[item, default: []].append(index & indexMask)
        }
        position += indexSize
      }
    }
  }
}
