import GRDB
import Store

/// Which texts of its collection a plan reads how often.
package struct PlanCoverage: Sendable, Hashable {
  /// How many texts the collection has.
  package let texts: Int
  /// Those that it never reads, and those that it reads more than once.
  package let never: [Span]
  package let repeated: [Span]
  /// Portions that are missing from the collection, by day.
  package let lost: [Lost]

  /// Texts that follow one another, by the keys of the first and the last one, or of sections where they are
  /// whole.
  package struct Span: Sendable, Hashable {
    package let first: String
    package let last: String
    package let texts: Int
    /// How often they are read: 0, or 2 and more.
    package let times: Int
  }

  package struct Lost: Sendable, Hashable {
    package let day: Int
    package let first: String
    package let last: String
  }

  package var neverTexts: Int { never.reduce(0) { $0 + $1.texts } }
  package var repeatedTexts: Int { repeated.reduce(0) { $0 + $1.texts } }
  /// Whether it reads every text once.
  package var isWhole: Bool { never.isEmpty && repeated.isEmpty && lost.isEmpty }

  /// - Parameters:
  ///   - spans: what the plan reads.
  ///   - lost: what it cannot.
  ///   - places: of the collection.
  /// - Complexity: O(*n* + *m*) in the texts of the collection and the portions.
  init(of spans: [Range<Int>], lost: [Lost] = [], in places: PlanPlaces) {
    // How many portions begin or end before a text, and so cover it.
    var steps = [Int](repeating: 0, count: places.texts.count + 1)
    for span in spans {
      steps[span.lowerBound] += 1
      steps[span.upperBound] -= 1
    }
    var (never, repeated): ([Span], [Span]) = ([], [])
    var (start, times) = (0, 0)
    func end(at place: Int) {
      guard place > start, times != 1 else { return }
      let span = places.span(start..<place)
      let found = Span(first: span.first, last: span.last, texts: place - start, times: times)
      if times == 0 { never.append(found) } else { repeated.append(found) }
    }
    for place in places.texts.indices where steps[place] != 0 {
      end(at: place)
      (start, times) = (place, times + steps[place])
    }
    end(at: places.texts.count)
    (self.texts, self.never, self.repeated, self.lost) = (
      places.texts.count, never, repeated, lost
    )
  }
}
