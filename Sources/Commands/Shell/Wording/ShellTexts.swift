package import Wording

extension ErrorTexts {
  package static let shell = ErrorTexts(
    [
      "config-file.line": .init("line {line}: {problem}"),
      "config-file.kind": .init("is a {kind}, not a file of text; it was not read"),
      "config-file.too-large": .init("the file has more than {limit} KB"),
      "config-file.not-text": .init("the file is not UTF-8 text, or has a NUL in it"),
      "config-file.odd": .init(
        "this cannot be read; a line is [table] or key = value, and a value is a text in quotes, a "
          + "number, true, false, or an array of them in brackets"),
      "config-file.not-toml": .init("from column {column} on it is not TOML: {detail}"),
      "config-file.missing": .init("there is no such file, and $DAYSTAMP_CONFIG names it"),
      "config-file.no-profiles": .init(
        "there are no profiles; make the file, with a table [{name}] of stamp's options"),
      "config-file.profile-value": .init("[{table}] {key}: {reason}"),
      "config-file.outside-table": .init(
        "“{key}” is in no table; it goes below the line of one, such as [stamp]"),
      "config-file.unknown-table": .init("there is no table [{table}]; tables are {names}"),
      "config-file.unknown-table-near": .init(
        "there is no table [{table}]; the nearest is [{nearest}]"),
      "config-file.unknown-key": .init("[{table}] has no key “{key}”; it has {names}"),
      "config-file.unknown-key-near": .init(
        "[{table}] has no key “{key}”; the nearest is “{nearest}”"),
      "config-file.key-of": .init("[{table}] has no key “{key}”; [{other}] has it"),
      "config-file.setting": .init(
        "[{table}] {key} is a setting of the journal, and not of this file: daystamp config set "
          + "{setting}"),
      "config-file.irreversible": .init(
        "[{table}] {key} is not taken from a file, for what it does cannot be undone; give --{key} "
          + "each time"),
      "config-file.one-run": .init(
        "[{table}] {key} is not taken from a file, for it is meant for one run; give --{key} with that"
      ),
      "config-file.lock": .init(
        "[{table}] {key} is not taken from a file, for it weakens what guards the journal; give "
          + "--{key} each time"),
      "config-file.type": .init("[{table}] {key} is {observed}; wanted is {wanted}"),
      "config-file.wanted-truth": .init("true or false"),
      "config-file.wanted-single": .init("one value: a text in quotes, or a number"),
      "config-file.wanted-list": .init("texts in quotes, such as [\"one\", \"two\"]"),
      "config-file.wanted-absolute-path": .init("a path that begins with / or ~/"),
      "config-file.value": .init(
        "[{table}] {key}: {reason} (--no-config leaves the file out)"),
      "config-file.together": .init(
        "with the command's options: {reason} (--no-config leaves the file out)"),
      "text.not-utf8": .init("it is not UTF-8"),
    ])
}

extension ErrorMessage {
  /// A message with a text of this target, or of one below it.
  init(_ key: String, _ values: [String: Value] = [:]) { self.init(key, values, in: .shell) }
}
