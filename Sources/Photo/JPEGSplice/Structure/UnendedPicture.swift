package import Formats

extension JPEGPicture {
  /// Reads a JPEG's picture. If its file has all blocks but no EOI marker at its end, this adds the marker
  /// after the last byte. Browsers and djpeg show such files.
  ///
  /// Without the marker, this reads all of the entropy-coded data, which takes as long as decoding it.
  ///
  /// - Parameter structure: the file's segments.
  /// - Throws: ``JPEGError`` if a header is damaged or of a form that is not spliced, and
  ///   ``JPEGError/missing(part:at:)`` if blocks are missing too.
  package init(ending structure: JPEGStructure) throws(JPEGError) {
    guard structure.imageEnd == nil else {
      try self.init(structure)
      return
    }
    let cut = JPEGError.missing(part: "EOI", at: structure.bytes.count)
    let ended = try JPEGError.header(try JPEGStructure(structure.bytes + Self.endOfImage))
    // A file that ends inside a segment is cut off.
    guard ended.imageEnd == ended.bytes.count, ended.first(.startOfScan) != nil else { throw cut }
    do {
      try self.init(ended)
      var reader = PictureReader(self, tracing: Set(scans.indices))
      for scan in scans.indices { _ = try reader.trace(scan) }
    } catch .unsupported(let form) where form != .unusualStructure {
      throw .unsupported(form)
    } catch {
      throw cut
    }
  }

  /// The marker of the image's end.
  package static let endOfImage: [UInt8] = [0xFF, JPEGMarker.endOfImage.rawValue]
}
