import Testing

@testable import JournalServer

@Suite("A schema")
struct SchemaTests {
  private static let pair = Schema.object(
    "Pair", ["a": .integer(in: 1...2)], optional: ["b": .string("Text.").orNull])

  @Test("that has a name stands once, and is referred to where it is used")
  func named() throws {
    var named: [String: JSON] = [:]
    #expect(Self.pair.json(addingTo: &named) == ["$ref": "#/components/schemas/Pair"])
    #expect(
      named == [
        "Pair": [
          "type": "object", "required": ["a"], "additionalProperties": false,
          "properties": [
            "a": ["type": "integer", "minimum": 1, "maximum": 2],
            "b": ["type": ["string", "null"], "description": "Text."],
          ],
        ]
      ])
    #expect(
      Self.pair.about("Two.").json(addingTo: &named)
        == ["$ref": "#/components/schemas/Pair", "description": "Two."])
    #expect(
      Self.pair.requiring("b").json(addingTo: &named)
        == ["allOf": [["$ref": "#/components/schemas/Pair"], ["required": ["b"]]]])
    #expect(
      Self.pair.orNull.json(addingTo: &named)
        == ["oneOf": [["$ref": "#/components/schemas/Pair"], ["type": "null"]]])
    #expect(named.count == 1)
  }

  @Test("tells what does not fit it, which every answer of a test is held to")
  func misfits() {
    #expect(Self.pair.misfits(["a": 1, "b": .null]) == [])
    #expect(Self.pair.misfits(["b": 1, "c": 2]).sorted().count == 3)
    #expect(Self.pair.requiring("b").misfits(["a": 1]) == ["$.b: missing"])
    #expect(Schema.list("all", of: Self.pair).misfits(["all": [["a": "1"]]]).count == 1)
    #expect(Schema.anyOf([.string(), .boolean()]).misfits(1).count == 2)
  }
}
