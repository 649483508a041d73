import ArgumentParser
import CaptureTime
import Files
import Fonts
import Formats
import Journal
import Raster
import Stamping
import Store
import SystemPackage

extension Wording {
  /// Reads an option's value, and says which option and value where it is wrong.
  ///
  /// - Throws: `ValidationError`.
  package static func checking<Value>(
    _ option: String, _ text: String, _ read: (String) throws -> Value
  ) throws -> Value {
    do {
      return try read(text)
    } catch {
      throw ValidationError("\(option) \(text): \(message(for: error)).")
    }
  }

  /// What was wrong, for any error.
  package static func message(for error: any Error) -> String {
    ownMessage(for: error) ?? "\(error)"
  }

  /// What was wrong, for any error of this package; nil for those of others, which may say anything.
  package static func ownMessage(for error: any Error) -> String? {
    switch error {
    case let error as LabelError: message(for: error)
    case let error as TimeFormatError: message(for: error)
    case let error as GivenTimeError: message(for: error)
    case let error as TimeShiftSyntaxError: message(for: error)
    case let error as CaptureZoneError: message(for: error)
    case let error as FontError: message(for: error)
    case let error as FontNotFound: message(for: error)
    case let error as OutputConflict: message(for: error)
    case let error as FileError: messageWithPath(for: error)
    case let error as StampError: message(for: error)
    case let error as JournalError: message(for: error)
    case let error as LockError: message(for: error)
    case let error as PINError: message(for: error)
    case let error as PINEntryError: message(for: error)
    case let error as MovingError: message(for: error)
    case let error as ImportProblem: message(for: error)
    case let error as CaptionError: message(for: error)
    case let error as NameError: message(for: error)
    case let error as DayRangeError: message(for: error)
    case let error as TimeOfDayError: message(for: error)
    case let error as WeekStartError: message(for: error)
    case let error as SettingError: message(for: error)
    case let error as SettingProblem: message(for: error)
    case is RawArguments.NotUTF8: "it is not UTF-8"
    default: nil
    }
  }

  private static func message(for error: FontNotFound) -> String {
    "the font \(error.font.fileName) was not found; looked for\n  "
      + error.places.joined(separator: "\n  ")
      + "\nSet DAYSTAMP_FONTS to the folder that has it."
  }

  private static func message(for error: OutputConflict) -> String {
    switch error {
    case .sameOutput(let output, let first, let second):
      "\(name(first)) and \(name(second)) would both be written to \(name(output)); "
        + "nothing was written. Leave one away, or write them into different folders."
    case .overwritesInput(let output, let input):
      "\(name(input)) would be written over the input \(name(output)); nothing was written. "
        + "Give another -o, or --in-place to replace the inputs."
    }
  }
}
