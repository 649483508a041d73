extension JPEGStructure {
  /// The file for a decoder that knows no DNL segment (T.81, B.2.5): with a picture's height in the
  /// frame header, where it may be 0 instead. The file itself where it is there.
  ///
  /// - Parameter height: the picture's, in lines, as its header was read.
  /// - Returns: a file of the same length.
  package func bytesWithHeight(_ height: Int) -> [UInt8] {
    // After the precision (B.2.2).
    guard let frame = segments.first(where: { $0.marker.isStartOfFrame }),
      frame.payload.count >= 3, let height = UInt16(exactly: height)
    else { return bytes }
    let field = frame.payload.lowerBound + 1..<frame.payload.lowerBound + 3
    guard bytes[field].allSatisfy({ $0 == 0 }) else { return bytes }
    var bytes = bytes
    bytes.replaceSubrange(field, with: ByteOrder.bigEndian.bytes(of: height))
    return bytes
  }
}
