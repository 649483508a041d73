/// Bytes of one version of a file in the place of another's.
struct ByteEdit: Sendable, Hashable {
  /// Where it begins in the version that it is applied to, and how many bytes it replaces there.
  let range: Range<Int>
  let bytes: [UInt8]

  /// So many bytes that are the same in both show where the versions go on alike.
  private static let anchor = 32
  /// How far is looked for it: further than a segment of a JPEG is long.
  private static let reach = 70_000

  /// What makes one version of a file of another that differs in few places, in their order.
  ///
  /// Bytes may be replaced, and inserted in `new`. Where no more of it is alike, the rest is kept whole, so
  /// that the result is always right. Time is linear in the length, but for each place where they differ.
  static func edits(from new: [UInt8], to old: [UInt8]) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var (n, o) = (0, 0)
    while let (from, to) = difference(new, n, old, o) {
      (n, o) = (from, to)
      let next = (resumed(new, n, old, o)) ?? (new.count, old.count)
      edits.append(ByteEdit(range: n..<next.0, bytes: Array(old[o..<next.1])))
      (n, o) = next
    }
    return edits
  }

  /// The version that edits make; nil where they lead out of it.
  static func applied(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var next = 0
    for edit in edits {
      guard edit.range.lowerBound >= next, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[next..<edit.range.lowerBound] + edit.bytes
      next = edit.range.upperBound
    }
    return result + bytes[next...]
  }

  /// Where the versions next differ; nil where they go on alike to their ends.
  private static func difference(
    _ new: [UInt8], _ n: Int, _ old: [UInt8], _ o: Int
  ) -> (Int, Int)? {
    let count = min(new.count - n, old.count - o)
    let same = new.withUnsafeBufferPointer { new in
      old.withUnsafeBufferPointer { old in
        var place = 0
        while place < count, new[n + place] == old[o + place] { place += 1 }
        return place
      }
    }
    if same == count, new.count - n == old.count - o { return nil }
    return (n + same, o + same)
  }

  /// Where the versions go on alike after a difference: bytes of the new one were inserted, or replace as
  /// many.
  private static func resumed(
    _ new: [UInt8], _ n: Int, _ old: [UInt8], _ o: Int
  ) -> (Int, Int)? {
    func isAlike(_ n: Int, _ o: Int) -> Bool {
      guard n + anchor <= new.count, o + anchor <= old.count else {
        // At the end both end alike.
        return new.count - n == old.count - o && new[n...] == old[o...]
      }
      return new[n..<n + anchor] == old[o..<o + anchor]
    }
    // The nearest is the right one; bytes that are replaced are few.
    for distance in 1...64 where n + distance <= new.count && o + distance <= old.count {
      if isAlike(n + distance, o + distance) { return (n + distance, o + distance) }
    }
    for distance in 1...reach where n + distance <= new.count {
      if isAlike(n + distance, o) { return (n + distance, o) }
      // A count or a checksum before the inserted part differs too.
      for replaced in [4, 8, 16]
      where n + distance + replaced <= new.count && o + replaced <= old.count {
        if isAlike(n + distance + replaced, o + replaced) {
          return (n + distance + replaced, o + replaced)
        }
      }
    }
    return nil
  }
}
