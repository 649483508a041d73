package import Formats
import Raster

/// What happened to the photo outside its label.
package enum Fidelity: Hashable, Sendable {
  /// Nothing outside the label changed. What of the original unstamping gives back; nil where the stamp
  /// cannot be taken off, with `--no-undo` or in a format without a place for it.
  case lossless(restores: Restoration?)
  /// Pixels outside the label have other values. What unstamping gives back of a photo that was edited
  /// before it was stamped; nil of any other.
  case reencoded(because: Cause, restores: Restoration? = nil)

  package enum Cause: Hashable, Sendable {
    /// These do not survive; never empty.
    case losses([StampLoss])
    /// The output format is lossy by itself.
    case outputFormat(PhotoFormat)
  }
}

/// What of an original comes back when its stamp is taken off.
package enum Restoration: String, Sendable {
  /// The file, every byte of it.
  case bytes
  /// The value of every pixel, in a file that is re-encoded.
  case pixels
}

extension Fidelity {
  /// What comes back when the stamp is taken off; of a photo that was edited, of what it was edited to.
  package var restores: Restoration? {
    switch self {
    case .lossless(let restores), .reencoded(_, let restores): restores
    }
  }

  /// Whether the stamp can be taken off, which gives the original back byte for byte.
  package var isReversible: Bool { restores == .bytes }

  /// The same, for a stamp on a photo re-encoded before.
  func after(_ cause: Cause?) -> Fidelity {
    cause.map { .reencoded(because: $0, restores: restores) } ?? self
  }

  /// Whether nothing outside the label changed.
  var isLossless: Bool { if case .lossless = self { true } else { false } }

  /// The fidelity of a photo that is decoded and coded again, and has no stamp as yet.
  ///
  /// - Parameters:
  ///   - encoding: how it is coded.
  ///   - format: the output's.
  ///   - losses: everything that the photo loses.
  init(recodingAs encoding: Encoding, format: PhotoFormat, losses: [StampLoss]) {
    let causes = losses.filter(\.isLossy)
    if !causes.isEmpty {
      self = .reencoded(because: .losses(causes))
    } else if encoding.isLossless {
      self = .lossless(restores: nil)
    } else {
      self = .reencoded(because: .outputFormat(format))
    }
  }
}

extension StampLoss {
  /// Whether pixels outside the label change with this loss.
  fileprivate var isLossy: Bool {
    if case .reencoding = self { true } else { !isOnlyNamed }
  }
}

/// A part or property of a photo that its output cannot carry.
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
  /// An animation's palette; its pixels keep their colours.
  case palette
  case metadata([MetadataKind], into: PhotoFormat)
  /// A gain map, depth map or video beside the picture.
  case extra(HiddenExtra)
  /// The exact pixels of a JPEG that is not spliced but re-encoded.
  case reencoding(ReencodingReason)

  /// Whether the photo is stamped without `--allow-loss` and the loss only reported: what is seen
  /// stays, or the loss was asked for.
  var isOnlyNamed: Bool {
    switch self {
    case .animation, .pages, .bitsPerChannel, .partialTransparency, .transparency, .cmyk: false
    case .metadata(_, let format): !format.losesMetadata
    case .extra, .palette: true
    case .reencoding(let reason): reason.wasAskedFor
    }
  }
}

/// Why every pixel of a JPEG is re-encoded, instead of the blocks under its label.
package enum ReencodingReason: Hashable, Sendable {
  case arithmetic
  /// Its structure cannot be spliced, though libgd may read it.
  case unusual
  /// Several of its components share an identifier.
  case sharedIdentifiers
  /// Another quality was asked for.
  case quality
  /// It was to be cut at the pixel.
  case exact
  /// A filter was put over it.
  case filter
  /// Nothing is drawn in a TIFF of this form.
  case tiff(TIFFObstacle)

  var wasAskedFor: Bool {
    switch self {
    case .arithmetic, .unusual, .sharedIdentifiers, .tiff: false
    case .quality, .exact, .filter: true
    }
  }
}

extension StampLoss {
  /// What a photo would lose when it is re-encoded in a format, as far as its header tells.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - format: the output's.
  ///   - dropped: the metadata that the output cannot carry.
  /// - Returns: one for each kind of loss.
  static func losses(
    of photo: PhotoFile, into format: PhotoFormat, dropped: [MetadataKind]
  ) -> [StampLoss] {
    let header = photo.header
    var losses: [StampLoss] = []
    if header.isAnimated { losses.append(.animation(frames: header.frameCount)) }
    if header.pageCount > 1 { losses.append(.pages(header.pageCount)) }
    if header.bitsPerChannel > 8, !header.format.keepsSamples(in: format) {
      losses.append(.bitsPerChannel(header.bitsPerChannel))
    }
    if header.colour == .cmyk || header.colour == .ycck { losses.append(.cmyk) }
    if header.format != format || [.heic, .avif].contains(format) {
      losses += header.extras.map(StampLoss.extra)
    }
    if !dropped.isEmpty { losses.append(.metadata(dropped, into: format)) }
    return losses
  }
}

extension StampLoss {
  /// What a decoded photo would lose of its transparency.
  static func losses(of transparency: Image.Transparency, into format: PhotoFormat) -> [StampLoss] {
    if transparency == .none { return [] }
    if format.alpha == .none { return [.transparency(into: format)] }
    return transparency == .partial ? [.partialTransparency] : []
  }
}
