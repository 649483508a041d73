import Arrivals
import CaptureTime
import Wording

@testable import Journal

extension Samples {
  /// Of what is said of journals that are brought.
  static let arrivals: [any Worded] = errors + faults + placed + notes + undoing

  private static let errors: [ArrivalError] = [
    .damaged(ArrivalPlace("Journal.json", .line(2)), detail: "not JSON"),
    .damaged(ArrivalPlace(""), detail: "not JSON"), .needsAuthor(["Anna", "Bo"]),
    .needsDateOrder(example: "02/03/2024"), .tooMany(limit: 1_000_000), .expandsTooMuch,
    .unknownFormat(found: ["a.txt"], known: ["jrnl"]), .unknownFormat(found: [], known: ["jrnl"]),
    .otherFormat(asked: "penzu", looksLike: "jrnl"), .otherFormat(asked: "penzu", looksLike: nil),
  ]

  private static let faults: [ArrivalFault] = [
    .syntax(detail: "not JSON"), .time(""), .time("2024-02-30"), .mood("loved"),
    .missingFile("photos/1.jpeg"), .tooLarge(limit: 1 << 22), .sameID("1"),
    .expandsTooMuch,
  ]

  private static let placed: [any Worded] = places.map {
    ArrivalFault.syntax(detail: "not JSON").wording(at: $0)
  }

  private static let places: [ArrivalPlace] = [
    ArrivalPlace("a.json"), ArrivalPlace("", .line(2)), ArrivalPlace("", .entry(2)),
    ArrivalPlace("a.json", .line(2)), ArrivalPlace("a.json", .entry(2)),
  ]

  private static let notes: [ArrivalNote] = [
    .tagChanged("a, b", to: "a b"), .tagsLeftOut(["x", "y"]), .captionInWords(photo: 2),
    .titleInWords, .controlCharacters, .severalPosts(2),
    .clockMoved(to: CaptureTime(wallSeconds: 1_706_700_000, source: .given)),
    .photoThere("a.jpg", number: 2, isInTrash: false),
    .photoThere("a.jpg", number: 2, isInTrash: true),
    .photoFailed("a.jpg", ArrivalFault.missingFile("a.jpg")),
  ]

  private static let undoing: [ArrivalsError] = [.unknown(number: 3), .undone(number: 3)]
}
