import Testing

@testable import Formats

/// Dates are tested where they are read, in `CaptureTime`.
@Suite("XMP scanner")
struct XMPScannerTests {
  private static let description = XMPProperty(.dublinCore, "description")
  private static let title = XMPProperty(.dublinCore, "title")

  @Test(
    "A text in several languages is that of the default, else the first",
    arguments: [
      ("<rdf:li xml:lang='ko'>a</rdf:li><rdf:li xml:lang='x-default'>b</rdf:li>", "b"),
      ("<rdf:li xml:lang='X-Default'>b</rdf:li><rdf:li xml:lang='x-default'>c</rdf:li>", "b"),
      ("<rdf:li xml:lang='ko'>a</rdf:li><rdf:li xml:lang='en'>b</rdf:li>", "a"),
      ("<rdf:li>a &amp; <![CDATA[<b>]]></rdf:li>", "a & <b>"), ("<rdf:li/>", ""), ("", nil),
      ("<li xml:lang='x-default'>a</li>", nil), ("<rdf:li><a/>a</rdf:li>", nil),
      ("<rdf:li><rdf:Alt><rdf:li>a</rdf:li></rdf:Alt></rdf:li>", nil),
    ])
  func languages(items: String, text: String?) throws {
    let found = try found("<dc:description><rdf:Alt>\(items)</rdf:Alt></dc:description>")
    #expect(found[Self.description] == text)
  }

  @Test("Only what is asked for so may be in several languages, and it may be simple too")
  func simple() throws {
    let alternatives = "<rdf:Alt><rdf:li xml:lang='x-default'>a</rdf:li></rdf:Alt>"
    #expect(try found("<dc:title>\(alternatives)</dc:title>").isEmpty)
    #expect(try found("<dc:description>a</dc:description>") == [Self.description: "a"])
    #expect(
      try found("<dc:description><rdf:Seq><rdf:li>a</rdf:li></rdf:Seq></dc:description>") == [:])
    #expect(
      try found(
        "<dc:description>\(alternatives)</dc:description><dc:title>b</dc:title>"
          + "<dc:description>c</dc:description>") == [Self.description: "a", Self.title: "b"])
  }

  private func found(_ children: String) throws -> [XMPProperty: String] {
    let packet =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
      + "xmlns:dc='http://purl.org/dc/elements/1.1/'>\(children)</rdf:Description></rdf:RDF>"
    let scanner = XMPScanner(
      Array(packet.utf8)[...], wanted: [Self.description, Self.title],
      multilingual: [Self.description])
    try scanner.scan()
    return scanner.found.mapValues { String(decoding: $0, as: UTF8.self) }
  }
}
