/// The time that is written in a photo's file name.
enum FileNameTime {
  /// The patterns, tried from the top; where two fit the start of one name, the longer stands first.
  static let patterns: [FileNamePattern] = [
    // Android cameras; Samsung writes no prefix.
    FileNamePattern("IMG_%Y%m%d_%H%M%S%f"),
    FileNamePattern("VID_%Y%m%d_%H%M%S%f"),
    FileNamePattern("MVIMG_%Y%m%d_%H%M%S%f"),
    FileNamePattern("PANO_%Y%m%d_%H%M%S%f"),
    FileNamePattern("%Y%m%d_%H%M%S%f"),
    FileNamePattern("PXL_%Y%m%d_%H%M%S%f", clock: .utc),
    FileNamePattern("BURST%Y%m%d%H%M%S%f"),
    FileNamePattern("%NIMG_%N_BURST%Y%m%d%H%M%S%f"),
    // Screenshots of Android, GNOME, MATE, macOS, Windows.
    FileNamePattern("Screenshot_%Y%m%d-%H%M%S%f"),
    FileNamePattern("Screenshot_%Y%m%d_%H%M%S%f"),
    FileNamePattern("Screenshot_%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("Screenshot from %Y-%m-%d %H-%M-%S"),
    FileNamePattern("Screenshot at %Y-%m-%d %H-%M-%S"),
    FileNamePattern("Screenshot %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("Screenshot %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("Screen Shot %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("Screen Shot %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("Screenshot %Y-%m-%d %H%M%S"),
    // 스크린샷, composed and decomposed.
    FileNamePattern("\(screenshotNFC) %Y-%m-%d %H%M%S"),
    FileNamePattern("\(screenshotNFC) %Y-%m-%d %p %I.%M.%S"),
    FileNamePattern("\(screenshotNFD) %Y-%m-%d %H%M%S"),
    FileNamePattern("\(screenshotNFD) %Y-%m-%d %p %I.%M.%S"),
    // Messengers.
    FileNamePattern("signal-%Y-%m-%d-%H%M%S"),
    FileNamePattern("signal-%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("KakaoTalk_%Y%m%d_%H%M%S%f"),
    FileNamePattern("KakaoTalk_Photo_%Y-%m-%d-%H-%M-%S"),
    FileNamePattern("photo_%Y-%m-%d_%H-%M-%S"),
    FileNamePattern("WhatsApp Image %Y-%m-%d at %I.%M.%S %p"),
    FileNamePattern("WhatsApp Image %Y-%m-%d at %H.%M.%S"),
    FileNamePattern("IMG-%Y%m%d-WA%N"),
    FileNamePattern("VID-%Y%m%d-WA%N"),
    FileNamePattern("FB_IMG_%s"),
    FileNamePattern("mmexport%s"),
    FileNamePattern("wx_camera_%s"),
    // Dropbox.
    FileNamePattern("%Y-%m-%d %H.%M.%S"),
  ]

  private static let screenshotNFC = "\u{C2A4}\u{D06C}\u{B9B0}\u{C0F7}"
  private static let screenshotNFD =
    "\u{1109}\u{1173}\u{110F}\u{1173}\u{1105}\u{1175}\u{11AB}\u{1109}\u{1163}\u{11BA}"

  /// Reads a name by the first pattern that it is written in.
  ///
  /// - Parameters:
  ///   - name: Without folders; need not be UTF-8.
  ///   - zone: The wall clock on which names that give UTC or Unix time are shown.
  /// - Returns: Nil where the name follows no pattern.
  static func read(_ name: [UInt8], zone: CaptureZone) -> CaptureTimeReading? {
    for pattern in patterns {
      guard let match = pattern.match(name[...]) else { continue }
      return CaptureTimeReading(.fileName, rawText: name[...]) {
        () throws(CaptureTimeRejection) in
        try time(match, clock: pattern.clock, zone: zone)
      }
    }
    return nil
  }

  private static func time(
    _ match: FileNamePattern.Match, clock: FileNamePattern.Clock, zone: CaptureZone
  ) throws(CaptureTimeRejection) -> CaptureTime {
    switch match {
    case .unixMilliseconds(let milliseconds):
      let (seconds, rest) = milliseconds.floorDivided(by: 1_000)
      return try CaptureTime(
        unixSeconds: seconds, subsecond: String(String(rest + 1_000).dropFirst()), zone: zone,
        source: .fileName)
    case .fields(let fields):
      let time = try fields.captureTime(source: .fileName)
      guard clock == .utc else { return time }
      return try CaptureTime(
        unixSeconds: time.wallSeconds, subsecond: time.subsecond, zone: zone, source: .fileName)
    }
  }
}
