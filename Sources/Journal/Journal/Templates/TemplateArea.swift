import Store

extension Area {
  /// What templates register with the store.
  static let templates = Area(
    schema: [
      17: """
      CREATE TABLE template (
        id INTEGER PRIMARY KEY,
        owner INTEGER NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
        name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 400),
        -- As names are compared.
        folded TEXT NOT NULL,
        words TEXT NOT NULL CHECK (length(CAST(words AS BLOB)) BETWEEN 1 AND 100000),
        changed INTEGER NOT NULL,
        UNIQUE (owner, folded)
      ) STRICT;
      """
    ],
    tables: [.templates], check: { TableCheck([.templates], of: $0, repairs: $1) },
    salvage: { TemplateSalvage() }, export: { journal, _ in TemplateExport(of: journal) },
    lines: TemplateCount.allCases)
}

extension StoredTable {
  static let templates = StoredTable(
    "template", PostTemplate.columns + ["folded", "owner"], of: ["owner": "owner"],
    limit: PostTemplate.limit
  ) { values in
    let template = try PostTemplate(&values)
    _ = try values.next { $0 == template.name.folded ? $0 : nil }
  }
}

/// Brings templates from a damaged journal into a new one.
private final class TemplateSalvage: AreaSalvage {
  func run(
    _ salvage: JournalSalvage, progress: JournalSalvage.Progress,
    report: @escaping JournalSalvage.Report
  ) throws -> Int {
    try salvage.carryRows(making: [], report) { carrier, report in
      try carrier.carry([.templates], report)
    }
    return 0
  }
}
