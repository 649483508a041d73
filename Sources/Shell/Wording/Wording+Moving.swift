import Files
package import Journal
import Stamping
package import Store
import SystemPackage

extension Wording {
  package static func message(for error: MovingError) -> String {
    switch error {
    case .notEmpty(let path): "\(name(path)) is not empty; give a folder that is new or empty"
    case .fileExists(let path): "\(name(path)) is there already; --force replaces it"
    case .isOfTheJournal(let path):
      "\(name(path)) is one of the journal's own files; give another path"
    case .noExport(let path):
      "there is no journal.json in \(name(path)); give a folder that daystamp export wrote"
    case .unreadable(let path, let error): "\(name(path)): \(message(reading: error))"
    case .format(let observed, let expected):
      "journal.json is a “\(escaped(observed))”, not a “\(expected)”; it was not read"
    case .version(let observed, let known):
      "the export is of version \(observed), and this Daystamp knows version \(known)"
        + (observed > known ? "; use a newer Daystamp" : "")
    case .owner(let owner, let error):
      "the export's owner “\(escaped(owner))”: \(message(for: error))"
    case .lastNumber(let observed, let expected):
      "the export's lastNumber is \(observed): it goes from \(expected.lowerBound) to "
        + "\(expected.upperBound)"
    case .unknownSetting(let key):
      "the export has a setting “\(escaped(key))”, which this Daystamp does not know"
    case .setting(let error): "the export's setting \(message(for: error))"
    }
  }

  private static func message(reading error: any Error) -> String {
    if case DecodingError.dataCorrupted = error { return "is no JSON" }
    return message(for: ImportProblem(reading: error))
  }

  package static func message(for problem: ImportProblem) -> String {
    switch problem {
    case .missing(let field): "\(escaped(field)) is missing"
    case .wrongType(let field, let expected):
      "\(field.isEmpty ? "it" : escaped(field)) is not \(withArticle(expected))"
    case .unreadable(let error): "it cannot be read (\(escaped("\(error)")))"
    case .outOfRange(let field, let observed, let expected):
      "\(field.rawValue) is \(observed): it goes from \(expected.lowerBound) to "
        + "\(expected.upperBound)"
    case .tooLong(let field, let observed, let limit):
      "\(field.rawValue) has \(observed) bytes, and \(limit) are allowed"
    case .notHexadecimal(let field, let digits):
      "\(field.rawValue) is not \(digits) hexadecimal digits"
    case .notDigits(let field, let observed, let limit):
      "\(field.rawValue) is “\(shortened(observed))”, not 1 to \(limit) digits"
    case .noDay(let text): "day is “\(shortened(text))”, which no calendar has"
    case .otherDay(let day, let instant):
      "day is \(day), and the instant \(instant) is more than a day off it"
    case .unknownName(let field, let observed, let known):
      "\(field.rawValue) is “\(shortened(observed))”: it can be \(known.joined(separator: ", "))"
    case .notAPath(let field, let observed):
      "\(field.rawValue) is “\(shortened(observed))”, not a path of a file below photos"
    case .notAFileName(let field, let observed):
      "\(field.rawValue) is “\(shortened(observed))”, which no file is called"
    case .value(let field, let error): "\(field.rawValue): \(escaped(message(for: error)))"
    case .repeated(let field): "\(field.rawValue) is there twice"
    case .fileMissing(let file): "\(name(file)) is not there"
    case .notAFile(let file):
      "\(name(file)) is no file of the export itself; links and folders are not read"
    case .unreadableFile(let error): "\(name(error.path)): \(message(for: error))"
    case .changedFile(let file):
      "\(name(file)) is not the file that was exported: its SHA-256 is another"
    case .notAPhoto(let file, let error): "\(name(file)): \(message(for: error))"
    case .noOriginal(let file, let error):
      "\(name(file)): its original does not come back"
        + (error.map { " (\(message(for: $0)))" } ?? ": it is that of another photo")
    }
  }

  private static func withArticle(_ type: ImportProblem.ValueType) -> String {
    switch type {
    case .integer: "a whole number"
    case .text: "a text"
    case .boolean: "true or false"
    case .list: "a list"
    case .object: "an object"
    }
  }

  private static func shortened(_ text: String) -> String {
    let limit = 60
    return escaped(text.count > limit ? text.prefix(limit) + "…" : text)
  }
}
