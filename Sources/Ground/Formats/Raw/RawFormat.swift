/// A format of what a camera's sensor measured. Such a file is the only original: it is known before any
/// other format, and never written; ``RawPhoto`` reads what describes it, and the JPEGs in it.
package enum RawFormat: String, Sendable, CaseIterable {
  case cr2, cr3, crw, nef, arw, pef, mrw, orf, rw2, raf, x3f, iiq, dng
  /// Laid out as TIFF, by another maker.
  case tiff

  package var name: String {
    switch self {
    case .cr2: "Canon CR2"
    case .cr3: "Canon CR3"
    case .crw: "Canon CRW"
    case .mrw: "Minolta MRW"
    case .nef: "Nikon NEF"
    case .arw: "Sony ARW"
    case .pef: "Pentax PEF"
    case .orf: "Olympus ORF"
    case .rw2: "Panasonic RW2"
    case .raf: "Fujifilm RAF"
    case .x3f: "Sigma X3F"
    case .iiq: "Phase One IIQ"
    case .dng: "DNG"
    case .tiff: "TIFF"
    }
  }
}

extension RawFormat {
  /// Of the formats that are read, in lower case.
  private static let extensions: Set<String> = [
    "cr2", "cr3", "nef", "nrw", "arw", "sr2", "dng", "pef", "orf", "rw2", "raf",
  ]

  /// Whether files with this extension are cameras' raw files that are read.
  package static func isExtension(_ name: String) -> Bool { extensions.contains(name.lowercased()) }

  /// The extensions of the files that Daystamp reads, in lower case.
  package static let readExtensions = extensions.sorted()

  /// The extensions of the files that a journal may keep, in lower case.
  package static let allExtensions = extensions.union(allCases.map(\.rawValue)).sorted()
}

/// The formats with a mark of their own in their first bytes.
extension RawFormat {
  /// As ExifTool and LibRaw know them.
  private static let marks: [(format: RawFormat, mark: StaticString, offset: Int)] = [
    (.cr3, "ftypcrx ", 4), (.raf, "FUJIFILMCCD-RAW ", 0), (.x3f, "FOVb", 0), (.orf, "IIRO", 0),
    (.orf, "IIRS", 0), (.orf, "MMOR", 0), (.rw2, "IIU\u{0}", 0), (.crw, "HEAPCCDR", 6),
    (.mrw, "\u{0}MRM", 0),
  ]
  /// After the header of a TIFF.
  private static let marksOfTIFF: [(format: RawFormat, mark: StaticString, offset: Int)] = [
    (.cr2, "CR\u{2}\u{0}", 8), (.iiq, "IIIITwaR", 8), (.iiq, "IIIICwaR", 8),
    (.iiq, "MMMMRawT", 8),
  ]

  /// The format that a file's first bytes announce; nil where they announce none.
  package init?(head: [UInt8]) {
    let reader = ByteReader(head, .littleEndian)
    let found = (TIFFPhoto.begins(head) ? Self.marksOfTIFF : Self.marks).first {
      reader.matches($0.mark, at: $0.offset)
    }
    guard let found else { return nil }
    self = found.format
  }
}

/// The formats that begin like a TIFF.
extension RawFormat {
  /// PhotometricInterpretation of what a sensor measured: a colour filter array (TIFF/EP) and LinearRaw
  /// (DNG 1.7).
  private static let colours: Set<Int> = [32803, 34892]
  /// Compressions of makers, by ExifTool's table: Sony, packed, Samsung (two), Nikon, lossy DNG, Kodak and
  /// Pentax.
  private static let compressions: Set<Int> = [
    32767, 32769, 32770, 32772, 34713, 34892, 65000, 65535,
  ]

  /// By how Make begins.
  private static let makers: [(format: RawFormat, make: String)] = [
    (.nef, "NIKON"), (.arw, "SONY"), (.pef, "PENTAX"), (.pef, "RICOH"),
  ]

  /// The format of a file that is laid out as TIFF; nil for a picture.
  ///
  /// - Parameters:
  ///   - first: the directory that the header points to.
  ///   - directories: this and all others that hold pictures.
  init?(first: TIFFDirectory, directories: [TIFFDirectory]) {
    if first[.dngVersion] != nil {
      self = .dng
      return
    }
    let make = first[.make]?.text?.uppercased() ?? ""
    let maker = Self.makers.first { make.hasPrefix($0.make) }?.format
    // The first directory of some only points to Sony's own.
    let isOnlySony =
      maker == .arw && first[.imageWidth] == nil && first[.privateData] != nil
    guard isOnlySony || directories.contains(where: Self.isMeasured) else { return nil }
    self = maker ?? .tiff
  }

  static func isMeasured(_ directory: TIFFDirectory) -> Bool {
    func isOne(_ tag: TIFFTag, of numbers: Set<Int>) -> Bool {
      directory[tag]?.offset(at: 0).map(numbers.contains) ?? false
    }
    return isOne(.photometricInterpretation, of: colours) || isOne(.compression, of: compressions)
  }
}
