import Formats

@testable import JPEGSplice

extension ReferenceDecoder {
  /// How many blocks differ from another picture's, in touched blocks and elsewhere; blocks that
  /// fill up MCUs count as elsewhere.
  func differences(
    _ other: ReferenceDecoder, touched: [BlockArea]
  ) -> (inside: Int, outside: Int) {
    var (inside, outside) = (0, 0)
    for (index, (own, others)) in zip(components, other.components).enumerated() {
      guard own.coefficients != others.coefficients else { continue }
      for row in 0..<own.paddedRows {
        for column in 0..<own.paddedColumns
        where own.block(column, row) != others.block(column, row) {
          if touched[index].contains(column: column, row: row) { inside += 1 } else { outside += 1 }
        }
      }
    }
    return (inside, outside)
  }
}
