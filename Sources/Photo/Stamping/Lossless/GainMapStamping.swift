import Formats
import JPEGSplice

/// Makes a photo's gain map neutral under labels: an HDR screen then shows the labels and the ground under
/// them as any other screen does.
struct GainMapStamping {
  /// The map's place in the photo's file.
  let range: Range<Int>
  /// The map with its neutral blocks, as long as it was.
  let bytes: [UInt8]
  /// Restores the old map.
  let reversal: Reversal

  /// Makes the blocks under labels neutral; nil without a map, or if the change does not fit its length.
  ///
  /// - Parameters:
  ///   - labels: the pixels that each covers of the photo as it is coded.
  ///   - picture: the photo's.
  init?(_ labels: [PixelArea], on picture: JPEGPicture) {
    guard let map = picture.structure.gainMap,
      let old = try? JPEGPicture(Array(picture.bytes[map.range])),
      // A file must not make the map take more memory than the photo.
      old.frame.width * old.frame.height <= picture.frame.width * picture.frame.height,
      let end = old.structure.imageEnd
    else { return nil }
    let neutral = labels.map { Layer($0, on: picture.frame, neutral: map.neutral, in: old.frame) }
    guard var splice = try? Splice(neutral, over: old, colour: old.colour) else { return nil }
    var reversal = splice.reversal.keepingScans(of: old)
    var new = splice.takeBytes()
    guard let made = try? JPEGStructure(new), made.imageEnd != nil,
      (try? splice.check(made, against: old)) != nil
    else { return nil }
    // Flat blocks are shorter. Zeros after the map's end, where no decoder looks, keep every length and
    // offset in the file true.
    let surplus = old.bytes.count - new.count
    guard surplus >= 0 else { return nil }
    let newEnd = end - surplus
    new.insert(contentsOf: [UInt8](repeating: 0, count: surplus), at: newEnd)
    if surplus > 0 { reversal.add(newEnd..<newEnd + surplus, original: []) }
    (range, bytes, self.reversal) = (map.range, new, reversal)
  }
}

extension Layer {
  /// The blocks of a gain map under a label, all of them neutral.
  ///
  /// - Parameters:
  ///   - label: what it covers of the photo as it is coded.
  ///   - photo: the photo's frame.
  ///   - neutral: red, green and blue of the map.
  ///   - map: the map's frame.
  fileprivate init(
    _ label: PixelArea, on photo: JPEGFrameHeader, neutral: [UInt8], in map: JPEGFrameHeader
  ) {
    func scaled(
      _ range: Range<Int>, _ length: Int, _ mapLength: Int, _ factor: Int
    ) -> Range<Int> {
      let step = 8 * factor
      let first = max(0, range.lowerBound) * mapLength / length / step * step
      let last = (min(range.upperBound, length) * mapLength + length - 1) / length
      let end = min(mapLength, (last + step - 1) / step * step)
      return first..<max(first, end)
    }
    let columns = scaled(label.columns, photo.width, map.width, map.maxHorizontal)
    let rows = scaled(label.rows, photo.height, map.height, map.maxVertical)
    let pixel = Pixel(red: neutral[0], green: neutral[1], blue: neutral[2], alpha: 255)
    self.init(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
      pixels: [Pixel](repeating: pixel, count: columns.count * rows.count))
  }
}
