import ArgumentParser
import Fonts
import Foundation
import Shell
import Stamping

extension LabelFonts {
  /// Opens a face and the bundled ones, which lie beside the program or where `DAYSTAMP_FONTS` says.
  ///
  /// - Throws: `ValidationError` for a face that is no font. Where a bundled one is missing the
  ///   installation is wrong, not the command line; that is said, and what is thrown ends the program.
  init(ofThisProgram face: LabelStyle.Face) throws {
    do {
      self = try LabelFonts(
        face: face,
        searchPath: FontSearchPath(
          override: ProcessInfo.processInfo.environment["DAYSTAMP_FONTS"],
          executableFolder: ExecutableFolder.current()))
    } catch let error as FontNotFound {
      Console.say("Error: \(Wording.message(for: error))")
      throw ExitStatus.failure.exitCode
    } catch {
      throw ValidationError(Wording.message(for: error))
    }
  }
}
