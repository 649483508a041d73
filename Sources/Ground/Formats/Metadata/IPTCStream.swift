/// The datasets of an IPTC-IIM stream's application record (IIM 4.2, 1.5).
package struct IPTCStream: Sendable {
  private static let tagMarker: UInt8 = 0x1C
  private static let applicationRecord: UInt8 = 2
  /// From here on a dataset's length field gives the length of the length.
  private static let extendedLength = 0x8000

  /// The first dataset of each number asked for that is there, as it is in the stream.
  package private(set) var values: [UInt8: ArraySlice<UInt8>] = [:]
  /// Why the stream was not read to its end.
  package private(set) var problem: IPTCError?

  /// Reads up to the first byte that does not begin a dataset.
  ///
  /// Extended datasets (lengths with the top bit set) end the reading: no date or caption needs one,
  /// and what comes after one is not to be trusted.
  ///
  /// - Parameters:
  ///   - stream: all of it.
  ///   - wanted: numbers of datasets of record 2: 55 for 2:55, the date.
  package init(_ stream: ArraySlice<UInt8>, wanted: Set<UInt8>) {
    var rest = stream
    while rest.first == Self.tagMarker,
      let length = ByteReader(rest, .bigEndian).value(at: 3, size: 2)
    {
      let start = rest.startIndex
      let offset = start - stream.startIndex
      guard length < Self.extendedLength else {
        problem = .extendedDataset(offset: offset)
        return
      }
      guard length <= rest.count - 5 else {
        problem = .truncated(offset: offset, observed: rest.count - 5, expected: length)
        return
      }
      let number = rest[start + 2]
      if rest[start + 1] == Self.applicationRecord, wanted.contains(number), values[number] == nil {
        values[number] = rest[start + 5..<start + 5 + length]
      }
      rest = rest[(start + 5 + length)...]
    }
  }
}

/// Why an IPTC stream is not read to its end. Offsets count from its first byte.
package enum IPTCError: Error, Sendable, Hashable {
  /// A dataset's length field is itself of variable length.
  case extendedDataset(offset: Int)
  /// A dataset claims more bytes than the stream has left.
  case truncated(offset: Int, observed: Int, expected: Int)
}
