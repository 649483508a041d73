extension PNGStructure {
  /// Reads eXIf, iCCP, the XMP text chunk (XMP part 3, 1.1.5), and ImageMagick's raw profiles where
  /// the standard chunk is not there; lists the rest.
  func metadata() -> EmbeddedMetadata {
    var metadata = EmbeddedMetadata()
    readEXIF(into: &metadata)
    readICC(into: &metadata)
    var profiles: Set<String> = []
    for chunk in chunks where !Self.technicalTypes.contains(chunk.type) {
      guard ["tEXt", "zTXt", "iTXt"].contains(chunk.type) else {
        metadata.note(.block(chunk.type.description))
        continue
      }
      guard let text = PNGText(type: chunk.type, data: data(chunk)) else { continue }
      // One block of each name: a hostile file must not make us inflate thousands.
      switch text.keyword {
      case "XML:com.adobe.xmp" where profiles.insert(text.keyword).inserted:
        readXMP(text, into: &metadata)
      case _ where PNGRawProfile.keywords.contains(text.keyword):
        guard profiles.insert(text.keyword).inserted else { continue }
        readRawProfile(text, into: &metadata)
      default: metadata.note(.comment)
      }
    }
    if let end, end < bytes.count { metadata.note(.trailer) }
    return metadata
  }

  private func readEXIF(into metadata: inout EmbeddedMetadata) {
    guard let chunk = first("eXIf") else { return }
    let block = data(chunk).droppingExifSignature
    if (try? TIFFStructure(block)) != nil {
      metadata.exif = block
    } else {
      metadata.problems.append(
        MetadataProblem(kind: .exif, offset: chunk.range.lowerBound, reason: .notTIFF))
    }
  }

  /// A profile name, a NUL, the compression method and the compressed profile (11.3.2.3).
  private func readICC(into metadata: inout EmbeddedMetadata) {
    guard let chunk = first("iCCP") else { return }
    let data = data(chunk)
    guard let name = data.firstIndex(of: 0) else { return }
    do throws(InflateError) {
      metadata.icc = try Zlib.inflate(data[name...].dropFirst(2))[...]
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: .icc, offset: chunk.range.lowerBound, reason: .compression(error)))
    }
  }

  private func readXMP(_ text: PNGText, into metadata: inout EmbeddedMetadata) {
    do throws(InflateError) {
      metadata.xmp.append(try text.inflated())
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: .xmp, offset: text.text.startIndex, reason: .compression(error)))
    }
  }

  private func readRawProfile(_ text: PNGText, into metadata: inout EmbeddedMetadata) {
    let kind = PNGRawProfile.kind(of: text.keyword)
    do throws(InflateError) {
      guard let profile = PNGRawProfile(text: try text.inflated()) else {
        metadata.problems.append(
          MetadataProblem(kind: kind, offset: text.text.startIndex, reason: .malformedText))
        return
      }
      profile.add(to: &metadata)
    } catch {
      metadata.problems.append(
        MetadataProblem(kind: kind, offset: text.text.startIndex, reason: .compression(error)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without the "Exif\0\0" that belongs to JPEG but that some writers put elsewhere too.
  var droppingExifSignature: ArraySlice<UInt8> {
    starts(with: Array("Exif\0".utf8)) ? dropFirst(6) : self
  }
}
