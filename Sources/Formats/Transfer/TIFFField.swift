/// A directory entry to be written, its value in the byte order of the structure.
struct TIFFField {
  let tag: UInt16
  let type: TIFFType
  let count: UInt32
  let value: [UInt8]

  init(_ entry: TIFFEntry) {
    tag = entry.tag.rawValue
    type = entry.type
    count = UInt32(truncatingIfNeeded: entry.count)
    value = Array(entry.bytes)
  }

  private init(_ tag: TIFFTag, _ type: TIFFType, _ value: [UInt8]) {
    self.tag = tag.rawValue
    self.type = type
    count = 1
    self.value = value
  }

  static func short(_ tag: TIFFTag, _ value: UInt16, _ byteOrder: ByteOrder) -> TIFFField {
    TIFFField(tag, .short, byteOrder.bytes(of: value))
  }

  static func long(_ tag: TIFFTag, _ value: UInt32, _ byteOrder: ByteOrder) -> TIFFField {
    TIFFField(tag, .long, byteOrder.bytes(of: value))
  }

  /// Bytes that an entry takes: 12, and those of a value that does not fit them, padded to even.
  static func size(valueBytes count: Int) -> Int {
    12 + (count > 4 ? count + count % 2 : 0)
  }

  /// Bytes of a directory with its values.
  static func directorySize(_ fields: [TIFFField]) -> Int {
    6 + fields.reduce(0) { $0 + size(valueBytes: $1.value.count) }
  }

  /// A directory that is the last of its chain, followed by its values (TIFF 6.0, section 2).
  static func directory(_ fields: [TIFFField], at offset: Int, byteOrder: ByteOrder) -> [UInt8] {
    var entries = byteOrder.bytes(of: UInt16(fields.count))
    var values: [UInt8] = []
    let valuesOffset = offset + 6 + fields.count * 12
    for field in fields {
      entries += byteOrder.bytes(of: field.tag)
      entries += byteOrder.bytes(of: field.type.rawValue)
      entries += byteOrder.bytes(of: field.count)
      if field.value.count <= 4 {
        entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
      } else {
        entries += byteOrder.bytes(of: UInt32(valuesOffset + values.count))
        values += field.value
        if field.value.count % 2 == 1 { values.append(0) }
      }
    }
    return entries + [0, 0, 0, 0] + values
  }
}
