import People
import Shell
import Wording

/// What an import says of people.
struct PeopleGainLines {
  /// Lines on standard error.
  let people: [String]
  /// A line on standard output; nil where nothing came.
  let json: String?

  /// How many of each kind were imported, and the people without their picture's post.
  private struct JSON: Encodable {
    let people: Gain

    struct Gain: Encodable {
      let people: Int
      let contacts: Int
      let snoozes: Int
      let withoutPicture: [Lost]
    }

    struct Lost: Encodable {
      let name: String
      let post: Int
    }
  }

  init(_ gain: PeopleRestore.Gain, isDryRun: Bool) {
    let isNothing = gain == PeopleRestore.Gain()
    people =
      isNothing
      ? []
      : [Wording.gained(gain, isDryRun: isDryRun)]
        + gain.withoutPicture.map { Wording.lostPicture($0, isDryRun: isDryRun) }
    func count(_ count: PeopleCount) -> Int { gain.counts[count] ?? 0 }
    json =
      isNothing
      ? nil
      : JSON(
        people: .init(
          people: count(.people), contacts: count(.contacts), snoozes: count(.snoozes),
          withoutPicture: gain.withoutPicture.map { .init(name: $0.person, post: $0.post) })
      ).jsonLine()
  }
}

extension Wording {
  /// What an import brought of people.
  fileprivate static func gained(_ gain: PeopleRestore.Gain, isDryRun: Bool) -> String {
    let parts = PeopleCount.allCases.compactMap { part -> String? in
      guard let count = gain.counts[part] else { return nil }
      return switch part {
      case .people: counted(count, "person", "people")
      case .contacts: counted(count, "contact")
      case .snoozes: counted(count, "snooze")
      }
    }
    return "\(isDryRun ? "Would import" : "Imported") \(parts.joined(separator: ", "))."
  }

  fileprivate static func lostPicture(
    _ lost: PeopleRestore.Gain.LostPicture, isDryRun: Bool
  ) -> String {
    "\(escaped(lost.person)) \(isDryRun ? "would have" : "has") no picture, for post "
      + "\(lost.post) of the export is not here."
  }
}
