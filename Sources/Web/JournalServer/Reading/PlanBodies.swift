import HTTPTypes
import Store
import Texts
import Wording

extension Parameter {
  static let plan: Parameter = .required(
    "name", .string("The plan's."), refusals: [.notFound, .unprocessableContent])
  static let followedPlan: Parameter = .query(
    "name", .string("The plan's name; default: the only plan you follow."),
    refusals: [.notFound, .unprocessableContent])
  static let dayOfPlan: Parameter = .query(
    "day", .integer("The number of the plan's day; default: today's.", in: Plan.dayRange))
}

/// The portions of a plan's day that an address names.
struct ChosenPortions: Sendable {
  static let parameters: [Parameter] = [
    .followedPlan,
    .dayOfPlan,
    .query(
      "portion",
      .array(
        of: .integer(in: 1...Plan.portionLimit),
        "The number of a portion; give it once for each. Default: all of the day.",
        count: 0...Plan.portionLimit)),
  ]

  /// Nil for the only plan that is followed.
  let name: PlanName?
  /// The number of the plan's day; nil for today's.
  let day: Int?
  /// Empty for all of the day.
  let portions: [Int]

  /// - Throws: ``Problem``.
  init(_ query: Query) throws {
    name = try PlanRoutes.nameIfAny(of: query)
    day = try query.number("day", in: Plan.dayRange)
    let numbers = 1...Plan.portionLimit
    let written = try query.values("portion")
    portions = try written.map { text in
      guard let number = Int(text), "\(number)" == text, numbers ~= number,
        written.count <= Plan.portionLimit
      else {
        throw Problem(
          "query.number",
          [
            "name": "portion", "least": .text("\(numbers.lowerBound)"),
            "most": .text("\(numbers.upperBound)"),
          ])
      }
      return number
    }
  }
}

/// A plan for Daystamp to make.
struct MadePlanBody: Decodable, Sendable {
  let name: PlanName
  let making: PlanMaking
  let days: Int
  /// Nil for the only one that has sections.
  let collection: CollectionName?

  private enum CodingKeys: String, CodingKey, CaseIterable { case name, making, days, collection }

  /// - Throws: `DecodingError`, ``Problem``, `NameError`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.fields(CodingKeys.self)
    name = try PlanName(fields.decode(String.self, forKey: .name))
    guard let making = PlanMaking(rawValue: try fields.decode(String.self, forKey: .making)) else {
      throw Problem("field.named", ["name": "making"])
    }
    self.making = making
    days = try fields.decode(Int.self, forKey: .days)
    collection = try fields.decodeIfPresent(String.self, forKey: .collection).map {
      try CollectionName($0)
    }
  }
}

extension Schema {
  static let madePlan = Schema.object(
    [
      "name": .string(),
      "making": .choice(
        of: PlanMaking.self,
        """
        order reads everything in order; testaments, the Old and the New side by side; four, four \
        portions a day.
        """),
      "days": .integer(in: Plan.dayRange),
    ], optional: ["collection": .string("Default: the only collection with sections.")])
}
