import Foundation
import TestSupport
import Testing

@Suite("Command person: import and export")
struct PersonFilesTests {
  private static let cards = """
    BEGIN:VCARD
    VERSION:3.0
    FN:Mina Kim
    BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29
    TEL:010 1234
    ADR:;;Seoul;;;;
    UID:mina
    END:VCARD
    BEGIN:VCARD
    FN:\(String(repeating: "x", count: 41))
    END:VCARD

    """

  @Test(
    "People come from a file, what is left out is told, and go back into one that is never replaced"
  )
  func thereAndBack() async throws {
    let anna = try JournalProgram()
    try await anna.addOwner("anna")
    try anna.folder.write(Array(Self.cards.utf8), to: "a.vcf")
    let dry = try await anna.run("person", "import", "a.vcf", "--dry-run", "--json")
    #expect(dry.status == 1)
    #expect(dry.output.contains(#""name":"Mina Kim","result":"added""#))
    #expect(dry.output.contains(#""what":"ADR""#))
    let run = try await anna.run("person", "import", "a.vcf", "--every", "30")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.contains("a.vcf: line 9: its name is not possible"))
    #expect(run.error.contains("line 1: Mina Kim: left out ADR"))
    #expect(run.error.hasSuffix("Imported 1 person.\n"))
    #expect(
      try await anna.run("person", "import", "-", input: Self.cards).error
        .hasSuffix("Imported 0 people (1 here already).\n"))
    #expect(try await anna.run("person", "export", "1").output.contains("FN:Mina Kim\r\n"))

    let shown = try await anna.run("person", "export", "mina")
    #expect(shown.status == 0 && shown.error.isEmpty)
    #expect(shown.output.contains("BDAY:--0229\r\n") && shown.output.hasSuffix("END:VCARD\r\n"))
    #expect(shown.output.contains("X-DAYSTAMP-CADENCE:30\r\n"))
    #expect(try await anna.run("person", "export", "-o", "b.vcf").status == 0)
    #expect(try anna.folder.read("b.vcf") == Array(shown.output.utf8))
    let there = try await anna.run("person", "export", "-o", "a.vcf")
    #expect(there.status == 1)
    #expect(try anna.folder.read("a.vcf") == Array(Self.cards.utf8))
    #expect(try await anna.run("person", "export", "-o", "a.vcf", "--force").status == 0)
    #expect(try await anna.run("person", "import", "a.vcf", "--every", "0").status == 64)
  }
}
