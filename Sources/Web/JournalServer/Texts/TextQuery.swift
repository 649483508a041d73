import Store
import Texts
import Wording

/// The texts that a request asks for, and the page of them.
struct TextQuery: Sendable {
  var filter = Texts.Filter()
  let after: TextPosition?
  /// The kind where the request says none.
  let usual: Texts.Filter.Kind

  /// What a program may ask.
  static let parameters: [Parameter] = [
    .query(
      "kind",
      .choice(
        of: Texts.Filter.Kind.self,
        """
        Which texts. newest: all, latest added first. all: all, in the order of their files. \
        hearts and used: latest first. unused. new: those that an update added in the last 48 \
        hours and that were not opened.
        """, usually: .newest)),
    .query("collection", .string("Only texts of this collection.")),
    .query("section", .string("Only texts of this section, by its key.")),
    .query(
      "q",
      .string(
        """
        Words that must all occur in body, translation, author or key, also inside other words; or \
        a verse, like John 3:16.
        """)),
    .limit("The maximum number; on the first page, texts found by their key come on top of it."),
    .after,
  ]

  /// - Parameters:
  ///   - query: the request's.
  ///   - isOfPage: whether what is not understood is left aside.
  /// - Throws: ``Problem``.
  init(_ query: Query, isOfPage: Bool = false) throws {
    func read<Value>(_ value: () throws -> Value?) throws -> Value? {
      do { return try value() } catch { if isOfPage { return nil } else { throw error } }
    }
    let kind: Texts.Filter.Kind? = try read { try query.choice("kind") }
    filter.collection = try read {
      try query.text("collection") == nil
        ? nil : try query.value("collection") { try CollectionName($0) }
    }
    // A book is read from its beginning.
    usual = isOfPage && filter.collection != nil ? .all : .newest
    filter.kind = kind ?? usual
    filter.section = try read { try query.text("section") }
    if filter.section != nil, filter.collection == nil {
      guard isOfPage else { throw Problem("query.text-section") }
      filter.section = nil
    }
    filter.text = try read { try query.text("q") }.flatMap {
      $0.allSatisfy(\.isWhitespace) ? nil : $0
    }
    after = try read {
      try query.text("after").map { text in
        guard let place = TextPosition(parsing: text) else { throw Problem("cursor") }
        return place
      }
    }
  }

  /// The address of a page with these texts.
  func address(_ path: String = "/texts", after place: TextPosition? = nil) -> String {
    let fields = fields + (place.map { [("after", $0.description)] } ?? [])
    let text = fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
    return text.isEmpty ? path : "\(path)?\(text)"
  }

  /// The same, changed, from its beginning on.
  func with(_ change: (inout Texts.Filter) -> Void) -> String {
    var other = self
    change(&other.filter)
    return other.address()
  }

  /// The fields of a form that asks for one more condition.
  func hidden(without left: String) -> [PageContent] {
    fields.filter { $0.0 != left }.map { ["name": $0.0, "value": $0.1] }
  }

  /// Whether they are not simply all.
  var isAsked: Bool { !fields.isEmpty }

  private var fields: [(String, String)] {
    [
      filter.kind == usual ? nil : ("kind", filter.kind.rawValue),
      filter.collection.map { ("collection", $0.text) }, filter.section.map { ("section", $0) },
      filter.text.map { ("q", $0) },
    ].compactMap(\.self)
  }
}

/// A page of texts, and where the next one begins.
struct TextSlice {
  let texts: [StoredText]
  /// After the last of the texts; nil where there are no more.
  let next: TextPosition?

  /// - Parameters:
  ///   - query: which texts.
  ///   - size: how many at most, beside those on the first page whose key is looked for.
  ///   - journal: whose marks.
  ///   - now: in seconds since 1970 in UTC.
  /// - Throws: `CollectionError`, `JournalError`.
  init(_ query: TextQuery, size: Int, in journal: OwnerJournal, now: Int) throws {
    texts = try journal.texts.page(query.filter, after: query.after, atMost: size, now: now)
    let end = texts.count < size ? nil : texts.last?.position(in: query.filter.kind)
    let hasMore = try end.map {
      try !journal.texts.page(query.filter, after: $0, atMost: 1, now: now).isEmpty
    }
    next = hasMore == true ? end : nil
  }
}
