extension HuffmanTable {
  /// The table with the shortest codes for symbols that come so often, none longer than sixteen bits
  /// (T.81, K.2).
  ///
  /// - Parameter counts: how often each of the 256 symbols comes; those that never do get no code.
  init(optimalFor counts: [Int]) {
    // One more symbol, which never comes, takes the code of ones that no symbol may have.
    var lengths = Self.codeLengths(counts + [1])
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
  ///
  /// Symbols stand by weight, and joined ones come by weight, so that the rarest is always the first
  /// of one or the other. Who is taken earlier has no shorter code; among symbols of equal weight the
  /// last is taken first, so that the one that never comes is among the longest.
  private static func huffmanLengths(_ weights: [Int]) -> [Int] {
    let symbols = weights.indices.filter { weights[$0] > 0 }.sorted {
      (weights[$0], $1) < (weights[$1], $0)
    }
    // The symbols, behind them what is joined, each with the number of what it is joined into.
    var nodes = symbols.map { (weight: weights[$0], parent: 0) }
    var (symbol, joined) = (0, symbols.count)
    func takeRarest(into parent: Int) -> Int {
      let isSymbol =
        symbol < symbols.count
        && (joined == nodes.count || nodes[symbol].weight <= nodes[joined].weight)
      let index = isSymbol ? symbol : joined
      if isSymbol { symbol += 1 } else { joined += 1 }
      nodes[index].parent = parent
      return nodes[index].weight
    }
    for parent in symbols.count..<max(symbols.count, 2 * symbols.count - 1) {
      let weight = takeRarest(into: parent) + takeRarest(into: parent)
      nodes.append((weight, 0))
    }
    var depths = [Int](repeating: 0, count: nodes.count)
    for index in nodes.indices.dropLast().reversed() {
      depths[index] = depths[nodes[index].parent] + 1
    }
    var lengths = [Int](repeating: 0, count: weights.count)
    for (index, symbol) in symbols.enumerated() { lengths[symbol] = max(1, depths[index]) }
    return lengths
  }
}
