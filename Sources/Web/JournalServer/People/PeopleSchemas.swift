import People

extension Schema {
  static let person = Schema.object(
    "Person",
    [
      "number": .integer(from: 1),
      "uid": .string(),
      "name": .string(length: 0...PersonName.byteLimit),
      "cadence": .integer("Days between contacts, at most.", in: Cadence.range),
      "start": .date(),
      "days": .array(of: .object(["name": .string(), "date": .string()])),
      "categories": .array(of: .string()),
      "archived": .boolean(),
      "deleted": .boolean(),
    ],
    optional: [
      "nickname": .string(),
      "birthday": .string("02-14, or 1990-02-14 if the year is known."),
      "phone": .string(),
      "email": .string(),
      "reminder": .string(examples: ["18:30"]),
      "note": .string(),
      "picture": .integer("The number of the post that has the person's photo."),
      "due": .date("Missing for archived or deleted people."),
      "dueIn": .integer("Days until then; negative if overdue."),
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
      "kept": .integer("Contacts made by the due day."),
    ])

  static let personPage = Schema.object(
    "PersonPage", ["people": .array(of: .person), "next": .nextNumber])

  static let contact = Schema.object(
    "Contact",
    [
      "number": .integer(from: 1),
      "person": .integer("The person's number.", from: 1),
      "day": .date(),
      "kind": .contactKind,
      "keywords": .array(of: .string()),
      "made": .seconds("When it was logged."),
    ],
    optional: [
      "name": .string("The person's name, in lists with contacts of several people."),
      "memo": .string(),
    ])

  static let contactKind = Schema.choice(of: ContactKind.self, "free is any other kind.").named(
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
            "yearly": .array(of: .string(), "Names of the person's anniversaries."),
          ], optional: ["due": .boolean(), "birthday": .boolean()])),
    ])

  static let dueItem = Schema.object(
    "DueItem",
    [
      "day": .date("The day on which it is due."),
      "kind": .choice(
        ["birthday", "day", "person", "morning", "portion"],
        "\"day\" is an anniversary of a person."),
    ],
    optional: [
      "number": .integer("The person's number; missing if it is about nobody.", from: 1),
      "name": .string("The person's."),
      "person": .person,
      "title": .string("The anniversary's name; missing for a birthday."),
      "years": .count("How many years it has been; missing if the year is unknown."),
      "portion": .object(
        [
          "plan": .string(),
          "day": .integer("The plan's.", from: 1),
          "number": .integer("The portion's number on that day.", from: 1),
          "title": .string(),
        ],
        optional: [
          "section": .string(
            "The key of its first section; missing if the collection no longer has it.")
        ]),
    ], about: "One thing that is due on a day.")

  static let nextNumber = Schema.integer("The value for the next page; null on the last page.")
    .orNull.named("NextNumber")
}
