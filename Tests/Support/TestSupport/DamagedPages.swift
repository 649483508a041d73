import Foundation

/// Damage to a journal's database as a failing disk does it, drawn by a seed.
package struct DamagedPages {
  /// Those of SQLite's files, unless another size is asked for.
  private static let pageSize = 4_096

  private let folder: TemporaryFolder
  private let name: String
  private var chance: SplitMix64

  /// - Parameters:
  ///   - folder: the test's.
  ///   - name: the database, from there.
  ///   - seed: what the damage is drawn by.
  package init(of folder: TemporaryFolder, _ name: String, seed: UInt64) {
    (self.folder, self.name, chance) = (folder, name, SplitMix64(seed: seed))
  }

  /// Overwrites, swaps, changes or empties one to four pages.
  package mutating func damage() throws {
    var bytes = try folder.read(name)
    for _ in 0..<Int.random(in: 1...4, using: &chance) { change(&bytes) }
    try folder.write(bytes, to: name)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let pages = 1..<(bytes.count / Self.pageSize)
    let (first, other) = (start(of: pages), start(of: pages))
    let page = first..<first + Self.pageSize
    switch UInt8.random(in: 0..<5, using: &chance) {
    case 0: for i in page { bytes[i] = .random(in: 0...255, using: &chance) }
    case 1:
      // Among the cells, where rows say of which type each value is.
      for _ in 0..<16 {
        let place = Int.random(in: page.suffix(2_000), using: &chance)
        bytes[place] = .random(in: 0...33, using: &chance)
      }
    case 2: for i in 0..<Self.pageSize { bytes.swapAt(first + i, other + i) }
    case 3: for i in page { bytes[i] = 0 }
    default:
      for _ in 0..<64 {
        bytes[Int.random(in: page, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      }
    }
  }

  private mutating func start(of pages: Range<Int>) -> Int {
    Int.random(in: pages, using: &chance) * Self.pageSize
  }
}
