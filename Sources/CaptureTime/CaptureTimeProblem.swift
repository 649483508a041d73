package import Formats

/// A metadata block, or its rest, that could not be searched for times.
package enum CaptureTimeProblem: Error, Sendable, Hashable {
  case exif(TIFFError)
  /// `packet` counts the photo's packets from 0.
  case xmp(packet: Int, XMPError)
  /// A dataset's length field is itself of variable length, which no date needs.
  case iptcExtendedDataset(offset: Int)
  /// A dataset claims more bytes than the stream has left.
  case iptcTruncated(offset: Int, observed: Int, expected: Int)
}
