import Foundation
import Testing
import TestSupport

@testable import Texts

@Suite("Bibles")
struct BibleParserTests {
  @Test("in OSIS have verses as elements", arguments: ReadCollection.pieceSizes)
  func osisElements(pieceSize: Int) throws {
    let read = try ReadCollection(
      """
      <?xml version="1.0"?>
      <osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText>
      <header><title>No verse</title></header>
      <div type="book" osisID="Gen"><chapter osisID="Gen.1"><title>Creation</title>
      <verse osisID="Gen.1.1">In the <w lemma="x">beginning</w><note>Or <q>at</q></note>
        God &amp; all</verse>
      <verse osisID="KJV:Gen.1.2 Gen.1.3">And<lb/>so</verse>
      <verse osisID="nowhere">lost</verse>
      </chapter></div></osisText></osis>
      """, as: .osis, pieceSize: pieceSize)
    #expect(read.bodies == ["In the beginning God & all", "And so"])
    #expect(read.keys == ["Gen.1.1", "Gen.1.2-3"])
    #expect(read.texts.first?.section == ReadSection(key: "Gen.1", title: "Genesis 1"))
    #expect(read.problems == [ReadProblem(line: 8, .noVerse)])
  }

  @Test("in OSIS have verses between milestones, which need their ends")
  func osisMilestones() throws {
    let read = try ReadCollection(
      """
      <osisText><p><verse osisID="Ps.3.1" sID="a"/>
      <title canonical="true">A Psalm.</title><l>LORD,</l><l>how</l></p>
      <p>many<verse eID="a"/> between
      <verse osisID="Ps.3.2" sID="b"/>open
      <verse osisID="Ps.3.3" sID="c"/>third<verse eID="c"/></p>
      <verse osisID="Ps.3.4" sID="d"/>end</osisText>
      """, as: .osis)
    #expect(read.bodies == ["A Psalm. LORD, how many", "third"])
    #expect(
      read.problems == [
        ReadProblem(line: 4, .openVerse("Ps.3.2")), ReadProblem(line: 6, .openVerse("Ps.3.4")),
      ])
  }

  @Test(
    "in OSIS and Zefania have joined verses with the numbers of all of them",
    arguments: [
      ("Gen.1.1 Gen.1.2", "Gen.1.1-2"), ("Gen.1.2 Gen.1.3 KJV:Gen.1.4!a Gen.1.6", "Gen.1.2-4,6"),
      ("Gen.1.1-Gen.1.3", "Gen.1.1-3"), ("Gen.1.31 Gen.2.1", "Gen.1.31-Gen.2.1"),
      ("Gen.1.1 Gen.1.1", "Gen.1.1"), ("Gen.1.1a Gen.1.1b", "Gen.1.1a,1b"),
      ("Gen.1.1 nowhere", nil), ("Gen.1.1 Exod.1.1", nil), ("Gen.1.99999999999999999999", nil),
      ("Gen.99999.1", nil), ("Gen.1.3-Gen.1.1", nil),
    ])
  func joinedOSIS(id: String, key: String?) throws {
    for verse in [
      "<verse osisID='\(id)'>a</verse>", "<verse osisID='\(id)' sID='x'/>a<verse eID='x'/>",
    ] {
      let read = try ReadCollection("<osis>\(verse)</osis>", as: .osis)
      #expect(read.keys == (key.map { [$0] } ?? []))
      #expect(read.reasons == (key == nil ? [.noVerse] : []))
    }
  }

  @Test(
    "in Zefania have joined verses",
    arguments: [
      ("2-3", "2-3"), (" 2 - 3 ", "2-3"), ("2,4", "2,4"), ("3-2", nil), ("2-", nil), ("-2", nil),
      ("99999", nil), ("2-99999999999999999999", nil),
    ])
  func joinedZefania(number: String, verse: String?) throws {
    let read = try ReadCollection(
      "<xmlbible><biblebook bnumber='1'><chapter cnumber='1'><vers vnumber='\(number)'>a</vers>"
        + "</chapter></biblebook></xmlbible>", as: .zefania)
    #expect(read.keys == (verse.map { ["Gen.1.\($0)"] } ?? []))
    #expect(read.reasons == (verse == nil ? [.noVerse] : []))
  }

  @Test("in Zefania have books, chapters and verses", arguments: ReadCollection.pieceSizes)
  func zefania(pieceSize: Int) throws {
    let text = """
      <XMLBIBLE biblename="x"><INFORMATION><title>t</title></INFORMATION>
      <BIBLEBOOK bnumber="43" bname="요한복음"><CHAPTER cnumber="3"><CAPTION>c</CAPTION>
      <VERS vnumber="16">하나님이 <gr str="1">세상을</gr><NOTE>n</NOTE> 이처럼</VERS>
      <VERS vnumber="x">lost</VERS></CHAPTER></BIBLEBOOK>
      <BIBLEBOOK bnumber="70"><CHAPTER cnumber="1"><VERS vnumber="1">More</VERS></CHAPTER></BIBLEBOOK>
      </XMLBIBLE>
      """
    for text in [text, text.replacing("CHAPTER", with: "chapter")] {
      let read = try ReadCollection(text, as: .zefania, pieceSize: pieceSize)
      #expect(read.bodies == ["하나님이 세상을 이처럼", "More"])
      #expect(read.keys == ["John.3.16", "B70.1.1"])
      #expect(read.texts.first?.section == ReadSection(key: "John.3", title: "요한복음 3"))
      #expect(read.problems == [ReadProblem(line: 4, .noVerse)])
    }
  }

  @Test(
    "in XML are refused with a document type, broken, or too deep",
    arguments: [
      (
        "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<osis>&b;</osis>",
        ReadError.documentType(line: 1)
      ),
      ("<osis>\n<verse></osis>", .xml(line: 2, detail: "mismatched tag")),
      ("<osis>&b;</osis>", .xml(line: 1, detail: "undefined entity")),
      ("<osis>", .xml(line: 1, detail: "no element found")),
      ("", .xml(line: 1, detail: "no element found")),
      ("<a>\n" + String(repeating: "<b>", count: 64), .depth(line: 2, limit: 64)),
    ])
  func hostileXML(text: String, error: ReadError) throws {
    for format in [CollectionFormat.osis, .zefania] {
      #expect(throws: error) { try ReadCollection(text, as: format) }
    }
  }

  @Test("in XML take the memory of one tag")
  func endlessTag() throws {
    let piece = [UInt8](repeating: 0x61, count: CollectionReader.pieceSize)
    for start in ["<osis><verse osisID=\"", "<osis><!--", "<osis><"] {
      var pieces = 0
      var reader = CollectionReader(.osis) {
        pieces += 1
        return pieces == 1 ? Array(start.utf8) : piece
      }
      let limit = XMLReader.markupLimit
      #expect(throws: ReadError.markup(line: 1, limit: limit)) { try reader.read() }
      #expect(pieces < 25)
    }
  }

  @Test("in USFM have verses without notes and headings", arguments: ReadCollection.pieceSizes)
  func usfm(pieceSize: Int) throws {
    let read = try ReadCollection(
      #"""
      \id GEN A version
      \h Genesis
      \mt1 GENESIS
      \c 1
      \s1 The beginning
      \p
      \v 1 In the \w beginning|strong="H7225"\w*\f + \fr 1:1 \ft Or \fq at\fq*\f* God
      \q2 made \nd all\nd*|
      \s2 A heading
      \p then
      \v 2-3 And\x - \xo 1:2 \xt Jn 1:1\x* so. \v 4 More
      \v z lost
      \v 5 open \f + never
      \c 2
      \v 1 End
      \id XXX none
      \c 1
      \v 1 nowhere
      """#, as: .usfm, pieceSize: pieceSize)
    #expect(read.bodies == ["In the beginning God made all| then", "And so.", "More", "End"])
    #expect(read.keys == ["Gen.1.1", "Gen.1.2-3", "Gen.1.4", "Gen.2.1"])
    #expect(
      read.problems == [
        ReadProblem(line: 12, .noVerse), ReadProblem(line: 13, .openNote("Gen.1.5")),
        ReadProblem(line: 18, .noVerse),
      ])
  }

  @Test(
    "in USFM 3 have no markup in their words",
    arguments: [
      (
        #"\zaln-s |x-strong="H7225" x-lemma="a|b"\*\w In|x-occurrence="1"\w*\zaln-e\* God"#,
        "In God"
      ),
      (#"\zaln-s | x-strong="H1\"2"\*\zaln-s |x="1"\*\w the\w*\zaln-e\*\zaln-e\*"#, "the"),
      (#"\qt-s |sid="qt1" who="Pilate"\*Are you?\qt-e |eid="qt1"\*"#, "Are you?"),
      (#"\qt1-s |Pilate\*Are\qt1-e\* you"#, "Are you"), (#"a \ts-s\*b\ts-e\* c\ts\*"#, "a b c"),
      (#"\vp 12b\vp* And \va 3\va*so"#, "And so"), (#"a \rq Is 1:2\rq* b"#, "a b"),
      (#"a~b // c//d \~ \/\/ \\ \| \u00e9"#, #"a b cd ~ // \ | é"#),
      (#"\add the \+w word|lemma="x"\+w* more|x-a="1"\add* end | of"#, "the word more end | of"),
      (#"\w gracious|grace\w*"#, "gracious"), (#"\rb 神|gg="a:b"\rb* x"#, "神 x"),
      (#"\p |vid="GEN 1:1"|then"#, "then"), (#"\tr \tc1 one\tcr2-3 two"#, "one two"),
      (#"a \esb \cat x\cat*\p side\esbe \p b"#, "a b"), (#"a \fig x|src="y"\fig* b"#, "a b"),
      (#"a \efe + \ft n\efe* b"#, "a b"), (#"a \cat People\cat* b"#, "a b"),
    ])
  func usfm3(text: String, words: String) throws {
    let read = try ReadCollection("\\id GEN\n\\c 1\n\\ca 2\\ca*\n\\v 1 \(text)", as: .usfm)
    #expect(read.bodies == [words] && read.problems.isEmpty)
    let parts = text.replacing(" |", with: "\n|")
    #expect(
      try ReadCollection("\\id GEN\n\\c 1\n\\v 1 \(parts)", as: .usfm).bodies == [words])
  }

  @Test("in USFM tell once of the markers that nobody knows, and keep the words")
  func unknownMarkers() throws {
    let read = try ReadCollection(
      #"""
      \id GEN
      \c 1
      \v 1 In \zfoo the\zfoo* \bar beginning
      \v 2 and \bar so\bar* on
      """#, as: .usfm)
    #expect(read.bodies == ["In the beginning", "and so on"])
    #expect(read.problems.map(\.line) == [3])
    #expect(
      read.reasons.map { "\($0)" } == [#"unknownMarkers(names: ["bar", "zfoo"], count: 3)"#])
  }

  @Test(
    "in USFM name the verse where a marker never ends",
    arguments: [
      #"a \zaln-s |x="b c"#, #"a \qt-s |who="x"#, #"a \w b|lemma="c d"#, #"a \ts-s b \p c"#,
      #"a \vp 1b c \p d"#,
    ])
  func openAttributes(text: String) throws {
    for end in ["", "\n\\v 2 end"] {
      let read = try ReadCollection("\\id GEN\n\\c 1\n\\v 1 \(text)\(end)", as: .usfm)
      #expect(read.bodies == (end.isEmpty ? [] : ["end"]))
      #expect(read.reasons.map { "\($0)" } == [#"openMarker("Gen.1.1")"#])
      #expect(read.problems.map(\.line) == [3])
    }
  }

  @Test(
    "in USFM are none where numbers are huge",
    arguments: ["\\c 99999\n\\v 1 a", "\\c 1\n\\v 99999 a", "\\c 1\n\\v 1-99999999999 a"])
  func hugeNumbers(text: String) throws {
    let read = try ReadCollection("\\id GEN\n\(text)", as: .usfm)
    #expect(read.keys.isEmpty && read.reasons == [.noVerse])
  }

  @Test(
    "in USFM take the time and memory of their bytes", .timeLimit(.minutes(5)),
    arguments: [
      "\\", "\\w ", "\\w a|", "\\zx-s |", "\\f ", "\\zx\n", "|", "\\+w a", "\\u", "\\esb ",
    ])
  func hostileUSFM(piece: String) throws {
    let text = "\\id GEN\n\\c 1\n\\v 1 " + String(repeating: piece, count: 300_000)
    let read = try ReadCollection(text + "\n\\v 2 end", as: .usfm)
    #expect(read.problems.count <= 2 && !read.problems.isEmpty)
  }

  @Test("of bible -f have a verse a line")
  func lines() throws {
    let read = try ReadCollection(
      "Ge1:1 In the beginning\n1Sm2:3 Talk\nXx1:1 no\nGe1:a no\nnothing\n", as: .bible)
    #expect(read.keys == ["Gen.1.1", "1Sam.2.3"])
    #expect(read.texts.last?.section?.title == "1 Samuel 2")
    #expect(read.problems.map(\.line) == [3, 4, 5])
    #expect(read.reasons.allSatisfy { $0 == .noVerse })
  }

  @Test(
    "of Debian have 31,102 verses in 66 books",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/bible")))
  func debian() async throws {
    let lines = try await Program.run("/usr/bin/bible", ["-f", "gen1:1-rev22:21"]).output
    let head = Array(lines.utf8.prefix(65_536))
    #expect(CollectionFormat(extension: "txt", head: head) == .bible)
    let read = try ReadCollection(lines, as: .bible)
    #expect(read.texts.count == 31_102 && read.problems.isEmpty)
    #expect(Set(read.keys).count == 31_102)
    let books = Set(read.keys.map { key in key.prefix { $0 != "." } })
    #expect(books.count == 66)
  }
}
