/// What one place in a photo's metadata says of its capture time, before it is weighed.
struct CaptureTimeReading {
  let source: CaptureTimeSource
  /// The text as found, without padding, cut at ``CaptureTimeReader/rawTextLimit``; what is not
  /// UTF-8 as U+FFFD.
  let rawText: String
  let result: Result<CaptureTime, CaptureTimeRejection>

  init(
    _ source: CaptureTimeSource, rawText: ArraySlice<UInt8>,
    read: () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.source = source
    let shown = rawText.trimmed
    self.rawText =
      String(decoding: shown.prefix(CaptureTimeReader.rawTextLimit), as: UTF8.self)
      + (shown.count > CaptureTimeReader.rawTextLimit ? "…" : "")
    result = Result(catching: read)
  }

  init(
    _ source: CaptureTimeSource, rawText: String,
    read: () throws(CaptureTimeRejection) -> CaptureTime
  ) {
    self.init(source, rawText: Array(rawText.utf8)[...], read: read)
  }
}
