import TestSupport

/// Changes files at random: small ones deep inside, and large ones of whole segments.
struct Mutator {
  private var random: SplitMix64
  private let corpus: [[UInt8]]

  init(seed: UInt64, corpus: [[UInt8]]) {
    random = SplitMix64(seed: seed)
    self.corpus = corpus
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  /// A file of the corpus after one to four changes.
  mutating func file() -> [UInt8] {
    var bytes = corpus[number(0..<corpus.count)]
    for _ in 0..<(1 << number(0..<3)) { change(&bytes) }
    return bytes
  }

  /// A record, or any other bytes, after one to eight changes that know nothing of its structure.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<(1 << number(0..<4)) { changeBytes(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    switch number(0..<4) {
    case 0: changeBytes(&bytes)
    case 1: changeSegments(&bytes)
    case 2: changeField(&bytes)
    default: changeData(&bytes)
    }
  }

  private mutating func changeBytes(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = number(0..<bytes.count)
    let end = min(bytes.count, place + number(1..<9))
    switch number(0..<8) {
    case 0, 1: bytes[place] ^= 1 << UInt8(number(0..<8))
    case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][number(0..<6)]
    case 3: bytes[place] = UInt8(number(0..<256))
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: number(0..<bytes.count))
    case 6: for index in place..<end { bytes[index] = UInt8(number(0..<256)) }
    default: if number(0..<4) == 0 { bytes.removeSubrange(place...) }
    }
  }

  private mutating func changeSegments(_ bytes: inout [UInt8]) {
    var file = JPEGParts(bytes)
    guard !file.parts.isEmpty else { return }
    let place = number(0..<file.parts.count)
    switch number(0..<5) {
    case 0: file.parts.remove(at: place)
    case 1: file.parts.insert(file.parts[place], at: number(0..<file.parts.count))
    case 2: file.parts.swapAt(place, number(0..<file.parts.count))
    case 3:
      let other = JPEGParts(corpus[number(0..<corpus.count)]).parts
      file.parts.insert(other[number(0..<other.count)], at: place)
    default:
      let other = JPEGParts(corpus[number(0..<corpus.count)]).parts
      file.parts[place] = other[number(0..<other.count)]
    }
    bytes = file.bytes
  }

  /// Changes a byte of a segment's length or of its first fields, where headers have theirs.
  private mutating func changeField(_ bytes: inout [UInt8]) {
    var file = JPEGParts(bytes)
    let segments = file.parts.indices.filter {
      file.parts[$0].count > 4 && file.parts[$0][0] == 0xFF
    }
    guard !segments.isEmpty else { return }
    let place = segments[number(0..<segments.count)]
    let field = number(1..<min(24, file.parts[place].count))
    switch number(0..<3) {
    case 0: file.parts[place][field] = UInt8(number(0..<256))
    case 1: file.parts[place][field] &+= number(0..<2) == 0 ? 1 : 255
    default: file.parts[place][field] = UInt8(number(0..<5)) * (number(0..<2) == 0 ? 1 : 0x11)
    }
    bytes = file.bytes
  }

  /// Changes coded data so that they stay without markers.
  private mutating func changeData(_ bytes: inout [UInt8]) {
    var file = JPEGParts(bytes)
    let data = file.parts.indices.filter { file.parts[$0][0] != 0xFF && file.parts[$0].count > 1 }
    guard !data.isEmpty else { return }
    let place = data[number(0..<data.count)]
    let index = number(0..<file.parts[place].count - 1)
    switch number(0..<4) {
    case 0: file.parts[place][index] = UInt8(number(0..<255))
    case 1: file.parts[place] += (0..<number(1..<40)).map { _ in UInt8(number(0..<255)) }
    case 2:
      for index in index..<file.parts[place].count {
        file.parts[place][index] = UInt8(number(0..<255))
      }
    default: file.parts[place].removeSubrange(index..<min(index + 3, file.parts[place].count - 1))
    }
    bytes = file.bytes
  }
}
