package import Formats
package import Places

/// What a photo says of itself besides its time: with what it was taken, how, where, and of what.
///
/// Everything in it comes from the photo's file, so nothing is to be trusted: texts are one line of
/// bounded length without control characters and changes of direction, numbers are in their range. What
/// is missing, cut, out of range or unknown by the standard's own sign is nil; reading never fails.
///
/// How the time is read is another matter, see `CaptureTime`.
package struct PhotoFacts: Sendable, Hashable {
  /// Maker and model, as people write them: "Canon EOS R5", "Apple iPhone 15".
  package let camera: String?
  /// The lens's name, else its focal lengths and apertures.
  package let lens: String?
  package let exposure: Exposure?
  package let position: GeoPosition?
  package let altitude: Altitude?
  /// Where the camera looked.
  package let direction: ImageDirection?
  /// The words that somebody gave the photo; never what a camera puts there by itself.
  package let caption: String?

  /// Reads the blocks once; EXIF goes before XMP but for the caption, see ``PhotoCaption``. Of several
  /// EXIF blocks the first that says a thing wins.
  ///
  /// Time is linear in the length of the blocks.
  package init(_ metadata: EmbeddedMetadata) {
    let exif = metadata.exifBlocks.compactMap(ExifDirectories.init)
    let gps = exif.compactMap(\.gps)
    let xmp = XMPFacts(metadata.xmp)
    camera = exif.lazy.compactMap(EquipmentName.camera).first
    lens = exif.lazy.compactMap(EquipmentName.lens).first
    exposure = exif.lazy.compactMap(Exposure.init).first
    let position = gps.lazy.compactMap(GeoPosition.init).first ?? xmp.position
    self.position = position
    altitude = gps.lazy.compactMap { Altitude($0, isFixed: position != nil) }.first
    direction = gps.lazy.compactMap(ImageDirection.init).first
    caption = PhotoCaption.find(exif: exif, xmp: xmp, iptc: metadata.iptc)
  }
}

/// The directories of an EXIF block that describe the photo (EXIF 2.32, section 4.6.3).
///
/// The main one and the two that it points to are read, each once, so a loop between them ends.
struct ExifDirectories {
  let main: TIFFDirectory
  let exif: TIFFDirectory?
  let gps: TIFFDirectory?

  /// Reads a block that begins at its TIFF header; nil where that or the main directory cannot be read.
  ///
  /// Nobody is told why: the reader of capture times finds the same in the same block, and tells.
  init?(_ block: ArraySlice<UInt8>) {
    guard let structure = try? TIFFStructure(block), let main = try? structure.firstDirectory()
    else { return nil }
    func linked(_ pointer: TIFFTag) -> TIFFDirectory? {
      main[pointer]?.unsigned(at: 0).flatMap { try? structure.directory(at: Int($0)) }
    }
    self.main = main
    exif = linked(.exifIFD)
    gps = linked(.gpsIFD)
  }

  /// A field of the Exif directory; TIFF/EP cameras and some converters keep them in the main one.
  subscript(tag: TIFFTag) -> TIFFEntry? { exif?[tag] ?? main[tag] }

  /// A text as one line; nil where there is none.
  func text(_ tag: TIFFTag) -> String? { self[tag]?.line }
}

extension TIFFEntry {
  /// A text up to its NUL, as one line.
  ///
  /// By the standard that is ASCII, or UTF-8 in a type of its own (Exif 3.0, section 4.6.2); cameras
  /// and programs write either, and Latin-1, whatever the type.
  var line: String? {
    switch type {
    case .ascii, .utf8, .undefined, .byte: FactLine.text(bytes.prefix { $0 != 0 })
    default: nil
    }
  }
}

/// What XMP packets say of the photo: its description and its position.
struct XMPFacts {
  /// The description in the default language, as it is in the packet.
  let description: [UInt8]?
  let position: GeoPosition?

  private static let descriptions = XMPProperty(.dublinCore, "description")
  private static let latitude = GeoPosition.xmpLatitude
  private static let longitude = GeoPosition.xmpLongitude

  /// Takes each property from the first packet that has it.
  init(_ packets: [ArraySlice<UInt8>]) {
    var found: [XMPProperty: [UInt8]] = [:]
    for packet in packets {
      let scanner = XMPScanner(
        packet, wanted: [Self.descriptions, Self.latitude, Self.longitude],
        multilingual: [Self.descriptions])
      // What stops the search is told of by the reader of capture times, which meets it too.
      try? scanner.scan()
      found.merge(scanner.found) { first, _ in first }
    }
    description = found[Self.descriptions]
    position = found[Self.latitude].flatMap { latitude in
      found[Self.longitude].flatMap { GeoPosition(xmpLatitude: latitude, longitude: $0) }
    }
  }
}
