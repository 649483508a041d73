@testable import Formats

/// Builds a TIFF structure of one directory by hand, so that tests see every byte they check.
struct TIFFSample {
  /// One entry: its value's bytes are stored inside it or, when longer than four, after it.
  struct Field {
    var tag: TIFFTag
    var type: TIFFType
    var count: Int
    var value: [UInt8]
  }

  var byteOrder = ByteOrder.littleEndian
  var fields: [Field] = []
  var next: UInt32 = 0

  var bytes: [UInt8] {
    let mark = byteOrder == .littleEndian ? "II" : "MM"
    var head = Array(mark.utf8) + byteOrder.bytes(of: UInt16(42)) + byteOrder.bytes(of: UInt32(8))
    head += byteOrder.bytes(of: UInt16(fields.count))
    var tail: [UInt8] = []
    let tailOffset = head.count + fields.count * 12 + 4
    for field in fields {
      head += byteOrder.bytes(of: field.tag.rawValue) + byteOrder.bytes(of: field.type.rawValue)
      head += byteOrder.bytes(of: UInt32(field.count))
      if field.value.count <= 4 {
        head += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
      } else {
        head += byteOrder.bytes(of: UInt32(tailOffset + tail.count))
        tail += field.value
      }
    }
    return head + byteOrder.bytes(of: next) + tail
  }

  func text(_ tag: TIFFTag, _ text: String) -> Field {
    Field(tag: tag, type: .ascii, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
  }

  func short(_ tag: TIFFTag, _ value: UInt16) -> Field {
    Field(tag: tag, type: .short, count: 1, value: byteOrder.bytes(of: value))
  }

  func rationals(_ tag: TIFFTag, _ values: [(UInt32, UInt32)]) -> Field {
    let bytes = values.flatMap { byteOrder.bytes(of: $0.0) + byteOrder.bytes(of: $0.1) }
    return Field(tag: tag, type: .rational, count: values.count, value: bytes)
  }
}
