import Testing

@testable import CaptureTime

@Suite("XMP times")
struct XMPTimesTests {
  @Test(
    "Properties are read from attributes and elements, under any prefix",
    arguments: [
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2024-01-31T23:59:58+09:00"/>"#,
      #"<rdf:Description exif:DateTimeOriginal='2024-01-31T23:59:58+09:00' xmlns:exif='http://ns.adobe.com/exif/1.0/' />"#,
      #"<rdf:Description xmlns:q="http://ns.adobe.com/exif/1.0/"><q:DateTimeOriginal> 2024-01-31T23:59:58+09:00 </q:DateTimeOriginal></rdf:Description>"#,
      #"<!-- <x> --><rdf:Description xmlns:q = "http://ns.adobe.com/exif/1.0/" ><a>>]</a><q:DateTimeOriginal >2024-01-31T23:59:58+09:00</q:DateTimeOriginal ></rdf:Description>"#,
      #"<rdf:Description><q:DateTimeOriginal xmlns:q="http://ns.adobe.com/exif/1.0/">2024-01-31T23:59:58+09:00</q:DateTimeOriginal></rdf:Description>"#,
    ])
  func forms(description: String) {
    let read = XMPTimes.read([packet(description)])
    #expect(read.problems.isEmpty)
    #expect(read.readings.map(\.source) == [.xmpDateTimeOriginal])
    #expect(read.readings.map(meaning) == ["2024-01-31T23:59:58+09:00"])
  }

  @Test("The three properties are found in several descriptions and packets, the first of each")
  func several() {
    let first = packet(
      #"<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-01-03"/>"#
        + #"<rdf:Description xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:DateCreated="2024-01-02T10:20"/>"#
    )
    let second = packet(
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2024-01-01"/>"#
        + #"<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2020-01-03"/>"#
    )
    let read = XMPTimes.read([first, second])
    #expect(read.readings.map(\.source) == [.xmpDateTimeOriginal, .xmpDateCreated, .xmpCreateDate])
    #expect(read.readings.map(meaning) == ["2024-01-01", "2024-01-02T10:20", "2024-01-03"])
  }

  @Test(
    "What is another's name, another's photo or no simple value is not a property",
    arguments: [
      #"<rdf:Description xmlns:exif="http://example.com/" exif:DateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description exif:DateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" DateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:XDateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description><a xmlns:xmp="http://ns.adobe.com/xap/1.0/"><rdf:Description xmp:CreateDate="2024-01-31"/></a></rdf:Description>"#,
      #"<rdf:Description><a><xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/">2024-01-31</xmp:CreateDate></a></rdf:Description>"#,
      #"<rdf:Description><b xmlns:xmp="http://ns.adobe.com/xap/1.0/"/><xmp:CreateDate>2024-01-31</xmp:CreateDate></rdf:Description>"#,
      #"<rdf:Description><xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/"><rdf:Seq/></xmp:CreateDate></rdf:Description>"#,
      #"<!-- <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-01-31"/> -->"#,
    ])
  func others(description: String) {
    let read = XMPTimes.read([packet(description)])
    #expect(read.readings.isEmpty)
    #expect(read.problems.isEmpty)
  }

  @Test(
    "Partial dates and wrong ones",
    arguments: [
      ("2024-01-31", nil), ("2024", CaptureTimeRejection.incomplete(missing: .month)),
      ("2024-01", .incomplete(missing: .day)), ("", .blank), ("0000-00-00T00:00:00", .zeros),
      ("2024-02-30", .outOfRange(field: .day, observed: 30, expected: 1...29)),
      ("31.01.2024", .wrongSyntax(observed: "31.01.2024", expected: XMPTimes.syntax)),
    ])
  func values(value: String, reason: CaptureTimeRejection?) throws {
    let read = XMPTimes.read([
      packet(#"<rdf:Description xmlns:a="http://ns.adobe.com/xap/1.0/" a:CreateDate="\#(value)"/>"#)
    ])
    let reading = try #require(read.readings.first)
    if let reason {
      #expect(throws: reason) { try reading.result.get() }
    } else {
      #expect(meaning(reading) == value)
    }
  }

  @Test("Broken or oversized packets are problems, and what was found before them stays")
  func problems() {
    let start =
      #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description "#
      + #"xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-01-31">"#
    let deep = String(repeating: "<a>", count: 100)
    let wide = "<a " + (0..<200).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + "/>"
    let cases: [(String, XMPError)] = [
      (start + deep, .limit(.depth(64))), (start + wide, .limit(.namespaces(128))),
      (start + "</b>", .syntax(offset: start.utf8.count, expected: .matchingEndTag)),
      (start + "<a b=c>", .syntax(offset: start.utf8.count + 5, expected: .quote)),
      (start + "<a b>", .syntax(offset: start.utf8.count + 4, expected: .equalsSign)),
      (start + "<!-- ", .syntax(offset: start.utf8.count + 4, expected: .markupEnd)),
      (start + "< a>", .syntax(offset: start.utf8.count + 1, expected: .name)),
      (start, .syntax(offset: start.utf8.count, expected: .matchingEndTag)),
      (start + String(repeating: " ", count: 1 << 20), .limit(.length(1 << 20))),
    ]
    for (text, error) in cases {
      let read = XMPTimes.read([Array(text.utf8)[...]])
      #expect(read.problems == [.xmp(packet: 0, error)])
      #expect(read.readings.map(meaning) == ["2024-01-31"])
    }
    let utf16 = "<?xpacket?>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(XMPTimes.read([utf16[...]]).problems == [.xmp(packet: 0, .notUTF8)])
    #expect(XMPTimes.read([([0xFF, 0xFE] + utf16)[...]]).problems == [.xmp(packet: 0, .notUTF8)])
  }

  @Test("Cut off at any length a packet is searched without a trap")
  func truncated() {
    let whole = packet(
      #"<rdf:Description xmlns:q='http://ns.adobe.com/exif/1.0/' b="c"><!-- - --><![CDATA[ ]]><q:DateTimeOriginal>2024-01-31</q:DateTimeOriginal></rdf:Description>"#
    )
    for length in 0..<whole.count {
      #expect(XMPTimes.read([whole.prefix(length)]).readings.count <= 1)
    }
  }

  private func packet(_ descriptions: String) -> ArraySlice<UInt8> {
    let text =
      #"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">"#
      + #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"# + descriptions
      + "</rdf:RDF></x:xmpmeta>   <?xpacket end=\"w\"?>"
    return Array(text.utf8)[...]
  }

  private func meaning(_ reading: CaptureTimeReading) -> String {
    (try? reading.result.get().description) ?? "rejected"
  }
}
