package import Formats

/// Something of a photo that its output cannot carry.
package enum StampLoss: Hashable, Sendable {
  /// All pictures but the first; the count where it is known.
  case animation(frames: Int?)
  case pages(Int)
  /// The lower bits of every channel: libgd keeps eight.
  case bitsPerChannel(Int)
  /// Half the steps of transparency: libgd keeps seven bits.
  case partialTransparency
  /// All transparency: the format has none.
  case transparency(into: PhotoFormat)
  /// The ink channels; the photo becomes RGB.
  case cmyk
  case metadata([MetadataKind], into: PhotoFormat)
  /// A gain map, depth map or video beside the picture.
  case extra(HiddenExtra)
  /// The values of every pixel of a JPEG, whose blocks cannot be replaced one by one.
  case reencoding(ReencodingReason)

  /// True where the photo is still stamped without asking: what is seen of it stays, or it was
  /// asked for.
  var isOnlyNamed: Bool {
    switch self {
    case .animation, .pages, .bitsPerChannel, .partialTransparency, .transparency, .cmyk: false
    case .metadata(_, let format): !format.losesMetadata
    case .extra: true
    case .reencoding(let reason): reason == .quality
    }
  }
}

/// Why every pixel of a JPEG is coded anew, instead of the blocks under its label.
package enum ReencodingReason: Hashable, Sendable {
  case arithmetic
  case cmyk
  /// Its structure is one that cannot be spliced, though libgd may read it.
  case unusual
  /// Another quality was asked for.
  case quality
}
