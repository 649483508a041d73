import Files
import SystemPackage
package import Wording

/// What is wrong with the file of defaults.
package struct DefaultsError: Error {
  enum Problem {
    case file(FileError)
    /// There is no file of profiles, and this one is asked for.
    case noProfiles(wanted: String)
    /// More than ``DefaultsFile/limit``.
    case tooLarge
    /// Not UTF-8, or with a NUL.
    case notText
    /// Not of what ``TOMLScreen`` lets pass.
    case odd
    /// What the reader of TOML says of it.
    case notTOML(column: Int, String)
    /// `DAYSTAMP_CONFIG` names it, and it is not there.
    case missing
    case outsideTable(String)
    case unknownTable(String, nearest: String?, all: [String])
    case unknownKey(Key, nearest: String?, all: [String])
    /// A key of another table.
    case keyOf(Key, table: String)
    case refused(Key, DefaultsPolicy.Refusal)
    case type(Key, observed: DefaultsDocument.Value, wanted: Wanted)
    /// What the command's own parser says of it.
    case value(Key, String)
    /// The same of a profile's option.
    case profileValue(Key, String)
    /// What the parser says of all keys together.
    case together(String)
  }

  struct Key {
    let table: String
    let key: String
  }

  enum Wanted: String {
    case truth = "config-file.wanted-truth"
    case single = "config-file.wanted-single"
    case list = "config-file.wanted-list"
    case absolutePath = "config-file.wanted-absolute-path"
  }

  let file: FilePath
  let line: Int?
  let problem: Problem

  init(_ file: FilePath, line: Int? = nil, _ problem: Problem) {
    (self.file, self.line, self.problem) = (file, line, problem)
  }
}

extension DefaultsError: Worded {
  package var wording: ErrorMessage {
    guard let line else { return said.about(file) }
    return ErrorMessage("config-file.line", ["line": .number(line), "problem": .message(said)])
      .about(file)
  }

  private var said: ErrorMessage {
    switch problem {
    case .file(.notAFile(_, let kind)):
      ErrorMessage("config-file.kind", ["kind": .text(kind.rawValue)])
    case .file(let error): error.reason
    case .noProfiles(let name):
      ErrorMessage("config-file.no-profiles", ["name": .text(name)])
    case .tooLarge:
      ErrorMessage("config-file.too-large", ["limit": .number(DefaultsFile.limit >> 10)])
    case .notText: ErrorMessage("config-file.not-text")
    case .odd: ErrorMessage("config-file.odd")
    case .notTOML(let column, let detail):
      ErrorMessage("config-file.not-toml", ["column": .number(column), "detail": .text(detail)])
    case .missing: ErrorMessage("config-file.missing")
    case .outsideTable(let key): ErrorMessage("config-file.outside-table", ["key": .text(key)])
    case .unknownTable(let name, let nearest?, _):
      ErrorMessage(
        "config-file.unknown-table-near", ["table": .text(name), "nearest": .text(nearest)])
    case .unknownTable(let name, nil, let all):
      ErrorMessage("config-file.unknown-table", ["table": .text(name), "names": .names(all)])
    case .unknownKey(let key, let nearest?, _):
      key.message("config-file.unknown-key-near", ["nearest": .text(nearest)])
    case .unknownKey(let key, nil, let all):
      key.message("config-file.unknown-key", ["names": .names(all)])
    case .keyOf(let key, let table):
      key.message("config-file.key-of", ["other": .text(table)])
    case .refused(let key, .setting(let setting)):
      key.message("config-file.setting", ["setting": .text(setting)])
    case .refused(let key, .irreversible): key.message("config-file.irreversible")
    case .refused(let key, .oneRun): key.message("config-file.one-run")
    case .refused(let key, .lock): key.message("config-file.lock")
    case .type(let key, let observed, let wanted):
      key.message(
        "config-file.type",
        [
          "observed": .text(observed.description),
          "wanted": .message(ErrorMessage(wanted.rawValue)),
        ])
    case .value(let key, let message):
      key.message("config-file.value", ["reason": .text(message)])
    case .profileValue(let key, let message):
      key.message("config-file.profile-value", ["reason": .text(message)])
    case .together(let message):
      ErrorMessage("config-file.together", ["reason": .text(message)])
    }
  }
}

extension DefaultsError.Key {
  fileprivate func message(
    _ key: String, _ values: [String: ErrorMessage.Value] = [:]
  ) -> ErrorMessage {
    ErrorMessage(
      key, values.merging(["table": .text(table), "key": .text(self.key)]) { own, _ in own })
  }
}

extension DefaultsDocument.Value: CustomStringConvertible {
  var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number): number
    case .truth(let truth): "\(truth)"
    case .list: "an array"
    case .other(let name): name
    }
  }
}
