import CText.Fontconfig
import Synchronization

/// Loaded where a face is asked for by its name, or for characters that no bundled face has.
private let fontconfig = cfontconfig_load()

/// The faces that are installed on this machine, as fontconfig knows them: those with outlines, and, for
/// characters that only they have, those with coloured pictures.
///
/// Of a collection of faces in one file the file counts, of which ``FontStack`` takes the first face.
package final class InstalledFonts: Sendable {
  /// One for the process: reading fontconfig's configuration takes milliseconds.
  package static let ofThisMachine = InstalledFonts()

  /// The configuration, read when it is first needed; kept as a number, for a pointer is not Sendable,
  /// and used by one thread at a time.
  private let configuration = Mutex(UInt?.none)

  private init() {}

  /// The file of a family of faces.
  ///
  /// - Parameter name: the family's, in any case, as `fc-list : family` prints it.
  /// - Returns: the path; nil where no face is called so.
  package func file(ofFamily name: String) -> String? {
    match(weight: FC_WEIGHT_MEDIUM) { pattern in
      _ = (Array(name.utf8) + [0]).withUnsafeBufferPointer {
        fontconfig.FcPatternAddString(pattern, FC_FAMILY, $0.baseAddress)
      }
    } accept: { found in
      Self.strings(FC_FAMILY, of: found).contains { $0.lowercased() == name.lowercased() }
    }
  }

  /// The file of the face that fontconfig prefers for characters: a bold one where there is, as the bundled
  /// ones are; where none with outlines has all of them, one in colour, which need not have them either.
  ///
  /// - Parameters:
  ///   - characters: that are to be drawn.
  ///   - language: as in BCP 47; empty where it is not known.
  /// - Returns: the path; nil where no face is installed.
  package func file(with characters: [Character], language: String) -> String? {
    file(with: characters, language: language, inColour: false)
      ?? file(with: characters, language: language, inColour: true)
  }

  private func file(
    with characters: [Character], language: String, inColour: Bool
  ) -> String? {
    match(weight: FC_WEIGHT_DEMIBOLD, inColour: inColour) { pattern in
      let set = fontconfig.FcCharSetCreate()
      for scalar in characters.lazy.flatMap(\.unicodeScalars) {
        _ = fontconfig.FcCharSetAddChar(set, scalar.value)
      }
      _ = fontconfig.FcPatternAddCharSet(pattern, FC_CHARSET, set)
      fontconfig.FcCharSetDestroy(set)
      if !language.isEmpty {
        _ = (Array(language.utf8) + [0]).withUnsafeBufferPointer {
          fontconfig.FcPatternAddString(pattern, FC_LANG, $0.baseAddress)
        }
      }
    } accept: { found in
      inColour || Self.has(characters, found)
    }
  }

  /// Whether a face has all characters, but for what is not drawn of them.
  private static func has(_ characters: [Character], _ found: OpaquePointer) -> Bool {
    var set: OpaquePointer?
    guard fontconfig.FcPatternGetCharSet(found, FC_CHARSET, 0, &set) == FcResultMatch else {
      return false
    }
    return characters.lazy.flatMap(\.unicodeScalars).allSatisfy {
      $0.properties.isDefaultIgnorableCodePoint || fontconfig.FcCharSetHasChar(set, $0.value) != 0
    }
  }

  /// The file of the face that fits a pattern best, where it is one that is wanted.
  private func match(
    weight: Int32, inColour: Bool = false, _ describe: (OpaquePointer) -> Void,
    accept: (OpaquePointer) -> Bool
  ) -> String? {
    configuration.withLock { known in
      if known == nil {
        known = UInt(bitPattern: fontconfig.FcInitLoadConfigAndFonts())
      }
      guard let configuration = known.flatMap({ OpaquePointer(bitPattern: $0) }),
        let pattern = fontconfig.FcPatternCreate()
      else { return nil }
      defer { fontconfig.FcPatternDestroy(pattern) }
      describe(pattern)
      _ = fontconfig.FcPatternAddBool(pattern, FC_OUTLINE, FcBool(inColour ? 0 : 1))
      _ = fontconfig.FcPatternAddBool(pattern, FC_COLOR, FcBool(inColour ? 1 : 0))
      _ = fontconfig.FcPatternAddInteger(pattern, FC_WEIGHT, weight)
      _ = fontconfig.FcConfigSubstitute(configuration, pattern, FcMatchPattern)
      fontconfig.FcDefaultSubstitute(pattern)
      var result = FcResultNoMatch
      guard let found = fontconfig.FcFontMatch(configuration, pattern, &result) else { return nil }
      defer { fontconfig.FcPatternDestroy(found) }
      return accept(found) ? Self.strings(FC_FILE, of: found).first : nil
    }
  }

  /// The values of a property, which the pattern owns.
  private static func strings(_ property: String, of pattern: OpaquePointer) -> [String] {
    var values: [String] = []
    var value: UnsafeMutablePointer<FcChar8>?
    while fontconfig.FcPatternGetString(pattern, property, Int32(values.count), &value)
      == FcResultMatch, let text = value
    {
      values.append(String(cString: text))
    }
    return values
  }
}
