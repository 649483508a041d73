import CaptureTime
import Files
import People
import Reminders
import Stamping
import Store
import SystemPackage
import Texts
package import Wording

extension ImportError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noExport(let path): ErrorMessage("export.no-export", ["path": .path(path)])
    case .unfinished(let path): ErrorMessage("export.unfinished", ["path": .path(path)])
    case .unreadable(let path, DecodingError.dataCorrupted):
      ErrorMessage("export.not-json", ["path": .path(path)])
    case .unreadable(let path, let error):
      ErrorMessage(
        "export.unreadable",
        ["path": .path(path), "reason": .message(ImportProblem(reading: error).wording)])
    case .format(let observed, let expected):
      ErrorMessage(
        "export.format", ["observed": .text(observed), "expected": .text(expected)])
    case .version(let observed, let known):
      ErrorMessage(
        observed > known ? "export.newer" : "export.older",
        ["observed": .number(observed), "known": .number(known)])
    case .owner(let owner, let error):
      ErrorMessage("export.owner", ["owner": .text(owner), "reason": .message(error.wording)])
    case .lastNumber(let observed, let expected):
      ErrorMessage("export.last-number", ErrorMessage.values(observed, expected))
    case .tooManyWrong(let limit): ErrorMessage("export.wrong", ["limit": .number(limit)])
    case .unknownSetting(let key): ErrorMessage("export.unknown-setting", ["key": .text(key)])
    case .unknownField(let name): ErrorMessage("export.unknown-field", ["field": .short(name)])
    case .line(let file, let line, let problem):
      ErrorMessage(
        "export.line",
        ["path": .path(file), "line": .number(line), "reason": .message(problem.wording)])
    case .list(let problem): ErrorMessage("export.list", ["reason": .message(problem.wording)])
    case .changed(let file): ErrorMessage("export.changed", ["path": .path(file)])
    case .count(let name, let observed, let expected):
      ErrorMessage(
        "export.count",
        ["name": .text(name), "observed": .number(observed), "expected": .number(expected)])
    case .setting(let error): ErrorMessage("export.setting", ["setting": .message(error.wording)])
    }
  }
}

extension ImportProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .missing(let field): ErrorMessage("import.missing", ["field": .text(field)])
    case .wrongType(let field, let expected):
      ErrorMessage(
        "import.type",
        ["field": .text(field.isEmpty ? "it" : field), "type": .text(expected.nameWithArticle)])
    case .noWholeNumber(let field):
      ErrorMessage("import.whole-number", ["field": .text(field)])
    case .unreadable(let error): ErrorMessage("import.unreadable", ["detail": .text("\(error)")])
    case .outOfRange(let field, let observed, let expected):
      Self.message("import.range", field, ErrorMessage.values(observed, expected))
    case .tooLong(let field, let observed, let limit):
      Self.message(
        "import.too-long", field, ["observed": .number(observed), "limit": .number(limit)])
    case .notHexadecimal(let field, let digits):
      Self.message("import.hexadecimal", field, ["digits": .number(digits)])
    case .notDigits(let field, let observed, let limit):
      Self.message("import.digits", field, ["observed": .short(observed), "limit": .number(limit)])
    case .noDay(let text): ErrorMessage("import.no-day", ["observed": .short(text)])
    case .noTime(let text): ErrorMessage("import.no-time", ["observed": .short(text)])
    case .otherDay(let day, let instant):
      ErrorMessage("import.other-day", ["day": .text(day), "instant": .number(instant)])
    case .unknownName(let field, let observed, let known):
      Self.message("import.name", field, ["observed": .short(observed), "names": .names(known)])
    case .notAPath(let field, let observed):
      Self.message("import.path", field, ["observed": .short(observed)])
    case .notAFileName(let field, let observed):
      Self.message("import.file-name", field, ["observed": .short(observed)])
    case .value(let field, let error):
      Self.message("import.value", field, ["reason": .message(ErrorMessage(any: error))])
    case .editedVideo: ErrorMessage("import.edited-video")
    case .repeated(let field): Self.message("import.repeated", field)
    case .unknownField(let name): ErrorMessage("import.unknown", ["field": .short(name)])
    case .line(let error): error.wording
    case .personTwice(let name):
      ErrorMessage("import.person-twice", ["name": .text(name.text)])
    case .tooManyPeople(let limit): ErrorMessage("import.people", ["limit": .number(limit)])
    case .reminderTwice(let subject, let time):
      ErrorMessage(
        "import.reminder-twice",
        ["subject": .text(subject.rawValue), "time": .text(time.description)])
    case .tooManyReminders(let limit):
      ErrorMessage("import.reminders", ["limit": .number(limit)])
    case .templateTwice(let name):
      ErrorMessage("import.template-twice", ["name": .text(name.text)])
    case .tooManyTemplates(let limit):
      ErrorMessage("import.templates", ["limit": .number(limit)])
    case .lineTooLong(let limit): ErrorMessage("import.line-length", ["limit": .number(limit)])
    case .blankLine: ErrorMessage("import.blank")
    case .notJSON: ErrorMessage("import.not-json")
    case .cutLine: ErrorMessage("import.cut")
    case .notAscending(let number, let last):
      ErrorMessage("import.order", ["number": .number(number), "last": .number(last)])
    case .versionsNotAscending(let number, let version):
      ErrorMessage(
        "import.version-order", ["number": .number(number), "version": .number(version)])
    case .noPost(let number): ErrorMessage("import.no-post", ["number": .number(number)])
    case .tooManyVersions(let observed, let limit):
      ErrorMessage(
        "import.too-many-versions", ["observed": .number(observed), "limit": .number(limit)])
    case .version(let version, let problem):
      ErrorMessage(
        "import.version", ["version": .number(version), "reason": .message(problem.wording)])
    case .versionOutOfRange(let field, let observed, let expected):
      ErrorMessage(
        "import.range",
        ErrorMessage.values(observed, expected).merging(["field": .text(field.rawValue)]) { $1 })
    case .fileMissing(let file): ErrorMessage("import.no-file", ["path": .path(file)])
    case .notAFile(let file): ErrorMessage("import.file-kind", ["path": .path(file)])
    case .unreadableFile(let error): Self.message("import.file", error.path, error.reason)
    case .changedFile(let file): ErrorMessage("import.changed", ["path": .path(file)])
    case .notAPhoto(let file, let error): Self.message("import.file", file, error.wording)
    case .noOriginal(let file, let error?): Self.message("import.original", file, error.wording)
    case .noOriginal(let file, nil):
      ErrorMessage("import.other-original", ["path": .path(file)])
    }
  }

  private static func message(
    _ key: String, _ field: PostField, _ values: [String: ErrorMessage.Value] = [:]
  ) -> ErrorMessage {
    ErrorMessage(key, values.merging(["field": .text(field.rawValue)]) { $1 })
  }

  private static func message(
    _ key: String, _ file: FilePath, _ reason: ErrorMessage
  ) -> ErrorMessage {
    ErrorMessage(key, ["path": .path(file), "reason": .message(reason)])
  }
}

extension ImportProblem.ValueType {
  fileprivate var nameWithArticle: String {
    switch self {
    case .integer: "a whole number"
    case .text: "a text"
    case .boolean: "true or false"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension EarlierPost: Worded {
  package var wording: ErrorMessage {
    if !notTaken.isEmpty {
      let key =
        switch (reason, isInTrash) {
        case (.samePost, false): "earlier.post-without"
        case (.samePost, true): "earlier.post-without-in-trash"
        case (.samePhoto, false): "earlier.photo-without"
        case (.samePhoto, true): "earlier.photo-without-in-trash"
        }
      return ErrorMessage(
        key, ["number": .number(number), "parts": .names(notTaken.map(\.name))])
    }
    let key =
      switch (reason, isInTrash) {
      case (.samePost, false): "earlier.post"
      case (.samePost, true): "earlier.post-in-trash"
      case (.samePhoto, false): "earlier.photo"
      case (.samePhoto, true): "earlier.photo-in-trash"
      }
    return ErrorMessage(key, ["number": .number(number)])
  }
}

extension EarlierPost.Part {
  fileprivate var name: String { self == .versions ? "earlier words" : rawValue }
}

extension StrayReference: Worded {
  package var wording: ErrorMessage {
    let key =
      switch reason {
      case .notImported: "stray.not-imported"
      case .notMoved: "stray.not-moved"
      }
    return ErrorMessage(key, ["number": .number(shown)])
  }
}

extension TimeDoubt: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .lastChange(let source):
      ErrorMessage("doubt.last-change", ["source": .text(source.rawValue)])
    case .offsetAssumed(let zone): ErrorMessage("doubt.offset", ["zone": .text(zone)])
    case .inFuture: ErrorMessage("doubt.future")
    case .otherDay(let told): ErrorMessage("doubt.day", ["day": .text("\(told)")])
    }
  }
}

extension ErrorMessage.Value {
  /// The beginning of a text that may be very long.
  fileprivate static func short(_ text: String) -> Self {
    let limit = 60
    return .text(text.count > limit ? text.prefix(limit) + "…" : text)
  }
}
