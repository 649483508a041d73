import Foundation
import Journal
import Store
import SystemPackage
import Texts

extension JournalQueries {
  /// Times the first page of searches of texts, and of pages without a search.
  ///
  /// - Parameters:
  ///   - journal: that of the texts.
  ///   - file: its lines have a kind of search, a tab and what is looked for; a kind's are asked in turn.
  /// - Throws: what reading the file or asking the journal throws.
  static func timeTexts(_ journal: OwnerJournal, _ file: FilePath) throws {
    let lines = try String(contentsOfFile: file.string, encoding: .utf8).split(separator: "\n")
    let searches = lines.map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    var kinds: [String] = []
    for search in searches where !kinds.contains(search[0]) { kinds.append(search[0]) }
    let now = Int(Date().timeIntervalSince1970)
    for order in [Texts.Filter.Kind.all, .newest] {
      var filter = Texts.Filter()
      filter.kind = order
      for kind in kinds {
        let texts = searches.filter { $0[0] == kind }.map { $0[1] }
        var asked = 0
        try time("\(kind), \(order)") {
          filter.text = texts[asked % texts.count]
          asked += 1
          return try journal.texts.page(filter, atMost: 50, now: now).count
        }
      }
    }
    for kind in Texts.Filter.Kind.allCases {
      var filter = Texts.Filter()
      filter.kind = kind
      let far = try journal.texts.page(filter, atMost: 50, now: now).last?.position(in: kind)
      try time("a page, \(kind)") {
        try journal.texts.page(filter, after: far, atMost: 50, now: now).count
      }
    }
    try time("counts") { try journal.texts.counts(now: now).all }
  }
}
