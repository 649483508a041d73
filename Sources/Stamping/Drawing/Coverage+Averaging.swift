import Raster

extension Coverage {
  /// The mask at a whole fraction of its size, each pixel the mean of factor × factor of it.
  ///
  /// - Parameter factor: at least 1; width and height are whole multiples of it.
  /// - Returns: the mask itself for a factor of 1.
  func averaged(by factor: Int) -> Coverage {
    if factor == 1 { return self }
    var small = Coverage(width: width / factor, height: height / factor)
    let area = factor * factor
    for y in 0..<small.height {
      for x in 0..<small.width {
        var sum = area / 2
        for row in 0..<factor {
          let start = (y * factor + row) * width + x * factor
          for index in start..<start + factor { sum += Int(values[index]) }
        }
        small.values[y * small.width + x] = UInt8(sum / area)
      }
    }
    return small
  }
}
