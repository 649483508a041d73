/// The items of a HEIF file's meta box (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 6).
struct HEIFItems: Sendable {
  struct Item: Sendable {
    let type: FourCC
    /// Of `mime` items.
    let contentType: String?
  }

  struct Reference: Sendable {
    let type: FourCC
    let from: Int
    let to: [Int]
  }

  /// Boxes that occur once in a meta box or a box of properties: decoders differ in which of two they
  /// take.
  private static let singleBoxes: Set<FourCC> = [
    "pitm", "iinf", "iloc", "iref", "iprp", "idat", "ipco",
  ]
  /// The most properties of one item that are read.
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
  /// What is there twice and must not be, and where the second is.
  private(set) var repeated: (part: String, offset: Int)?

  /// Reads the boxes in `meta`; those that are cut or of unknown version are left out.
  init(meta: ISOBox) {
    guard let content = meta.fullBox?.content else { return }
    for box in single(ISOBox.boxes(in: content.bytes)) {
      switch box.type {
      case "pitm":
        primary = box.fullBox.flatMap { $0.content.value(at: 0, size: $0.version == 0 ? 2 : 4) }
      case "iinf": readInformation(box)
      case "iloc":
        let (locations, isRepeated) = HEIFLocation.all(in: box)
        self.locations = locations
        if isRepeated { repeated = ("locations of an item", box.content.startIndex) }
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

  /// The boxes themselves; those that have to be single are counted.
  private mutating func single(_ boxes: [ISOBox]) -> [ISOBox] {
    var seen: Set<FourCC> = []
    for box in boxes where Self.singleBoxes.contains(box.type) && !seen.insert(box.type).inserted {
      repeated = ("\(box.type) boxes", box.content.startIndex)
    }
    return boxes
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
      if items[identifier] != nil {
        repeated = ("infe boxes of item \(identifier)", entry.content.startIndex)
      }
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
    for box in single(ISOBox.boxes(in: box.content)) {
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

/// Where an item's data are (ISO/IEC 14496-12, 8.11.3).
struct HEIFLocation: Sendable {
  /// The most extents of all items together that are read.
  static let maximumExtents = 65_536

  enum Construction: Int, Sendable {
    case file, itemData
  }

  let construction: Construction
  /// Ranges in the file or in idat, not checked against them.
  let extents: [Range<Int>]

  /// The locations by item that an iloc box gives, those by other construction methods left out,
  /// and whether it gives an item two.
  static func all(in box: ISOBox) -> (locations: [Int: HEIFLocation], isRepeated: Bool) {
    guard let (version, _, content) = box.fullBox, version <= 2,
      let sizes = content.value(at: 0, size: 2)
    else { return ([:], false) }
    let offsetSize = sizes >> 12
    let lengthSize = sizes >> 8 & 0x0F
    let baseSize = sizes >> 4 & 0x0F
    let indexSize = version == 0 ? 0 : sizes & 0x0F
    let idSize = version < 2 ? 2 : 4
    guard let count = content.value(at: 2, size: idSize), lengthSize > 0,
      max(offsetSize, baseSize, indexSize) <= 8
    else { return ([:], false) }

    var isRepeated = false
    var seen: Set<Int> = []
    var locations: [Int: HEIFLocation] = [:]
    var position = 2 + idSize
    var extentsLeft = maximumExtents
    for _ in 0..<count {
      guard let item = content.value(at: position, size: idSize) else { break }
      position += idSize
      if !seen.insert(item).inserted { isRepeated = true }
      var method = 0
      if version > 0 {
        method = (content.value(at: position, size: 2) ?? 0) & 0x0F
        position += 2
      }
      position += 2
      guard let base = content.value(at: position, size: baseSize),
        let extentCount = content.value(at: position + baseSize, size: 2),
        extentCount <= extentsLeft
      else { break }
      extentsLeft -= extentCount
      position += baseSize + 2
      var extents: [Range<Int>] = []
      for _ in 0..<extentCount {
        guard let offset = content.value(at: position + indexSize, size: offsetSize),
          let length = content.value(at: position + indexSize + offsetSize, size: lengthSize)
        else { return (locations, isRepeated) }
        position += indexSize + offsetSize + lengthSize
        let (start, startOverflow) = base.addingReportingOverflow(offset)
        let (end, endOverflow) = start.addingReportingOverflow(length)
        guard !startOverflow, !endOverflow else { continue }
        extents.append(start..<end)
      }
      guard let construction = Construction(rawValue: method) else { continue }
      locations[item] = HEIFLocation(construction: construction, extents: extents)
    }
    return (locations, isRepeated)
  }

  /// The item's bytes, or `nil` when they are not all there or more than the file has.
  func data(file: [UInt8], itemData: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let reader = ByteReader(construction == .file ? file[...] : itemData, .bigEndian)
    if let only = extents.first, extents.count == 1 {
      return reader.slice(at: only.lowerBound, count: only.count)
    }
    var joined: [UInt8] = []
    for extent in extents {
      guard let part = reader.slice(at: extent.lowerBound, count: extent.count),
        joined.count + part.count <= file.count
      else { return nil }
      joined += part
    }
    return extents.isEmpty ? nil : joined[...]
  }

  /// Whether all extents lie in a file of `size` bytes.
  func isInside(fileSize size: Int) -> Bool {
    construction != .file || extents.allSatisfy { $0.upperBound <= size }
  }
}
