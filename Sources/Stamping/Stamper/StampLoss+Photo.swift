import Formats
import Raster

extension StampLoss {
  /// What a photo would lose on its way through libgd into a format, as far as its header tells.
  ///
  /// - Parameters:
  ///   - photo: the photo.
  ///   - format: the output's.
  ///   - dropped: the metadata that finds no place in the output.
  /// - Returns: one for each kind of loss.
  static func losses(
    of photo: PhotoFile, into format: PhotoFormat, dropped: [MetadataKind]
  ) -> [StampLoss] {
    let header = photo.header
    var losses: [StampLoss] = []
    if header.isAnimated { losses.append(.animation(frames: header.frameCount)) }
    if header.pageCount > 1 { losses.append(.pages(header.pageCount)) }
    if header.bitsPerChannel > 8 { losses.append(.bitsPerChannel(header.bitsPerChannel)) }
    if header.colour == .cmyk || header.colour == .ycck { losses.append(.cmyk) }
    if header.format != format { losses += header.extras.map(StampLoss.extra) }
    if !dropped.isEmpty { losses.append(.metadata(dropped, into: format)) }
    return losses
  }
}

extension StampLoss {
  /// What a decoded photo would lose of its transparency.
  static func losses(of transparency: Image.Transparency, into format: PhotoFormat) -> [StampLoss] {
    if transparency == .none { return [] }
    if !format.carriesTransparency { return [.transparency(into: format)] }
    return transparency == .partial ? [.partialTransparency] : []
  }
}

extension PhotoFormat {
  /// Whether files of this format, as they are written here, can be transparent.
  fileprivate var carriesTransparency: Bool {
    switch self {
    case .png, .webp, .gif, .tiff, .heic, .avif: true
    case .jpeg, .bmp: false
    }
  }

  /// Whether metadata, and with it the orientation, is put into files of this format.
  var carriesMetadata: Bool {
    switch self {
    case .jpeg, .png, .webp: true
    case .gif, .bmp, .tiff, .heic, .avif: false
    }
  }
}
