import GRDB
import Testing

@testable import Store

@Suite("Much that is written in short transactions")
struct WritePiecesTests {
  private static let full = DatabaseError(resultCode: .SQLITE_FULL)

  @Test("is all done, and its first transaction does one at least")
  func all() throws {
    var pieces: [Int] = []
    let done = try WritePieces.all(of: Array(1...10)) { rest in
      let piece = WritePieces.work(on: rest, atMost: 4) { $0 * 2 }
      pieces.append(piece.count)
      return piece
    }
    #expect(done == (1...10).map { $0 * 2 } && pieces == [4, 4, 2])
    #expect(WritePieces.work(on: [1, 2], atMost: 1, isShort: false) { $0 } == [1])
    #expect(try WritePieces.all(of: [Int]()) { _ in throw Self.full } == [Int]())
  }

  @Test("says of a full disk that some is done, where it is")
  func full() {
    #expect(throws: DatabaseError.self) {
      try WritePieces.all(of: [1, 2, 3]) { _ -> [Int] in throw Self.full }
    }
    #expect {
      try WritePieces.all(of: [1, 2, 3]) { rest in
        if rest.count < 3 { throw Self.full }
        return [0]
      }
    } throws: {
      if case JournalError.roomUsedUp = $0 { true } else { false }
    }
  }
}
