import Formats
import TestSupport
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
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" DateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:XDateTimeOriginal="2024-01-31"/>"#,
      #"<rdf:Description><a xmlns:xmp="http://ns.adobe.com/xap/1.0/"><rdf:Description xmp:CreateDate="2024-01-31"/></a></rdf:Description>"#,
      #"<rdf:Description><a><xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/">2024-01-31</xmp:CreateDate></a></rdf:Description>"#,
      #"<rdf:Description><xmp:CreateDate xmlns:xmp="http://ns.adobe.com/xap/1.0/"><rdf:Seq/></xmp:CreateDate></rdf:Description>"#,
      #"<!-- <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-01-31"/> -->"#,
    ])
  func others(description: String) {
    let read = XMPTimes.read([packet(description)])
    #expect(read.readings.isEmpty)
    #expect(read.problems.isEmpty)
  }

  @Test(
    "A prefix that is not bound in its place is an error, and no property",
    arguments: [
      (#"<rdf:Description exif:DateTimeOriginal="2024-01-31"/>"#, 0),
      (
        #"<rdf:Description><b xmlns:xmp="http://ns.adobe.com/xap/1.0/"/><xmp:CreateDate>2024-01-31</xmp:CreateDate></rdf:Description>"#,
        62
      ),
    ])
  func unbound(description: String, place: Int) {
    let read = XMPTimes.read([packet(description)])
    #expect(read.readings.isEmpty)
    let start = packet("").count - "</rdf:RDF></x:xmpmeta>   <?xpacket end=\"w\"?>".utf8.count
    #expect(
      read.problems == [.xmp(packet: 0, .syntax(offset: start + place, .unboundPrefix))])
  }

  private static let dated =
    #"<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2024-01-31T10:20:30"/>"#

  @Test(
    "UTF-16 is read in both orders, with and without a byte order mark",
    arguments: [false, true], [false, true])
  func utf16(isBigEndian: Bool, hasMark: Bool) {
    let text = (hasMark ? "\u{FEFF}" : "") + String(decoding: packet(Self.dated), as: UTF8.self)
    let units = text.replacing("begin=\"\"", with: "begin=\"\u{FEFF}\" title=\"사진 📷\"").utf16
    let bytes = units.flatMap { unit -> [UInt8] in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    for padding in [[], [0, 0, 0, 0], [0]] as [[UInt8]] {
      let read = XMPTimes.read([(bytes + padding)[...]])
      #expect(read.problems.isEmpty)
      #expect(read.readings.map(meaning) == ["2024-01-31T10:20:30"])
    }
  }

  @Test(
    "UTF-32, which expat does not read, is a problem",
    arguments: [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C]])
  func utf32(start: [UInt8]) {
    let read = XMPTimes.read([(start + packet(Self.dated).flatMap { [$0, 0, 0, 0] })[...]])
    #expect(read.problems == [.xmp(packet: 0, .encoding)])
    #expect(read.readings.isEmpty)
  }

  @Test(
    "What programs leave around a packet and in its texts does no harm",
    arguments: [
      ([], [0, 0, 0]), ([], Array("<junk".utf8)), ([], Array(" <?xpacket end='w'?> &".utf8)),
      (Array("http://ns.adobe.com/xap/1.0/\0".utf8), []), ([0xEF, 0xBB, 0xBF], [0x20, 0x0A]),
      (Array(" \n<?xml version='1.0' encoding='windows-1252'?>".utf8), [0xFF]),
    ] as [([UInt8], [UInt8])])
  func surroundings(before: [UInt8], after: [UInt8]) {
    let texts = #"<rdf:Description xmlns:d="urn:d" d:a="caf\#u{1}"><d:b>x</d:b></rdf:Description>"#
    for whole in [packet(Self.dated), packet(texts + Self.dated)] {
      let read = XMPTimes.read([(before + whole + after)[...]])
      #expect(read.problems.isEmpty)
      #expect(read.readings.map(meaning) == ["2024-01-31T10:20:30"])
    }
  }

  @Test("Letters of another character set beside the dates do no harm")
  func latin1() {
    let text = #"<rdf:Description xmlns:d="urn:d"><d:b>caf~</d:b></rdf:Description>"#
    let bytes = packet(text + Self.dated).map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 }
    let read = XMPTimes.read([bytes[...]])
    #expect(read.problems.isEmpty)
    #expect(read.readings.map(meaning) == ["2024-01-31T10:20:30"])
  }

  @Test("Character references are resolved, and comments are not part of a value")
  func references() {
    let read = XMPTimes.read([
      packet(
        #"<rdf:Description xmlns:a="http://ns.adobe.com/xap/1.0/"><a:CreateDate>2024<!-- - -->&#45;01&#x2D;31</a:CreateDate></rdf:Description>"#
      )
    ])
    #expect(read.problems.isEmpty)
    #expect(read.readings.map(meaning) == ["2024-01-31"])
  }

  @Test("A document type is refused before any entity is declared: no entity is expanded or loaded")
  func documentType() {
    let laughs = (1..<30).map { "<!ENTITY l\($0) '&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);'>" }.joined()
    let body = String(decoding: packet(Self.dated), as: UTF8.self)
    for type in [
      "<!DOCTYPE a [<!ENTITY l0 'ha'>\(laughs)<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]>",
      "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>", "<!DOCTYPE a>",
    ] {
      let text = type + body.replacing("10:20:30", with: "&l29;")
      var read = XMPTimes.read([])
      let time = processorTime { read = XMPTimes.read([Array(text.utf8)[...]]) }
      #expect(read.problems == [.xmp(packet: 0, .documentType)])
      #expect(read.readings.isEmpty)
      #expect(time < .seconds(1))
    }
    let undeclared = body.replacing("10:20:30", with: "&l29;")
    let read = XMPTimes.read([Array(undeclared.utf8)[...]])
    #expect(read.readings.isEmpty)
    guard case .xmp(0, .syntax(_, .undefinedEntity))? = read.problems.first else {
      Issue.record("\(read.problems)")
      return
    }
  }

  @Test("Hostile packets of full length take time in proportion, up to the first error")
  func hostile() {
    let count = XMPScanner.lengthLimit
    let inputs = [
      String(repeating: "<a>", count: count / 3),
      "<a " + String(repeating: "b='' ", count: count / 5),
      "<a>" + String(repeating: "<b/>", count: count / 4 - 1),
      "<a " + (0..<90_000).map { "n\($0)='' " }.joined() + ">",
      "<a>" + String(repeating: "&amp;", count: count / 5 - 1),
      "<" + String(repeating: "n", count: count - 1), String(repeating: "<!--", count: count / 4),
    ]
    for text in inputs {
      let time = processorTime {
        let read = XMPTimes.read([Array(text.utf8)[...]])
        #expect(read.readings.isEmpty)
        #expect(read.problems.count == 1)
      }
      // About a second; were it quadratic, minutes.
      #expect(time < .seconds(30))
    }
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
    let long = "<a xmlns='\(String(repeating: "u", count: 2000))'/>"
    let cases: [(String, XMPError)] = [
      (start + long, .limit(.namespaceLength(1024))),
      (start + deep, .limit(.depth(64))), (start + wide, .limit(.namespaces(128))),
      (start + "</b>", .syntax(offset: start.utf8.count + 2, .mismatchedTag)),
      (start + "<a b=c>", .syntax(offset: start.utf8.count + 5, .invalidToken)),
      (start + "<a b>", .syntax(offset: start.utf8.count + 4, .invalidToken)),
      (start + "<a b='' b=''/>", .syntax(offset: start.utf8.count + 8, .duplicateAttribute)),
      (start + "<!-- ", .syntax(offset: start.utf8.count, .unclosedToken)),
      (start + "< a>", .syntax(offset: start.utf8.count + 1, .invalidToken)),
      (start, .syntax(offset: start.utf8.count, .missingEndTag)),
      (start + String(repeating: " ", count: 1 << 20), .limit(.length(1 << 20))),
    ]
    for (text, error) in cases {
      let read = XMPTimes.read([Array(text.utf8)[...]])
      #expect(read.problems == [.xmp(packet: 0, error)])
      #expect(read.readings.map(meaning) == ["2024-01-31"])
    }
  }

  @Test("A packet cut off at any length gives the time, and a problem until the end of the RDF")
  func truncated() {
    let whole = packet(
      #"<rdf:Description xmlns:q='http://ns.adobe.com/exif/1.0/' b="c"><!-- - --><![CDATA[ ]]><q:DateTimeOriginal>2024-01-31</q:DateTimeOriginal></rdf:Description>"#
    )
    let text = String(decoding: whole, as: UTF8.self)
    let value = text.utf8.count - text.split(separator: "</q:")[1].utf8.count
    let rdf = text.utf8.count - "</x:xmpmeta>   <?xpacket end=\"w\"?>".utf8.count
    for length in 0..<whole.count {
      let read = XMPTimes.read([whole.prefix(length)])
      #expect(read.problems.isEmpty == (length == 0 || length >= rdf), "\(length)")
      #expect(
        read.readings.map(meaning) == (length < value + 17 ? [] : ["2024-01-31"]), "\(length)")
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
