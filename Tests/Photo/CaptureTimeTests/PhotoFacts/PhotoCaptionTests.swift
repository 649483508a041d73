import Formats
import Testing

@testable import PhotoFacts

@Suite("Captions of photos")
struct PhotoCaptionTests {
  @Test("XMP goes before IPTC, and IPTC before EXIF; what has no words is passed over")
  func order() {
    var metadata = EmbeddedMetadata()
    metadata.exif = ExifBlock(main: [(.imageDescription, .text("from EXIF"))]).bytes[...]
    #expect(PhotoFacts(metadata).caption == "from EXIF")
    metadata.add(iptcCaption: Array(" \r\n".utf8))
    metadata.add(iptcCaption: Array("from IPTC".utf8))
    #expect(PhotoFacts(metadata).caption == "from IPTC")
    metadata.add(xmp: "<dc:description> </dc:description>")
    #expect(PhotoFacts(metadata).caption == "from IPTC")
    metadata.xmp = []
    metadata.add(xmp: "<dc:description>from XMP</dc:description>")
    #expect(PhotoFacts(metadata).caption == "from XMP")
  }

  @Test(
    "Of several languages the default is taken, else the first",
    arguments: [
      ("<rdf:li xml:lang='ko'>강가</rdf:li><rdf:li xml:lang='x-default'>river</rdf:li>", "river"),
      ("<rdf:li xml:lang='x-default'>river</rdf:li><rdf:li xml:lang='ko'>강가</rdf:li>", "river"),
      ("<rdf:li xml:lang='ko'>강가</rdf:li><rdf:li xml:lang='en'>river</rdf:li>", "강가"),
      ("<rdf:li>river</rdf:li>", "river"), ("", nil), ("<rdf:li><b>river</b></rdf:li>", nil),
      ("<b>river</b>", nil),
    ])
  func languages(items: String, caption: String?) {
    var metadata = EmbeddedMetadata()
    metadata.add(xmp: "<dc:description><rdf:Alt>\(items)</rdf:Alt></dc:description>")
    #expect(PhotoFacts(metadata).caption == caption)
  }

  @Test(
    "What cameras and programs write by themselves is no caption",
    arguments: [
      "OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "DCIM\\100MEDIA\\DJI_0001.JPG",
      "DCIM/100GOPRO/G0010001.JPG", "KONICA MINOLTA DIGITAL CAMERA", "Exif_JPEG_420", "null",
      "<Digimax S500 / Kenox S500 / Digimax Cyber 530>", "EPSON DSC picture", "oznorWO", "---",
      "Created with GIMP", "          ",
    ])
  func defaults(words: String) {
    let block = ExifBlock(main: [(.imageDescription, .text(words))])
    #expect(block.facts.caption == nil)
    var metadata = EmbeddedMetadata()
    metadata.add(iptcCaption: Array(words.utf8))
    #expect(PhotoFacts(metadata).caption == nil)
  }

  @Test(
    "What only looks like that is a caption",
    arguments: ["My new digital camera", "Sony DSC in the shop", "2024", "🌊", "null and void"])
  func words(words: String) {
    let block = ExifBlock(main: [(.imageDescription, .text(words))])
    #expect(block.facts.caption == words)
  }

  @Test("Text is UTF-8, in a type of its own too, else Latin-1")
  func encodings() {
    func caption(_ type: TIFFType, _ bytes: [UInt8]) -> String? {
      ExifBlock(main: [(.imageDescription, .bytes(type, bytes))]).facts.caption
    }
    #expect(caption(.ascii, Array("Café am Fluß\0 rest".utf8)) == "Café am Fluß")
    #expect(caption(.utf8, Array("강가에서".utf8)) == "강가에서")
    #expect(caption(.ascii, [0x43, 0x61, 0x66, 0xE9, 0]) == "Café")
    #expect(caption(.short, Array("Cafe".utf8)) == nil)
    var metadata = EmbeddedMetadata()
    metadata.add(iptcCaption: [0x46, 0x6C, 0x75, 0xDF])
    #expect(PhotoFacts(metadata).caption == "Fluß")
  }
}

@Suite("Lines from foreign files")
struct FactLineTests {
  @Test(
    "White space is one blank, and what is hidden or turns the line around is gone",
    arguments: [
      ("  a \t\r\n b\u{A0}\u{2028}c  ", "a b c"), ("a\u{0}\u{1}b\u{7F}\u{9B}c", "abc"),
      ("\u{202E}abc\u{202C}", "abc"), ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}b", "ab"),
      ("\u{FEFF}a\u{AD}b\u{FFF9}c", "abc"), ("a\u{E000}\u{1FFFE}b", "ab"),
      ("👨‍👩‍👧‍👦 می‌خواهم", "👨‍👩‍👧‍👦 می‌خواهم"), ("", nil), (" \u{0} ", nil),
    ])
  func clean(text: String, line: String?) {
    #expect(FactLine.clean(text) == line)
  }

  @Test("A long text is cut with a sign of it, whole characters kept, however many bytes they have")
  func long() {
    #expect(FactLine.clean(String(repeating: "é", count: 100))?.count == 100)
    #expect(
      FactLine.clean(String(repeating: "é", count: 101)) == String(repeating: "é", count: 99) + "…")
    let bytes = Array(String(repeating: "강", count: 5000).utf8)
    for start in 0..<3 {
      let shifted = [UInt8](repeating: 0x61, count: start) + bytes
      let line = FactLine.text(shifted)
      #expect(line?.count == 100 && line?.last == "…" && line?.contains("강") == true)
    }
  }

  @Test("Marks are not piled up")
  func marks() {
    let line = FactLine.clean("a" + String(repeating: "\u{301}", count: 4000))
    #expect(line?.unicodeScalars.count == 9)
  }
}
