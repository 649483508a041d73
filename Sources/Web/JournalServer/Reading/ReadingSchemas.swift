import Texts

extension Schema {
  static let readSection = Schema.object(
    "ReadSection",
    [
      "collection": .string(),
      "key": .string(examples: ["John.3"]),
      "title": .string(),
      "texts": .count("How many it has."),
    ],
    optional: [
      "previous": .string("The key of the section before it; missing of the first."),
      "next": .string("The key of the section after it; missing of the last."),
      "read": .object(
        ["day": .date(), "moment": .seconds()],
        about: "When it was read last, in the round that goes on; missing where it was not."),
    ])

  static let checklist = Schema.object(
    "Checklist",
    [
      "collection": .string(),
      "round": .integer("The round that this is, counted from 1.", from: 1),
      "rounds": .array(
        of: .object(
          ["round": .integer(from: 1)],
          optional: ["begun": .seconds("Missing of the first one before anything was read.")])),
      "read": .count("Sections that were read."),
      "sections": .count("Sections in all."),
      "percent": .integer("Rounded down.", in: 0...100),
      "books": .array(
        of: .object([
          "key": .string(),
          "title": .string(),
          "read": .count("Sections that were read."),
          "sections": .count("Sections in all."),
          "percent": .integer("Rounded down.", in: 0...100),
          "readSections": .array(of: .string(), "The keys of those that were read."),
        ])),
    ])

  static let readingYear = Schema.object(
    "ReadingYear",
    [
      "year": .integer(),
      "days": .array(
        of: .object([
          "day": .date(),
          "sections": .integer(from: 1),
          "level": .integer("1 to 2 sections, 3 to 5, 6 to 9, 10 to 14, 15 and more.", in: 1...5),
        ]), "Those on which sections were read."),
      "streak": .count("Days in a row up to today, or up to yesterday while today is pending."),
      "pending": .boolean("Whether nothing was read today yet."),
      "longest": .count("Days of the longest streak."),
    ])

  static let openedPage = Schema.page(
    "OpenedPage", "opened",
    of: .object([
      "day": .date(),
      "moment": .seconds("When the last time on that day."),
      "collection": .string(),
      "key": .string(),
      "title": .string("The key where no collection has the section now."),
    ]))

  static let plan = Schema.object(
    "Plan",
    [
      "name": .string(),
      "collection": .string(),
      "days": .integer("The number of its last day.", in: Plan.dayRange),
      "added": .seconds(),
    ],
    optional: [
      "source": .string("The file's name; missing where Daystamp made the plan."),
      "coverage": .object(
        [
          "texts": .count("How many the collection has."),
          "never": .count("How many it never reads."),
          "twice": .count("How many it reads more than once."),
          "neverRead": passages,
          "readTwice": passages,
          "lost": .array(
            of: .object(["day": .integer(from: 1), "first": .string(), "last": .string()]),
            "Portions that the collection does not have now."),
        ], about: "Missing in a list."),
      "today": .planDay,
    ])

  private static let passages = Schema.array(
    of: .object([
      "first": .string(),
      "last": .string(),
      "texts": .integer(from: 1),
      "times": .count("How often they are read."),
    ]))

  static let planDay = Schema.object(
    "PlanDay",
    [
      "plan": .string(),
      "collection": .string(),
      "state": .choice(["waiting", "going", "over"], "waiting for its day 1, going, or over."),
      "pace": .choice(of: PlanPace.self),
      "start": .date("The date of its day 1; at one's own pace the day on which it was begun."),
      "day": .integer("The number of the plan's day.", in: Plan.dayRange),
      "days": .integer("The number of its last day.", in: Plan.dayRange),
      "portions": .array(
        of: .object(
          [
            "number": .integer(in: 1...Plan.portionLimit),
            "title": .string(examples: ["Exodus 12:21–50"]),
            "first": .string("The key of its first text or section."),
            "last": .string(),
          ],
          optional: [
            "section": .string(
              "The key of its first section; missing where the collection does not have it now."),
            "read": .date("When it was read; missing where it was not."),
          ])),
      "behind": .count("Days before it with portions that were not read; by the calendar."),
      "portionsRead": .count("Of all days."),
      "portionsInAll": .count("Of all days."),
    ], optional: ["firstBehind": .integer("The first of those days.", from: 1)])
}
