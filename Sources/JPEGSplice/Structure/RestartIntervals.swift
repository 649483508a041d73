import Formats

/// The parts of a scan's data between restart markers, each coded on its own (T.81, E.1.4).
///
/// They are found by their markers, without decoding, so those that are not needed cost next to
/// nothing.
struct RestartIntervals {
  struct Interval {
    /// The scan's MCUs that it codes.
    let mcus: Range<Int>
    /// From its first byte to the 0xFF of the marker after it.
    let data: Range<Int>
  }

  private let bytes: [UInt8]
  /// Where markers without a length begin, from the scan's first on; nil where they must be searched
  /// for.
  private var known: ArraySlice<Int>?
  private let scan: Scan
  private let mcuCount: Int
  private var nextMCU = 0
  private var position: Int

  init(of scan: Scan, mcuCount: Int, in structure: JPEGStructure) {
    bytes = structure.bytes
    known = structure.loneMarkers?[...]
    self.scan = scan
    self.mcuCount = mcuCount
    position = scan.data.lowerBound
  }

  /// The next interval; nil after the last.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where markers are missing, too many or out of order.
  mutating func next() throws(JPEGError) -> Interval? {
    guard nextMCU < mcuCount else { return nil }
    let length = scan.restartInterval == 0 ? mcuCount : scan.restartInterval
    let mcus = nextMCU..<min(nextMCU + length, mcuCount)
    let start = position
    let marker = scan.restartInterval == 0 ? nil : try nextRestart(from: start)
    nextMCU = mcus.upperBound
    guard nextMCU < mcuCount else {
      if let marker { throw .damaged(.wrongRestart, at: marker) }
      return Interval(mcus: mcus, data: start..<scan.data.upperBound)
    }
    let expected = UInt8(0xD0 + (mcus.lowerBound / length) % 8)
    guard let marker else { throw .damaged(.endsEarly, at: scan.data.upperBound) }
    guard bytes[marker + 1] == expected else { throw .damaged(.wrongRestart, at: marker) }
    position = marker + 2
    return Interval(mcus: mcus, data: start..<marker)
  }

  /// Where the next RSTn begins in the scan's data.
  ///
  /// - Throws: ``JPEGError/damaged(_:at:)`` where another marker stands among the data, at which
  ///   decoders would stop.
  private mutating func nextRestart(from start: Int) throws(JPEGError) -> Int? {
    guard let marker = nextMarker(from: start) else { return nil }
    guard 0xD0...0xD7 ~= bytes[marker + 1] else { throw .damaged(.wrongRestart, at: marker) }
    return marker
  }

  /// Where the next 0xFF is that neither a stuffed zero nor a fill byte follows.
  private mutating func nextMarker(from start: Int) -> Int? {
    if let markers = known {
      let rest = markers.drop { $0 < start }
      known = rest
      return rest.first.flatMap { $0 + 1 < scan.data.upperBound ? $0 : nil }
    }
    return bytes.withUnsafeBytes { buffer in
      var position = start
      while let prefix = buffer.firstFF(from: position), prefix + 1 < scan.data.upperBound {
        let code = buffer[prefix + 1]
        if code != 0x00, code != 0xFF { return prefix }
        position = prefix + 1
      }
      return nil
    }
  }
}
