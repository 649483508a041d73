import People

extension Schema {
  static let person = Schema.object(
    "Person",
    [
      "number": .integer(from: 1),
      "uid": .string(),
      "name": .string(length: 0...PersonName.byteLimit),
      "cadence": .integer("Within how many days one keeps up.", in: Cadence.range),
      "start": .date(),
      "days": .array(of: .object(["name": .string(), "date": .string()])),
      "categories": .array(of: .string()),
      "archived": .boolean(),
      "deleted": .boolean(),
    ],
    optional: [
      "nickname": .string(),
      "birthday": .string("02-14, or 1990-02-14 where the year is known."),
      "phone": .string(),
      "email": .string(),
      "reminder": .string(examples: ["18:30"]),
      "note": .string(),
      "picture": .integer("The number of a post whose photo is the person's."),
      "due": .date("Missing for who is archived or deleted."),
      "dueIn": .integer("Days until then; negative where it is overdue."),
      "lastContact": .date(),
      "snoozedUntil": .date(),
      "growth": .object([
        "steps": .integer(in: 0...Growth.most),
        "most": .integer(),
        "stage": .choice(of: Growth.Stage.self),
        "plant": .choice(of: PlantKind.self),
      ]),
      "contacts": .integer(),
      "snoozes": .integer(),
      "kept": .integer("Of the contacts, those that came by the due day."),
    ])

  static let personPage = Schema.object(
    "PersonPage", ["people": .array(of: .person), "next": .nextNumber])

  static let contact = Schema.object(
    "Contact",
    [
      "number": .integer(from: 1),
      "person": .integer("The number of the person.", from: 1),
      "day": .date(),
      "kind": .contactKind,
      "keywords": .array(of: .string()),
      "made": .seconds("When it was written down."),
    ],
    optional: [
      "name": .string("The person's, where contacts of several are together."),
      "memo": .string(),
    ])

  static let contactKind = Schema.choice(of: ContactKind.self, "free is any other way.").named(
    "ContactKind")

  static let contactPage = Schema.object(
    "ContactPage", ["contacts": .array(of: .contact), "next": .nextNumber])

  static let personMonth = Schema.object(
    "PersonMonth",
    [
      "month": .string(),
      "days": .array(
        of: .object(
          [
            "day": .date(),
            "contacts": .array(of: .contact),
            "yearly": .array(of: .string(), "Names of other days of every year."),
          ], optional: ["due": .boolean(), "birthday": .boolean()])),
    ])

  static let dueItem = Schema.object(
    "DueItem",
    [
      "day": .date("The day that asks for it."),
      "kind": .choice(
        ["birthday", "day", "person", "morning", "portion"],
        "Where it is \"day\", another day of a person that comes every year."),
    ],
    optional: [
      "number": .integer("The person's; missing of what is about nobody.", from: 1),
      "name": .string("The person's."),
      "person": .person,
      "title": .string("What a day of every year is called; missing of a birthday."),
      "years": .count("Which one it is; missing where the year is not known."),
      "portion": .object(
        [
          "plan": .string(),
          "day": .integer("The plan's.", from: 1),
          "number": .integer("The portion's, on that day.", from: 1),
          "title": .string(),
        ],
        optional: [
          "section": .string(
            "The key of its first section; missing where the collection does not have it now.")
        ]),
    ], about: "One thing that a day asks for.")

  static let nextNumber = Schema.integer(
    "What the next page is asked for with; null on the last one."
  ).orNull.named("NextNumber")
}
