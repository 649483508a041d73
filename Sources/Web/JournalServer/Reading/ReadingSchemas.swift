import Texts

extension Schema {
  static let readSection = Schema.object(
    "ReadSection",
    [
      "collection": .string(),
      "key": .string(examples: ["John.3"]),
      "title": .string(),
      "texts": .count("How many texts it has."),
    ],
    optional: [
      "previous": .string("The key of the previous section; missing for the first."),
      "next": .string("The key of the next section; missing for the last."),
      "read": .object(
        ["day": .date(), "moment": .seconds()],
        about: "When it was last read in the current round; missing if it was not."),
    ])

  static let checklist = Schema.object(
    "Checklist",
    [
      "collection": .string(),
      "round": .integer("The number of this round, counted from 1.", from: 1),
      "rounds": .array(
        of: .object(
          ["round": .integer(from: 1)],
          optional: ["begun": .seconds("Missing for the first round before anything is read.")])),
      "read": .count("How many sections were read."),
      "sections": .count("How many sections there are."),
      "percent": .integer("Rounded down.", in: 0...100),
      "books": .array(
        of: .object([
          "key": .string(),
          "title": .string(),
          "read": .count("How many sections were read."),
          "sections": .count("How many sections there are."),
          "percent": .integer("Rounded down.", in: 0...100),
          "readSections": .array(of: .string(), "The keys of the sections that were read."),
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
          "level": .integer("1 to 2 sections, 3 to 5, 6 to 9, 10 to 14, 15 or more.", in: 1...5),
        ]), "The days on which sections were read."),
      "streak": .count("Days in a row up to today, or up to yesterday while today is pending."),
      "pending": .boolean("Whether nothing has been read today yet."),
      "longest": .count("The length of the longest streak in days."),
    ])

  static let openedPage = Schema.page(
    "OpenedPage", "opened",
    of: .object([
      "day": .date(),
      "moment": .seconds("When it was last opened on that day."),
      "collection": .string(),
      "key": .string(),
      "title": .string("The section's title, or its key if no collection has it now."),
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
      "source": .string("The file's name; missing if Daystamp made the plan."),
      "coverage": .object(
        [
          "texts": .count("How many texts the collection has."),
          "never": .count("How many texts the plan never reads."),
          "twice": .count("How many texts it reads more than once."),
          "neverRead": passages,
          "readTwice": passages,
          "lost": .array(
            of: .object(["day": .integer(from: 1), "first": .string(), "last": .string()]),
            "Portions that are missing from the collection."),
        ], about: "Missing in a list."),
      "today": .planDay,
    ])

  private static let passages = Schema.array(
    of: .object([
      "first": .string(),
      "last": .string(),
      "texts": .integer(from: 1),
      "times": .count("How many times the plan reads them."),
    ]))

  static let planDay = Schema.object(
    "PlanDay",
    [
      "plan": .string(),
      "collection": .string(),
      "state": .choice(["waiting", "going", "over"], "waiting for its day 1, going, or over."),
      "pace": .choice(of: PlanPace.self),
      "start": .date(
        "The date of its day 1; at your own pace, the date on which you started the plan."),
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
              "The key of its first section; missing if the collection does not have it now."),
            "read": .date("When it was read; missing if it was not."),
          ])),
      "behind": .count("Earlier days with unread portions, by the calendar."),
      "portionsRead": .count("On all days."),
      "portionsInAll": .count("On all days."),
    ], optional: ["firstBehind": .integer("The first of those days.", from: 1)])
}
