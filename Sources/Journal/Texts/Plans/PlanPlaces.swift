import GRDB
import Store

/// The places of a collection's texts and sections in reading order: section by section, as in the
/// file.
struct PlanPlaces {
  let collection: TextCollection
  /// The keys of the texts, in order.
  let texts: [String]
  /// The sections, with the places of their texts.
  let sections: [(section: TextSection, texts: Range<Int>)]
  private let placeOfText: [String: Int]
  private let placeOfSection: [String: Int]

  /// - Throws: ``PlanError/tooManyTexts(_:observed:limit:)``, ``ReadingError/noSections(_:)``,
  ///   ``JournalError``.
  /// - Complexity: O(*n*) in the texts of the collection, of which there are at most ``Plan/textLimit``.
  init(of collection: TextCollection, _ db: Database) throws {
    self.collection = collection
    guard collection.texts <= Plan.textLimit else {
      throw PlanError.tooManyTexts(
        collection.name, observed: collection.texts, limit: Plan.textLimit)
    }
    var texts: [String] = []
    var sections: [(section: TextSection, texts: Range<Int>)] = []
    var last: Int64?
    let rows = try DecodedRows(
      db,
      cached: """
        SELECT text.key, section.id, section.key, section.title
        FROM text LEFT JOIN section ON section.id = text.section
        WHERE text.collection = ? ORDER BY section.id IS NULL, section.id, text.id LIMIT ?
        """, arguments: [collection.id, Plan.textLimit])
    while var row = try rows.next() {
      let key = try row.text(atMost: ReadText.keyByteLimit)
      let id = try row.nextIfAny(Int64.self)
      if let id, id != last {
        let section = TextSection(
          key: try row.text(atMost: ReadText.keyByteLimit),
          title: try row.text(atMost: ReadText.lineByteLimit))
        sections.append((section, texts.count..<texts.count))
        last = id
      }
      texts.append(key)
      if id != nil {
        let start = sections[sections.count - 1].texts.lowerBound
        sections[sections.count - 1].texts = start..<texts.count
      }
    }
    guard !texts.isEmpty else { throw PlanError.empty }
    (self.texts, self.sections) = (texts, sections)
    placeOfText = Dictionary(
      texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    placeOfSection = Dictionary(
      sections.enumerated().map { ($1.section.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The texts of a text's key, or a section's.
  func texts(of key: String) -> Range<Int>? {
    if let place = placeOfText[key] { return place..<place + 1 }
    return placeOfSection[key].map { sections[$0].texts }
  }

  /// What a portion means, as a plan's file has it.
  ///
  /// - Throws: ``PlanProblem/Reason/unknown(_:)``, ``PlanProblem/Reason/backwards(first:last:)``.
  func span(_ written: String) throws(PlanProblem.Reason) -> PlanSpan {
    guard written.utf8.count <= Self.longest else { throw .unknown(String(written.prefix(100))) }
    if let texts = texts(of: written) {
      return PlanSpan(first: written, last: written, texts: texts)
    }
    // A key may have hyphens too.
    var unknown: String?
    for hyphen in written.indices where written[hyphen] == "-" || written[hyphen] == "–" {
      let first = String(written[..<hyphen]).kept
      guard let start = texts(of: first) else { continue }
      let last = String(written[written.index(after: hyphen)...]).kept
      guard let (key, end) = end(last, after: first) else {
        unknown = last
        continue
      }
      guard start.lowerBound < end.upperBound, start.lowerBound <= end.lowerBound else {
        throw .backwards(first: first, last: key)
      }
      return PlanSpan(first: first, last: key, texts: start.lowerBound..<end.upperBound)
    }
    throw .unknown(unknown ?? written)
  }

  /// Bytes of two keys with a hyphen and blanks.
  private static let longest = 2 * ReadText.keyByteLimit + 3

  /// The key of the end of a portion, of which what it shares with the beginning may be left out.
  private func end(_ written: String, after first: String) -> (key: String, texts: Range<Int>)? {
    if let texts = texts(of: written) { return (written, texts) }
    var shared = first[...]
    while let dot = shared.lastIndex(of: ".") {
      shared = shared[..<dot]
      let key = "\(shared).\(written)"
      if let texts = texts(of: key) { return (key, texts) }
    }
    return nil
  }

  /// The section in which a text is.
  func section(of text: Int) -> Int? {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].texts.upperBound <= text { low = middle + 1 } else { high = middle }
    }
    return sections.indices.contains(low) && sections[low].texts.contains(text) ? low : nil
  }

  /// The keys of a range of texts, of whole sections where it begins or ends with one.
  func span(_ texts: Range<Int>) -> PlanSpan {
    var first = self.texts[texts.lowerBound]
    var last = self.texts[texts.upperBound - 1]
    if let index = section(of: texts.lowerBound),
      sections[index].texts.lowerBound == texts.lowerBound,
      sections[index].texts.upperBound <= texts.upperBound
    {
      first = sections[index].section.key
    }
    if let index = section(of: texts.upperBound - 1),
      sections[index].texts.upperBound == texts.upperBound,
      sections[index].texts.lowerBound >= texts.lowerBound
    {
      last = sections[index].section.key
    }
    return PlanSpan(first: first, last: last, texts: texts)
  }
}
