import CaptureTime

/// How far a person's plant has grown: worked out from contacts and snoozes, never stored.
///
/// A contact is a step, and one more each for having a keyword and a memo; a day has at most three. From
/// the fourth snooze since a contact on, each costs one.
package struct Growth: Sendable, Hashable {
  /// 0 to 12.
  package private(set) var steps = 0
  private var today: (day: CivilDate, steps: Int)?
  private var snoozes = 0

  package static let most = 12
  package static let mostOfDay = 3
  /// Snoozes in a row that cost nothing.
  package static let freeSnoozes = 3

  package init() {}

  package enum Stage: String, CaseIterable, Sendable {
    case sprout, leaf, bloom
    /// As far as a plant grows.
    case full
  }

  package var stage: Stage {
    switch steps {
    case ..<3: .sprout
    case ..<6: .leaf
    case ..<Self.most: .bloom
    default: .full
    }
  }

  /// A contact, not before those and the snoozes that were added.
  mutating func add(_ contact: ContactFacts, on day: CivilDate) {
    let had = today.flatMap { $0.day == day ? $0.steps : nil } ?? 0
    let worth = 1 + (contact.keywords.texts.isEmpty ? 0 : 1) + (contact.memo.text.isEmpty ? 0 : 1)
    let gained = min(worth, Self.mostOfDay - had)
    today = (day, had + gained)
    steps = min(Self.most, steps + gained)
    snoozes = 0
  }

  /// A snooze, not before the contacts and those that were added.
  mutating func addSnooze() {
    snoozes += 1
    if snoozes > Self.freeSnoozes { steps = max(0, steps - 1) }
  }

  package static func == (left: Growth, right: Growth) -> Bool { left.steps == right.steps }
  package func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

/// What grows for a person, by how often one keeps up.
package enum PlantKind: String, CaseIterable, Sendable {
  /// Up to every 3, 7, 15 and 30 days, and longer.
  case daisy, clover, fern, lavender, oak

  package init(of cadence: Cadence) {
    self =
      switch cadence.days {
      case ...3: .daisy
      case ...7: .clover
      case ...15: .fern
      case ...30: .lavender
      default: .oak
      }
  }
}
