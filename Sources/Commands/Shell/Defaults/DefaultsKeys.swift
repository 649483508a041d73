import ArgumentParser
import Foundation

/// The keys of one table of a file of defaults, and what their values become.
struct DefaultsKeys {
  let table: String
  private let options: ArgumentTable
  /// The names of what the journal keeps itself; none where the command works on none.
  private let settings: Set<String>

  init(table: String, _ options: ArgumentTable, of root: any ParsableCommand.Type) {
    (self.table, self.options) = (table, options)
    let isOfJournal = options.longNames.contains(DefaultsPolicy.journal)
    settings = isOfJournal ? (root as? any ProgramCommand.Type)?.journalSettings ?? [] : []
  }

  /// The keys that a file may have.
  var names: [String] {
    if table == DefaultsPolicy.journal { return DefaultsPolicy.journalKeys.keys.sorted() }
    return options.longNames.filter { name in
      !DefaultsPolicy.journalKeys.values.contains(name) && refusal(of: name) == nil
    }
  }

  private func refusal(of option: String) -> DefaultsPolicy.Refusal? {
    DefaultsPolicy.refusal(of: option, of: table, settings: settings)
  }

  /// The option that a key stands for.
  ///
  /// - Throws: ``DefaultsError`` where it stands for none, or for one that no file may give.
  func option(
    of entry: DefaultsDocument.Entry, in document: DefaultsDocument,
    of root: any ParsableCommand.Type
  ) throws(DefaultsError) -> String {
    let key = DefaultsError.Key(table: table, key: entry.key)
    func error(_ problem: DefaultsError.Problem) -> DefaultsError {
      DefaultsError(document.path, line: document.line(of: table, entry.key), problem)
    }
    let names = names
    if names.contains(entry.key) {
      return table == DefaultsPolicy.journal
        ? DefaultsPolicy.journalKeys[entry.key] ?? entry.key : entry.key
    }
    if table != DefaultsPolicy.journal {
      if options.longNames.contains(entry.key), let refusal = refusal(of: entry.key) {
        throw error(.refused(key, refusal))
      }
      if DefaultsPolicy.journalKeys[entry.key] != nil {
        throw error(.keyOf(key, table: DefaultsPolicy.journal))
      }
    }
    if let nearest = NearestName.of(entry.key, among: names) {
      throw error(.unknownKey(key, nearest: nearest, all: names))
    }
    for (other, command) in DefaultsPolicy.tables(of: root).sorted(by: { $0.key < $1.key }) {
      let keys = ArgumentTable(of: command).map { DefaultsKeys(table: other, $0, of: root) }
      if keys?.names.contains(entry.key) == true { throw error(.keyOf(key, table: other)) }
    }
    throw error(.unknownKey(key, nearest: nil, all: names))
  }

  /// The arguments that a value of the file stands for.
  ///
  /// - Throws: ``DefaultsError`` where the option has no such value, whatever it is.
  func arguments(
    for entry: DefaultsDocument.Entry, _ name: String, _ option: ArgumentTable.Entry,
    in document: DefaultsDocument
  ) throws(DefaultsError) -> [String] {
    func error(_ wanted: DefaultsError.Wanted) -> DefaultsError {
      DefaultsError(
        document.path, line: document.line(of: table, entry.key),
        .type(.init(table: table, key: entry.key), observed: entry.value, wanted: wanted))
    }
    if option.kind == .flag {
      guard case .truth(let isSet) = entry.value else { throw error(.truth) }
      return isSet ? ["--\(name)"] : []
    }
    var arguments: [String] = []
    for value in entry.value.values {
      guard option.isRepeating || value == entry.value, let text = value.single else {
        throw error(option.isRepeating ? .list : .single)
      }
      let path = option.isPath ? Self.expanded(text) : text
      if DefaultsPolicy.absolutePaths.contains(name), !path.hasPrefix("/") {
        throw error(.absolutePath)
      }
      arguments += path.isEmpty ? ["--\(name)", ""] : ["--\(name)=\(path)"]
    }
    return arguments
  }

  /// A path as a shell gives it: `~/` is the home folder.
  private static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] ?? Login.home
    else { return path }
    return home + path.dropFirst()
  }

  /// - Throws: ``DefaultsError`` for a table of no command, or a key in no table.
  static func checkTables(
    _ document: DefaultsDocument, of root: any ParsableCommand.Type
  ) throws(DefaultsError) {
    if let entry = document.entries.first(where: { $0.table == nil }) {
      throw DefaultsError(
        document.path, line: document.line(of: nil, entry.key), .outsideTable(entry.key))
    }
    guard let others = (root as? any ProgramCommand.Type)?.tablesOfOthers else { return }
    let names = others.union(DefaultsPolicy.tables(of: root).keys).union([DefaultsPolicy.journal])
    for table in document.tables where !names.contains(table) {
      let all = names.sorted()
      throw DefaultsError(
        document.path, line: document.line(of: table, nil),
        .unknownTable(table, nearest: NearestName.of(table, among: all), all: all))
    }
  }

  /// Checks the tables of all commands of a program, their keys and the kinds of their values.
  ///
  /// - Throws: ``DefaultsError``.
  static func check(
    _ document: DefaultsDocument, of root: any ParsableCommand.Type
  ) throws(DefaultsError) {
    try checkTables(document, of: root)
    let tables = DefaultsPolicy.tables(of: root)
    for entry in document.entries {
      guard let table = entry.table else { continue }
      // The options of any command that works on a journal are those of the table for all.
      let command = table == DefaultsPolicy.journal ? tables["list"] : tables[table]
      guard let command, let options = ArgumentTable(of: command) else { continue }
      let keys = DefaultsKeys(table: table, options, of: root)
      let option = try keys.option(of: entry, in: document, of: root)
      if let information = options.entry(named: "--\(option)") {
        _ = try keys.arguments(for: entry, option, information, in: document)
      }
    }
  }
}

extension DefaultsDocument.Value {
  /// Those of an array, or the value itself.
  fileprivate var values: [Self] {
    if case .list(let values) = self { values } else { [self] }
  }

  /// What may follow an option; nil for what may not.
  fileprivate var single: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number
    case .truth, .list, .other: nil
    }
  }
}
