extension Schema {
  private static let meanMood = Schema.number(
    "The mean of the moods, to two decimals; missing where there are none.", in: 1...5,
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
      "morning": .constant(true, "Only of a day with a morning page."),
      "morningLater": .constant(
        true,
        """
        Only where that page was written on a later day, so that it does not count for a \
        streak.
        """),
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
      "characters": .count("Characters in them, as a reader counts them."),
      "moods": .count("Posts with a mood."),
      "weekdays": .array(
        of: .object(
          [
            "weekday": .choice([
              "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
            ]),
            "moods": .count(),
          ], optional: ["mood": .meanMood]), "Moods by weekday, from Monday.", count: 7...7),
      "mornings": .object(
        [
          "days": .count("Those whose page was written on the day itself."),
          "later": .count("Those whose page was written later, which are in no streak."),
          "pending": .boolean("Whether today's page is still to be written."),
        ],
        optional: [
          "longestStreak": .run,
          "currentStreak": .run.about(
            "The one that reaches today, or yesterday while today's page is pending."),
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
