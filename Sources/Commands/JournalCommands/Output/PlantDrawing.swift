import CaptureTime
import People

/// A person's plant as a few lines of text, and the same in words: nothing depends on the drawing.
struct PlantDrawing {
  let kind: PlantKind
  let stage: Growth.Stage
  let steps: Int
  /// Whether it hangs its head: the person is overdue.
  let isWithered: Bool

  /// The most lines of a drawing.
  static let height = 5

  init(_ known: KnownPerson, _ growth: Growth, today: CivilDate) {
    self.init(
      kind: PlantKind(of: known.person.facts.cadence), stage: growth.stage, steps: growth.steps,
      isWithered: (known.days(from: today) ?? 0) < 0)
  }

  init(kind: PlantKind, stage: Growth.Stage, steps: Int, isWithered: Bool) {
    (self.kind, self.stage, self.steps, self.isWithered) = (kind, stage, steps, isWithered)
  }

  /// The drawing, of characters that every terminal has.
  var lines: [String] {
    let stem = isWithered ? Self.withered(stage) : Self.upright(kind, stage)
    return (stem + [Self.ground]).map { $0.replacing("o", with: Self.blossom(kind)) }
  }

  private static let ground = "~~~~~~~~~"

  /// What stands for an o of a drawing.
  private static func blossom(_ kind: PlantKind) -> String {
    switch kind {
    case .daisy: "*"
    case .clover: "%"
    case .fern: "@"
    case .lavender: "&"
    case .oak: "#"
    }
  }

  private static func upright(_ kind: PlantKind, _ stage: Growth.Stage) -> [String] {
    switch (kind, stage) {
    case (_, .sprout): [#"   \,"#, "    |"]
    case (.daisy, .leaf): ["    |", #"  \_|_/"#, "    |"]
    case (.daisy, .bloom): ["    o", "    |", #"  \_|_/"#, "    |"]
    case (.daisy, .full): ["  o o o", #"   \|/"#, #"  \_|_/"#, "    |"]
    case (.clover, .leaf): ["   o o", #"    \|"#, "     |"]
    case (.clover, .bloom): ["    o", "   o o", "    |/", "    |"]
    case (.clover, .full): ["  o   o", " o o o o", #"   \|/"#, "    |"]
    case (.fern, .leaf): [" ~-. .-~", #"    V"#, "    |"]
    case (.fern, .bloom): ["  o   o", #" -~\|/~-"#, #"  -~|~-"#, "    |"]
    case (.fern, .full): [" o  o  o", #" -~\|/~-"#, #"--~\|/~--"#, "  -~|~-"]
    case (.lavender, .leaf): ["  | | |", #"   \|/"#, "    |"]
    case (.lavender, .bloom): ["  o o o", "  o o o", #"   \|/"#, "    |"]
    case (.lavender, .full): [" o o o o", " o o o o", #"  \||/ /"#, "    |/"]
    case (.oak, .leaf): ["   o", #"   \|/"#, "    |"]
    case (.oak, .bloom): ["   ooo", "  ooooo", #"   \|/"#, "    |"]
    case (.oak, .full): ["  ooooo", " ooooooo", #"  o\|/o"#, "    |"]
    }
  }

  private static func withered(_ stage: Growth.Stage) -> [String] {
    switch stage {
    case .sprout: ["    |`", "    |"]
    case .leaf: ["    .-.", #"   /|  '"#, "    |"]
    case .bloom: ["    .--.", "    |  o", #"   /|\"#, "    |"]
    case .full: ["  .-.--.", "  o |  o", #"   /|\"#, "  ' | '"]
    }
  }
}
