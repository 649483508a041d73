import Store

extension [JournalFinding] {
  /// The tables with values that no program of ours writes.
  var tables: [String] {
    compactMap { if case .row(let table, _) = $0.problem { table } else { nil } }
  }
}

extension [SalvageFinding] {
  /// How many rows of tables are lost.
  var lostRows: [String: Int] {
    reduce(into: [:]) { lost, finding in
      if case .lostRows(let count, let table) = finding { lost[table, default: 0] += count }
    }
  }
}
