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
    if format.alpha == .none { return [.transparency(into: format)] }
    return transparency == .partial ? [.partialTransparency] : []
  }
}
