import Formats
import Shell
import SystemPackage

extension Wording {
  static let noPhotos = "There is no photo among the inputs."
  static let noInput = "Give photos or folders as input, or - for standard input."

  static func severalInputsIntoOneFile(_ output: FilePath) -> String {
    "\(name(output)) is a file, and there is more than one photo; give a folder."
  }

  static func outputNameContradicts(_ output: FilePath, to format: PhotoFormat) -> String {
    "\(name(output)) does not end like a \(format.name); change the name, or leave --to away."
  }
}
