import Glibc

/// The folders that may hold the bundled faces, the first match winning for each face.
package struct FontSearchPath: Sendable {
  /// In the order in which they are tried.
  package let folders: [String]

  /// Only these folders.
  package init(folders: [String]) {
    self.folders = folders
  }

  /// The documented folders.
  ///
  /// - Parameters:
  ///   - override: what the environment variable `DAYSTAMP_FONTS` says, tried first; nil or empty
  ///     where it is not set.
  ///   - executableFolder: the absolute path of the folder that the program runs from; nil where
  ///     that is unknown, which leaves only the folders that do not depend on it.
  package init(override: String?, executableFolder: String?) {
    var folders: [String] = []
    if let override, !override.isEmpty {
      folders.append(override)
    }
    if let executableFolder {
      // Named by SwiftPM after package and target. Its generated `Bundle.module` is not used
      // because it traps where the bundle is missing, so an installed program could not go on.
      folders.append("\(executableFolder)/daystamp_Fonts.resources/Faces")
      folders.append("\(executableFolder)/../share/daystamp/fonts")
    }
    folders.append("/usr/local/share/daystamp/fonts")
    folders.append("/usr/share/daystamp/fonts")
    self.folders = folders
  }

  /// The path of the face's file in the first folder where it can be read.
  ///
  /// - Throws: ``FontNotFound`` where no folder has it.
  package func locate(_ font: BundledFont) throws(FontNotFound) -> String {
    let places = folders.map { "\($0)/\(font.fileName)" }
    guard let path = places.first(where: { access($0, R_OK) == 0 }) else {
      throw FontNotFound(font: font, places: places)
    }
    return path
  }

  /// The path of a face of one's own that lies beside the bundled ones, in the first folder that has it.
  ///
  /// - Parameter name: of its file, without `.ttf`, `.otf` or `.ttc`; one component of a path.
  /// - Returns: nil where no folder has it.
  package func file(named name: String) -> String? {
    if name.contains("/") { return nil }
    return folders.lazy.flatMap { folder in
      ["ttf", "otf", "ttc"].map { "\(folder)/\(name).\($0)" }
    }.first { access($0, R_OK) == 0 }
  }
}

/// A bundled face that is in none of the folders of its search path.
package struct FontNotFound: Error, Equatable {
  package let font: BundledFont
  /// The paths that were tried, in order.
  package let places: [String]
}
