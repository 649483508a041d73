extension Schema {
  static let text = Schema.object(
    "Text",
    [
      "key": .string(examples: ["John.3.16"]),
      "collection": .string(),
      "text": .string(),
      "translation": .string(),
      "author": .string(),
      "source": .string(),
      "uses": .count(),
      "new": .boolean(),
    ],
    optional: [
      "section": .string("The title of its section; missing where it is in none."),
      "hearted": .seconds("When it got its heart; missing where it has none."),
      "opened": .seconds("When it was opened first."),
      "used": .seconds("When it was used last."),
    ])

  static let textPage = Schema.page("TextPage", "texts", of: .text)

  static let collection = Schema.object(
    "Collection", ofCollection,
    optional: [
      "owner": ownerOfCollection,
      "sections": .array(
        of: .object(["key": .string(), "title": .string(), "texts": .count()]),
        "Only of one that is asked for alone."),
    ])

  static let collectionChange = Schema.object(
    "CollectionChange", ofCollection.merging(["came": came]) { $1 },
    optional: ["owner": ownerOfCollection])

  private static let ofCollection: [String: Schema] = [
    "name": .string(),
    "texts": .count(),
    "licence": .string(),
    "language": .string(),
    "source": .string("The file's name."),
    "format": .string(),
    "sha256": .string("Of the file, in hexadecimal digits."),
    "added": .seconds("When it came."),
    "updated": .seconds("When its file was read last."),
  ]

  private static let ownerOfCollection = Schema.string(
    "Who added it; missing where that owner is gone, and of what comes with Daystamp.")

  private static let came = Schema.object([
    "added": .count(),
    "changed": .count(),
    "removed": .count(),
    "problems": .count("Records of the file that are no texts."),
    "lost": .array(of: .string(), "The keys of your marks whose texts are not in it."),
    "lostHighlights": .array(
      of: .object([
        "key": .string(),
        "quote": .string("What the highlight says; of a long one the beginning."),
      ]), "Your highlights whose words are not in it."),
  ])
}
