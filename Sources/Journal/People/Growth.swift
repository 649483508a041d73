import CaptureTime

/// A person's plant: derived from contacts and snoozes, never stored.
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

  init(steps: Int) { self.steps = steps }

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
    let worth = Self.worth(
      hasKeywords: !contact.keywords.texts.isEmpty, hasMemo: !contact.memo.text.isEmpty)
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

extension Growth {
  /// Steps of a contact, as far as its day has them left.
  fileprivate static func worth(hasKeywords: Bool, hasMemo: Bool) -> Int {
    1 + (hasKeywords ? 1 : 0) + (hasMemo ? 1 : 0)
  }
}

/// What contacts and snoozes make of any growth before them, told from the last one back: after a few
/// contacts it is the same whatever was before.
struct GrowthEnd {
  /// Steps that are added, and what they are kept within then.
  private var added = 0
  private var bounds = 0...Growth.most
  /// The contacts of the day that was told last, the latest first.
  private var day: CivilDate?
  private var contacts: [(worth: Int, snoozes: Int)] = []

  /// A contact before those that were told, with how many snoozes there were between it and the next one.
  mutating func add(hasKeywords: Bool, hasMemo: Bool, on day: CivilDate, before snoozes: Int) {
    if day != self.day { closeDay() }
    self.day = day
    contacts.append((Growth.worth(hasKeywords: hasKeywords, hasMemo: hasMemo), snoozes))
  }

  /// Says that no contact of the day that was told last is left.
  private mutating func closeDay() {
    var (gains, had): ([Int], Int) = ([], 0)
    for contact in contacts.reversed() {
      gains.append(min(contact.worth, Growth.mostOfDay - had))
      had += gains.last ?? 0
    }
    for (contact, gain) in zip(contacts, gains.reversed()) {
      prepend(-max(0, contact.snoozes - Growth.freeSnoozes))
      prepend(gain)
    }
    contacts = []
  }

  /// Puts a change before the others, after which there are 0 to ``Growth/most`` steps, too.
  private mutating func prepend(_ change: Int) {
    bounds = steps(from: 0)...steps(from: Growth.most)
    added += change
  }

  private func steps(from steps: Int) -> Int {
    min(bounds.upperBound, max(bounds.lowerBound, steps + added))
  }

  /// Whether what is before the day that was told last changes nothing any more.
  var isKnown: Bool { bounds.lowerBound == bounds.upperBound }

  /// The growth, where nothing is before.
  mutating func growth() -> Growth {
    closeDay()
    return Growth(steps: steps(from: 0))
  }
}

/// The kind of plant, by the cadence.
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
