import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite("A property that is set in an XMP packet")
struct XMPEditTests {
  private static let taken = XMPProperty(.exif, "DateTimeOriginal")
  private static let made = XMPProperty(.xmp, "CreateDate")

  private static func set(_ packet: String, _ text: String = "2024-01-31T23:59:59") throws -> String
  {
    String(decoding: try XMPEdit.set([(taken, text)], in: Array(packet.utf8)), as: UTF8.self)
  }

  /// As Lightroom writes it, with attributes; and as others do, with elements.
  private static let packets = [
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="a &amp; b" xmlns:e='http://ns.adobe.com/exif/1.0/'
        xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Note="e:DateTimeOriginal='x'"
        e:DateTimeOriginal='1987-01-01' crs:Exposure2012="+0.35">
       <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """,
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <r:Description r:about=""><exif:DateTimeOriginal xmlns:exif="http://ns.adobe.com/exif/1.0/">1987
    </exif:DateTimeOriginal><exif:DateTimeOriginal xmlns:exif="http://ns.adobe.com/exif/1.0/"/>
    <!-- kept --></r:Description></r:RDF></x:xmpmeta>
    """,
  ]

  @Test("is there once, and every other byte stays", arguments: packets)
  func kept(packet: String) throws {
    let changed = try Self.set(packet)
    let scanner = XMPScanner(Array(changed.utf8)[...], wanted: [Self.taken])
    try scanner.scan()
    #expect(
      scanner.found[Self.taken].map { String(decoding: $0, as: UTF8.self) } == "2024-01-31T23:59:59"
    )
    #expect(!changed.contains("1987"))
    for part in [
      "crs:Note=\"e:DateTimeOriginal='x'\"", "crs:Exposure2012=\"+0.35\"", "0, 0", "<!-- kept -->",
    ]
    where packet.contains(part) {
      #expect(changed.contains(part))
    }
    if packet.contains("a &amp; b") {
      #expect(changed.components(separatedBy: "rdf:about=\"a &amp; b\"").count == 3)
    }
    // Set once more, it is set again, and grows no further.
    let again = try Self.set(changed, "2024-02-01")
    #expect(try Self.set(again, "2024-02-02").count == again.count)
  }

  @Test("makes a packet where there is none")
  func empty() throws {
    let packet = try XMPEdit.set(
      [(Self.taken, "2024-01-31"), (Self.made, "<\"&")], in: XMPEdit.empty)
    let scanner = XMPScanner(packet[...], wanted: [Self.taken, Self.made])
    try scanner.scan()
    #expect(scanner.found[Self.made] == Array("<\"&".utf8))
  }

  @Test(
    "is refused where nothing could be kept",
    arguments: [
      "", "no XML", "<a/>", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
    ])
  func refused(packet: String) {
    #expect(throws: XMPError.self) { try Self.set(packet) }
  }

  @Test(
    "is what exiftool and exiv2 read",
    .enabled(if: InstalledProgram.isThere("exiftool"), "needs exiftool"), arguments: packets)
  func others(packet: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(try Self.set(packet).utf8), to: "a.xmp")
    let read = try await InstalledProgram.run(
      "exiftool", ["-s3", "-XMP-exif:DateTimeOriginal", path])
    #expect(read.output == "2024:01:31 23:59:59\n")
    // Another prefix than rdf is none to exiv2.
    guard InstalledProgram.isThere("exiv2"), packet.contains("<rdf:RDF") else { return }
    let other = try await InstalledProgram.run(
      "exiv2", ["-Pv", "-K", "Xmp.exif.DateTimeOriginal", path])
    #expect(other.output.hasPrefix("2024-01-31T23:59:59"))
  }
}
