/// Reads what Daylio exports: its table, or its backup.
package struct DaylioReader: ArrivalReader {
  private let options: ArrivalOptions

  package init(_ options: ArrivalOptions) { self.options = options }

  package static func recognizes(_ files: any ArrivalFiles) throws -> Bool {
    try DaylioTable.recognizes(files) || DaylioBackup.recognizes(files)
  }

  package func read(_ files: any ArrivalFiles, found: (ArrivedItem) throws -> Void) throws {
    if try DaylioTable.recognizes(files) {
      try DaylioTable(options).read(files, found: found)
    } else {
      try DaylioBackup(options).read(files, found: found)
    }
  }
}

/// The moods of Daylio.
enum DaylioMoods {
  /// The names that Daylio begins with in English, in small letters: now, and before 2019 "fugly" for "bad".
  static let named = ["awful": 1, "bad": 2, "fugly": 2, "meh": 3, "good": 4, "rad": 5]
}
