package import Wording

extension ErrorTexts {
  package static let shell = ErrorTexts(
    [
      "config-file.line": .init("line {line}: {problem}"),
      "config-file.kind": .init("is a {kind}, not a text file"),
      "config-file.too-large": .init("the file is larger than {limit} KB"),
      "config-file.not-text": .init("the file is not UTF-8 text, or contains a NUL"),
      "config-file.odd": .init(
        "this line cannot be read; write [table] or key = value, where a value is a text in "
          + "quotes, a number, true, false, or an array of these in brackets"),
      "config-file.not-toml": .init("from column {column} on, this is not TOML: {detail}"),
      "config-file.missing": .init("$DAYSTAMP_CONFIG names this file, but it does not exist"),
      "config-file.no-profiles": .init(
        "you have no profiles; create the file, with a table [{name}] of options for stamp"),
      "config-file.profile-value": .init("[{table}] {key}: {reason}"),
      "config-file.outside-table": .init(
        "“{key}” is outside any table; put it below a line such as [stamp]"),
      "config-file.unknown-table": .init("there is no table [{table}]; the tables are {names}"),
      "config-file.unknown-table-near": .init(
        "there is no table [{table}]; the nearest is [{nearest}]"),
      "config-file.unknown-key": .init("[{table}] has no key “{key}”; its keys are {names}"),
      "config-file.unknown-key-near": .init(
        "[{table}] has no key “{key}”; the nearest is “{nearest}”"),
      "config-file.key-of": .init("[{table}] has no key “{key}”; [{other}] has it"),
      "config-file.setting": .init(
        "[{table}] {key} is a setting of the journal; use daystamp config set {setting}"),
      "config-file.irreversible": .init(
        "[{table}] {key} cannot be set in a file, because it cannot be undone; give --{key} each "
          + "time"),
      "config-file.one-run": .init(
        "[{table}] {key} cannot be set in a file, because it is for a single run; give --{key} "
          + "with that run"),
      "config-file.lock": .init(
        "[{table}] {key} cannot be set in a file, because it makes the journal less secure; give "
          + "--{key} each time"),
      "config-file.type": .init("[{table}] {key} is {observed}, but must be {wanted}"),
      "config-file.wanted-truth": .init("true or false"),
      "config-file.wanted-single": .init("one value: a text in quotes, or a number"),
      "config-file.wanted-list": .init("a list of texts in quotes, such as [\"one\", \"two\"]"),
      "config-file.wanted-absolute-path": .init("a path that begins with / or ~/"),
      "config-file.value": .init("[{table}] {key}: {reason} (--no-config ignores the file)"),
      "config-file.together": .init(
        "these options do not work together: {reason} (--no-config ignores the file)"),
      "text.not-utf8": .init("it is not UTF-8"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .shell) }
}
