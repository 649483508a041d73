/// The files of a source in the order of their paths, in little memory: a million of them take some 80 MB. Each
/// is made when it is asked for.
///
/// Paths are told apart and put in order by their bytes.
package struct FileList: RandomAccessCollection, Sendable {
  private struct Row {
    /// Of the name in ``names``.
    let start: UInt32
    let length: UInt32
    /// In ``folders``.
    let folder: UInt32
    /// Below zero where the source does not say.
    let size: Int
    /// `Int.min` where the source does not say.
    let modified: Int
    let place: Int
  }

  private var rows: [Row] = []
  private var names: [UInt8] = []
  /// Paths of folders, each once; that of the top is empty.
  private var folders: [[UInt8]] = []
  private var numbers: [[UInt8]: UInt32] = [:]

  init() {}

  /// - Parameter files: in any order; names together of less than 4 GiB.
  package init(_ files: some Sequence<ArrivalFile>) {
    for file in files {
      append(file.path, size: file.size, modified: file.modified, place: rows.count)
    }
    sort { _ in }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }

  package subscript(position: Int) -> ArrivalFile {
    let row = rows[position]
    return ArrivalFile(
      path: String(decoding: path(row), as: UTF8.self), size: row.size < 0 ? nil : row.size,
      modified: row.modified == .min ? nil : row.modified)
  }

  /// Where the source finds the file at an index.
  func place(at index: Int) -> Int { rows[index].place }

  /// Adds a file at the end.
  ///
  /// - Parameters:
  ///   - path: with "/".
  ///   - size: in bytes, where the source says it.
  ///   - modified: seconds since 1970 in UTC, where the source says it.
  ///   - place: where the source finds it.
  mutating func append(_ path: String, size: Int?, modified: Int?, place: Int) {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
    let row = Row(
      start: UInt32(names.count), length: UInt32(name.count),
      folder: number(of: bytes[..<(slash ?? 0)]), size: size ?? -1, modified: modified ?? .min,
      place: place)
    names += name
    rows.append(row)
  }

  private mutating func number(of folder: ArraySlice<UInt8>) -> UInt32 {
    // Most files follow others of their folder.
    if let last = rows.last?.folder, folders[Int(last)][...] == folder { return last }
    let path = Array(folder)
    if let number = numbers[path] { return number }
    let number = UInt32(folders.count)
    folders.append(path)
    numbers[path] = number
    return number
  }

  /// Puts them in order. Of several with one path the one with the last place stays.
  ///
  /// - Parameter passedOver: called with the path of each other.
  mutating func sort(_ passedOver: (String) -> Void) {
    var rows = rows
    self.rows = []
    rows.sort { compare($0, $1).map { $0 < 0 } ?? ($0.place < $1.place) }
    var count = 0
    for index in rows.indices {
      if index + 1 < rows.count, compare(rows[index], rows[index + 1]) == nil {
        passedOver(String(decoding: path(rows[index]), as: UTF8.self))
        continue
      }
      rows[count] = rows[index]
      count += 1
    }
    rows.removeLast(rows.count - count)
    self.rows = rows
  }

  /// Where the file with a path is; nil where there is none.
  func index(ofPath path: String) -> Int? {
    let bytes = Array(path.utf8)
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self.path(rows[middle]).lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < endIndex && self.path(rows[low]) == bytes ? low : nil
  }

  private func path(_ row: Row) -> [UInt8] {
    let folder = folders[Int(row.folder)]
    let name = name(row)
    return folder.isEmpty ? Array(name) : folder + [UInt8(ascii: "/")] + name
  }

  private func name(_ row: Row) -> ArraySlice<UInt8> {
    names[Int(row.start)..<Int(row.start) + Int(row.length)]
  }

  /// Below or above zero by the order of two paths; nil where they are the same.
  private func compare(_ first: Row, _ second: Row) -> Int? {
    if first.folder == second.folder {
      let (own, other) = (name(first), name(second))
      if own == other { return nil }
      return own.lexicographicallyPrecedes(other) ? -1 : 1
    }
    let (own, other) = (path(first), path(second))
    if own == other { return nil }
    return own.lexicographicallyPrecedes(other) ? -1 : 1
  }
}
