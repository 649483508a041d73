import Foundation

@testable import Texts

/// What a reader makes of bytes, which it gets in pieces.
struct ReadCollection {
  private(set) var texts: [ReadText] = []
  private(set) var problems: [ReadProblem] = []

  var bodies: [String] { texts.map(\.body) }
  var keys: [String] { texts.map(\.key) }
  var reasons: [ReadProblem.Reason] { problems.map(\.reason) }

  init(
    _ bytes: some Sequence<UInt8>, as format: CollectionFormat, language: String = "en",
    pieceSize: Int = CollectionReader.pieceSize
  ) throws {
    var rest = Array(bytes)[...]
    var reader = CollectionReader(format, language: language) {
      defer { rest = rest.dropFirst(pieceSize) }
      return Array(rest.prefix(pieceSize))
    }
    while let item = try reader.read() {
      switch item {
      case .text(let text): texts.append(text)
      case .problem(let problem): problems.append(problem)
      }
    }
  }

  init(_ text: String, as format: CollectionFormat, pieceSize: Int = CollectionReader.pieceSize)
    throws
  {
    try self.init(text.utf8, as: format, pieceSize: pieceSize)
  }

  /// Pieces that cut every record, line and letter.
  static let pieceSizes = [1, 7, CollectionReader.pieceSize]
}
