extension JPEGStructure {
  /// Walks a JPEG's segments.
  ///
  /// - Throws: `PhotoFileError.invalid` for more segments or scans than any photo has.
  static func reading(_ bytes: [UInt8]) throws(PhotoFileError) -> JPEGStructure {
    do throws(JPEGError) {
      return try JPEGStructure(bytes)
    } catch {
      throw PhotoFileError(error)
    }
  }

  /// Header and metadata of the first image.
  ///
  /// - Throws: `PhotoFileError` when there is no frame header or it cannot be read.
  func contents() throws(PhotoFileError) -> PhotoContents {
    if first(.hierarchical) != nil { throw .unsupported(.hierarchicalJPEG) }
    guard let segment = segments.first(where: { $0.marker.isStartOfFrame }) else {
      throw .missing(.jpeg, part: "SOF", at: segments.last?.range.upperBound ?? 2)
    }
    let frame = try JPEGFrame(segment, of: bytes)
    let height = frame.height > 0 ? frame.height : numberOfLines
    guard let height else { throw .unsupported(.jpegWithoutHeight) }

    let metadata = metadata()
    let adobe = adobeTransform
    let tables = JPEGQuality.tables(of: self)
    let quality = tables[frame.components[0].quantizationTable].map { luminance in
      let chrominance = frame.components.count == 3 ? frame.components[1].quantizationTable : nil
      return JPEGQuality.nearest(
        luminance: luminance, chrominance: chrominance.flatMap { tables[$0] })
    }
    var header = PhotoHeader(
      format: .jpeg, width: frame.width, height: height,
      colour: colour(of: frame, adobeTransform: adobe))
    header.orientation = Orientation(exif: metadata.exif)
    header.bitsPerChannel = frame.precision
    header.isLossless = frame.coding == .lossless
    header.isComplete = imageEnd != nil && first(.startOfScan) != nil
    header.jpeg = JPEGDetails(
      coding: frame.coding, isArithmetic: frame.isArithmetic,
      sampling: frame.components.map(\.sampling), quality: quality, adobeTransform: adobe,
      hasMultiPictureIndex: multiPictureSegment != nil, imageEnd: imageEnd)
    return PhotoContents(header: header, metadata: metadata, jpegStructure: self)
  }

  /// The height that a DNL segment gives (T.81, B.2.5), where there is one with a height.
  private var numberOfLines: Int? {
    guard let segment = first(.numberOfLines) else { return nil }
    let lines = ByteReader(payload(segment), .bigEndian).value(at: 0, size: 2)
    return lines == 0 ? nil : lines
  }

  /// The transform byte of the Adobe segment (Adobe Technical Note 5116).
  private var adobeTransform: Int? {
    payloads(of: .app14, startingWith: "Adobe").first.flatMap {
      ByteReader($0, .bigEndian).value(at: 6, size: 1)
    }
  }

  /// Decided as libjpeg decides it (`default_decompress_parms` in jdapimin.c).
  private func colour(of frame: JPEGFrame, adobeTransform: Int?) -> ColourModel {
    switch frame.components.count {
    case 1: return .gray
    case 3:
      if !payloads(of: .app0, startingWith: "JFIF\0").isEmpty { return .ycc }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycc }
      let identifiers = frame.components.map(\.identifier)
      return identifiers == Array("RGB".utf8) ? .rgb : .ycc
    case 4: return adobeTransform == 2 ? .ycck : .cmyk
    default: return .other
    }
  }
}
