import Journal
import Store
import Texts
import Wording

/// The highlights or notes that a program asks for, and the page of them.
struct AskedAnnotations: Sendable {
  let filter: AnnotationFilter
  let after: AnnotationPosition?
  let size: Int

  /// Of both.
  static let parameters: [Parameter] = [
    .query(
      "order",
      .choice(
        of: AnnotationFilter.Order.self,
        """
        day lists the latest first. book lists them in the order of the collections' files, \
        without those whose text is in no collection now.
        """, usually: .day)),
    .query(
      "q",
      .string("Words that must all occur in the annotation or its text, also inside other words.")
    ),
    .query("collection", .string("Only those of this collection.")),
    .limit("The maximum number; fewer if they are long."),
    .after,
  ]

  /// - Parameters:
  ///   - query: the request's.
  ///   - hasColours: whether they have.
  /// - Throws: ``Problem``.
  init(_ query: Query, hasColours: Bool) throws {
    var filter = AnnotationFilter()
    filter.order = try query.choice("order") ?? .day
    filter.collection = try query.value("collection") { try CollectionName($0) }
    if hasColours { filter.colour = try query.choice("colour") }
    filter.text = try query.text("q").flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    after = try query.text("after").map { text in
      guard let place = AnnotationPosition(parsing: text, in: filter.order) else {
        throw Problem("cursor")
      }
      return place
    }
    size = try query.limit()
    self.filter = filter
  }
}

/// A page of highlights or notes, and where the next one begins.
struct AnnotationSlice<Mark: Sendable> {
  let marks: [Annotated<Mark>]
  /// Nil where there are no more.
  let next: String?

  /// Bytes of what the marks of a page say: it ends early where there would be more.
  private static var mostBytes: Int { 4 * PostWords.byteLimit }
  /// How many are read at once, of which each may be as long as words are.
  private static var step: Int { 10 }

  /// - Parameters:
  ///   - asked: which ones.
  ///   - bytes: how many a mark says.
  ///   - page: reads so many after a place at most.
  /// - Throws: what `page` throws.
  init(
    _ asked: AskedAnnotations, bytes: (Mark) -> Int,
    _ page: (AnnotationPosition?, Int) throws -> [Annotated<Mark>]
  ) throws {
    var (found, length): ([Annotated<Mark>], Int) = ([], 0)
    // One more than is shown, so that it is known whether there are more.
    let wanted = asked.size + 1
    reading: while found.count < wanted {
      let count = min(Self.step, wanted - found.count)
      let more = try page(found.last?.position ?? asked.after, count)
      for mark in more {
        length += bytes(mark.mark)
        found.append(mark)
        if length > Self.mostBytes, found.count > 1 { break reading }
      }
      if more.count < count { break }
    }
    let isFull = found.count == wanted || length > Self.mostBytes && found.count > 1
    marks = isFull ? found.dropLast() : found
    next = isFull ? marks.last?.position.description : nil
  }
}
