extension Schema {
  private static let meanMood = Schema.number(
    "The average mood, to two decimals; missing if there are no moods.", in: 1...5,
    examples: [3.67])

  static let dayCount = Schema.object(
    [
      "day": .date(),
      "posts": .integer(from: 1),
      "photos": .count("Posts with a photo."),
      "words": .count("Posts with words."),
      "moods": .count("Posts with a mood."),
    ],
    optional: [
      "mood": .meanMood,
      "morning": .constant(true, "Only for a day with a morning page."),
      "morningLater": .constant(
        true, "Only if that page was written on a later day, so that it counts for no streak."),
    ]
  ).examples([
    "day": "2024-01-31", "posts": 3, "photos": 1, "words": 2, "moods": 2, "mood": 3.5,
    "morning": true,
  ]).named("DayCount")

  static let statistics = Schema.object(
    "Statistics",
    [
      "posts": .count(),
      "days": .count(),
      "months": .array(
        of: .object(
          [
            "month": .string(matching: "^[0-9]{4}-[0-9]{2}$"),
            "posts": .integer(from: 1),
            "days": .integer(from: 1),
            "moods": .count("Posts with a mood."),
          ], optional: ["mood": .meanMood])),
      "written": .count("Posts with words."),
      "words": .count("Words in them."),
      "characters": .count("Characters in them, counted as a reader sees them."),
      "moods": .count("Posts with a mood."),
      "weekdays": .array(
        of: .object(
          [
            "weekday": .choice([
              "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
            ]),
            "moods": .count(),
          ], optional: ["mood": .meanMood]), "Moods by weekday, starting on Monday.", count: 7...7),
      "mornings": .object(
        [
          "days": .count("Days with a page written on the day itself."),
          "later": .count("Days with a page written later; they count for no streak."),
          "pending": .boolean("Whether today's page is not written yet."),
        ],
        optional: [
          "longestStreak": .run,
          "currentStreak": .run.about(
            "The streak that reaches today, or yesterday while today's page is pending."),
        ], about: "Days with a morning page."),
    ],
    optional: [
      "first": .date(),
      "last": .date(),
      "longestRun": .run,
      "currentRun": .run,
      "mood": .meanMood,
    ])

  static let run = Schema.object(
    "Run", ["first": .date(), "last": .date(), "days": .integer(from: 1)])
}
