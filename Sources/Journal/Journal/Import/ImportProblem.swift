import CaptureTime
package import Files
package import People
package import Reminders
package import Stamping
package import Store
package import SystemPackage

/// A problem of a post in an export; the caller has the wording.
package enum ImportProblem: Error, Sendable {
  case missing(field: String)
  case wrongType(field: String, expected: ValueType)
  /// A number with a fraction, or one that is too large to be read.
  case noWholeNumber(field: String)
  /// Not a value that can be read at all.
  case unreadable(any Error)
  case outOfRange(PostField, observed: Int, expected: ClosedRange<Int>)
  /// Lengths in bytes of UTF-8.
  case tooLong(PostField, observed: Int, limit: Int)
  case notHexadecimal(PostField, digits: Int)
  case notDigits(PostField, observed: String, limit: Int)
  case noDay(String)
  /// No time of a photo as an export says it.
  case noTime(String)
  /// The instant, in seconds since 1970 in UTC, is more than a day off.
  case otherDay(String, instant: Int)
  case unknownName(PostField, observed: String, known: [String])
  /// No path to a file below `photos`, or not written as plainly as can be.
  case notAPath(PostField, observed: String)
  /// A name that no file has.
  case notAFileName(PostField, observed: String)
  /// What was written is not a caption, tag, time zone or look: the error says why.
  case value(PostField, because: any Error)
  /// A video with an original beside it, or with what was done to a photo.
  case editedVideo
  /// An earlier post of the export has the same.
  case repeated(PostField)
  /// A newer Daystamp may know what it means: it is not to be lost.
  case unknownField(String)

  /// A line says what no program of ours writes.
  case line(ExportedValueError)
  /// An earlier line has the same uid.
  case personTwice(PersonName)
  /// More people than a journal has.
  case tooManyPeople(limit: Int)
  /// An earlier line has a reminder of the same at the same time.
  case reminderTwice(ReminderSubject, TimeOfDay)
  /// More rules of reminders than an owner has.
  case tooManyReminders(limit: Int)
  /// An earlier line has a template of the name.
  case templateTwice(TemplateName)
  /// More templates than an owner has.
  case tooManyTemplates(limit: Int)
  /// A line of more bytes than are read.
  case lineTooLong(limit: Int)
  case blankLine
  case notJSON
  /// The last line does not end: the file was cut off.
  case cutLine
  /// Lines go by the numbers of their posts.
  case notAscending(number: Int, after: Int)
  /// Lines of versions go by the numbers of their posts, and those of a post by their own.
  case versionsNotAscending(number: Int, version: Int)
  /// The version is one of a post that is not in the export.
  case noPost(number: Int)
  case tooManyVersions(observed: Int, limit: Int)
  /// What is wrong with a version of the post's words.
  indirect case version(Int, ImportProblem)
  case versionOutOfRange(VersionField, observed: Int, expected: ClosedRange<Int>)

  /// Paths are from the export's folder.
  case fileMissing(FilePath)
  /// A symbolic link, a folder or a special file, which are not followed or read.
  case notAFile(FilePath)
  case unreadableFile(FileError)
  /// The file has another SHA-256 than the export says.
  case changedFile(FilePath)
  /// The file is not a photo.
  case notAPhoto(FilePath, because: StampError)
  /// The original does not come back as the one that the export says.
  case noOriginal(FilePath, because: StampError?)

  /// The types that JSON has.
  package enum ValueType: String, Sendable {
    case integer, text, boolean, list, object
  }
}

extension ImportProblem {
  /// Why a value of an object could not be read.
  ///
  /// - Parameters:
  ///   - error: what came of reading it.
  ///   - object: reads the object again.
  init(reading error: any Error, of object: any Decoder) {
    self.init(reading: error)
    if case .unreadable = self, let number = try? UnfitNumber(from: object) {
      self = .noWholeNumber(field: number.field)
    }
  }

  /// Why a value of an export could not be read.
  package init(reading error: any Error) {
    if let problem = error as? ImportProblem {
      self = problem
      return
    }
    if let error = error as? ExportedValueError {
      self = .line(error)
      return
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self = .missing(field: Self.name(context.codingPath + [key]))
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      self = .wrongType(field: Self.name(context.codingPath), expected: ValueType(type))
    default: self = .unreadable(error)
    }
  }

  /// The path within the post, whose own place in the list comes before it.
  private static func name(_ path: [any CodingKey]) -> String {
    path.drop { $0.intValue != nil || $0.stringValue == "posts" }
      .map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
  }
}

extension ImportProblem.ValueType {
  init(_ type: any Any.Type) {
    self =
      switch type {
      case is Int.Type: .integer
      case is String.Type: .text
      case is Bool.Type: .boolean
      case is [Any].Type: .list
      default: .object
      }
  }
}

/// The first member of an object, by name, whose number is out of range: Foundation's decoder only
/// says that there is one, and says so of text that is not JSON too.
struct UnfitNumber: Decodable {
  let field: String

  /// - Throws: `DecodingError` where there is none.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    guard let field = try Self.field(of: members) else {
      throw DecodingError.valueNotFound(
        Int.self, .init(codingPath: decoder.codingPath, debugDescription: ""))
    }
    self.field = field
  }

  private static func field(of members: KeyedDecodingContainer<AnyKey>) throws -> String? {
    for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      if isUnfit(try members.decode(Int.self, forKey: key)) { return key.stringValue }
      guard let inner = try? members.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
        continue
      }
      for part in inner.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        if isUnfit(try inner.decode(Int.self, forKey: part)) {
          return "\(key.stringValue).\(part.stringValue)"
        }
      }
    }
    return nil
  }

  /// Whether a member is a number that cannot be read as this one: what is no number is told apart.
  private static func isUnfit<Number>(_ read: @autoclosure () throws -> Number) -> Bool {
    do {
      _ = try read()
      return false
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return false
    } catch {
      return true
    }
  }
}
