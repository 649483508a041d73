@testable import Arrivals

/// Files of a source that a test writes down.
final class GivenFiles: ArrivalFiles {
  let files: FileList
  let name: String
  private let contents: [String: [UInt8]]

  init(_ contents: [String: [UInt8]], name: String = "given") {
    (self.name, self.contents) = (name, contents)
    // As every source does, without hidden files.
    let visible = contents.filter { (try? ArrivalSource.path($0.key)) != nil }
    files = FileList(visible.map { ArrivalFile(path: $0.key, size: $0.value.count, modified: nil) })
  }

  convenience init(texts: [String: String], name: String = "given") {
    self.init(texts.mapValues { Array($0.utf8) }, name: name)
  }

  /// Reads in pieces of 7 bytes, so that whatever a reader looks for is cut somewhere.
  func read(_ file: ArrivalFile, piece: (UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
    var rest = (contents[file.path] ?? [])[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(7))
      guard try part.withUnsafeBufferPointer(piece) else { return }
      rest = rest.dropFirst(7)
    }
  }
}
