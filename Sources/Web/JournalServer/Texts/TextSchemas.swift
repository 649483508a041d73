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
      "section": .string("The title of its section; missing if it is in none."),
      "hearted": .seconds("When it got its heart; missing if it has none."),
      "opened": .seconds("When it was first opened."),
      "used": .seconds("When it was last used."),
    ])

  static let textPage = Schema.page("TextPage", "texts", of: .text)

  static let collection = Schema.object(
    "Collection", ofCollection,
    optional: [
      "owner": ownerOfCollection,
      "sections": .array(
        of: .object(["key": .string(), "title": .string(), "texts": .count()]),
        "Only when a single text is requested."),
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
    "sha256": .string("The file's hash, in hexadecimal digits."),
    "added": .seconds("When it was added."),
    "updated": .seconds("When its file was last read."),
  ]

  private static let ownerOfCollection = Schema.string(
    "Who added it; missing if that owner is gone, and for what comes with Daystamp.")

  private static let came = Schema.object([
    "added": .count(),
    "changed": .count(),
    "removed": .count(),
    "problems": .count("How many records of the file are not texts."),
    "lost": .array(of: .string(), "The keys of your marks on missing texts."),
    "lostHighlights": .array(
      of: .object([
        "key": .string(),
        "quote": .string("The words of the highlight; of a long one, the beginning."),
      ]), "Your highlights of missing words."),
  ])
}
