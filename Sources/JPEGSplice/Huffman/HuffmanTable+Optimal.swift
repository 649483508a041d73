extension HuffmanTable {
  /// The table with the shortest codes for symbols that come so often, none longer than sixteen bits
  /// (T.81, K.2).
  ///
  /// - Parameter counts: how often each of the 256 symbols comes; those that never do get no code.
  init(optimalFor counts: [Int]) {
    // One more symbol, which never comes, takes the code of ones that no symbol may have.
    var lengths = Self.codeLengths(counts.map { $0 } + [1])
    lengths.removeLast()
    let symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted {
      (lengths[$0], $0) < (lengths[$1], $1)
    }
    var lengthCounts = [UInt8](repeating: 0, count: Self.maximumLength)
    for symbol in symbols { lengthCounts[lengths[symbol] - 1] += 1 }
    self.init(counts: lengthCounts, symbols: symbols.map { UInt8($0) })
  }

  /// The length of each symbol's code, 0 for those that never come; the last symbol's is the longest.
  ///
  /// Where a code would be too long, rare symbols are taken to come more often until none is.
  private static func codeLengths(_ counts: [Int]) -> [Int] {
    var weights = counts
    while true {
      let lengths = huffmanLengths(weights)
      if lengths.max() ?? 0 <= maximumLength { return lengths }
      weights = weights.indices.map { index in
        weights[index] == 0 || index == weights.count - 1 ? weights[index] : weights[index] / 2 + 1
      }
    }
  }

  /// Huffman's algorithm: the two rarest are joined until one is left.
  private static func huffmanLengths(_ weights: [Int]) -> [Int] {
    var groups = weights.indices.filter { weights[$0] > 0 }.map { (weight: weights[$0], members: [$0]) }
    var lengths = [Int](repeating: 0, count: weights.count)
    if groups.count == 1 { lengths[groups[0].members[0]] = 1 }
    while groups.count > 1 {
      // Equal weights by their last member, so that the symbol that never comes is among the longest.
      groups.sort { ($0.weight, $0.members.last ?? 0) > ($1.weight, $1.members.last ?? 0) }
      let (a, b) = (groups.removeLast(), groups.removeLast())
      let members = (a.members + b.members).sorted()
      for member in members { lengths[member] += 1 }
      groups.append((a.weight + b.weight, members))
    }
    return lengths
  }
}
