import CaptureTime
import Testing

@testable import Arrivals

@Suite("Photos with files beside them")
struct SidecarTests {
  private static let packet = """
    <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
    <rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
      xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:exif='http://ns.adobe.com/exif/1.0/'
      xmlns:digiKam='http://www.digikam.org/ns/1.0/'
      xmlns:mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/'
      xmlns:Iptc4xmpExt='http://iptc.org/std/Iptc4xmpExt/2008-02-29/'
      xmp:Rating='5' exif:DateTimeOriginal='2024-01-31T23:59:58+09:00'>
      <dc:description><rdf:Alt><rdf:li xml:lang='x-default'>The &amp; sea</rdf:li></rdf:Alt></dc:description>
      <dc:subject><rdf:Bag><rdf:li>flat</rdf:li></rdf:Bag></dc:subject>
      <digiKam:TagsList><rdf:Seq><rdf:li>Places/Seoul</rdf:li><rdf:li>Ann</rdf:li></rdf:Seq></digiKam:TagsList>
      <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Ann</rdf:li><rdf:li>_UNKNOWN_</rdf:li></rdf:Bag>
      </Iptc4xmpExt:PersonInImage>
      <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>
        <rdf:li rdf:parseType='Resource'><mwg-rs:Name>Bob</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
        <rdf:li><rdf:Description mwg-rs:Name='Rex' mwg-rs:Type='Pet'/></rdf:li>
      </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end='w'?>
    """

  @Test("of Immich have what XMP says")
  func xmp() throws {
    let files = GivenFiles(texts: [
      "2024/a.jpg": "", "2024/a.jpg.xmp": Self.packet, "2024/b_20240201.png": "",
      "2024/notes.pdf": "",
    ])
    #expect(try recognized(files) == [.immich])
    let items = try ReadItems(ImmichReader.self, files)
    let post = try #require(items.posts.first)
    #expect(items.times == ["2024-01-31T23:59:58+09:00", "2024-02-01"])
    #expect(post.photos.map(\.caption) == ["The & sea"])
    #expect(post.photos[0].time?.description == "2024-01-31T23:59:58+09:00")
    #expect(post.isStarred)
    #expect(post.tags == ["Places/Seoul"])
    #expect(post.people == ["Ann", "Bob"])
    #expect(items.leftOut == [.document])
  }

  @Test("of immich-go have what JSON says")
  func immichGo() throws {
    let files = GivenFiles(texts: [
      "a.jpg": "",
      "a.jpg.JSON": #"""
      {"fileName": "a.jpg", "dateTaken": "2024-01-31T14:59:58Z", "description": "Sea", "favorited": true,
       "tags": [{"name": "x", "value": "y/x"}], "albums": [{"title": "Trip"}], "rating": 3}
      """#, "b.jpg": "", "b.jpg.JSON": #"{"fileName": "b.jpg", "dateTaken": "", "trashed": true}"#,
    ])
    #expect(try recognized(files) == [.immich])
    let items = try ReadItems(ImmichReader.self, files)
    #expect(items.times == ["2024-01-31T14:59:58+00:00"])
    #expect(items.posts[0].tags == ["y/x", "Trip"])
    #expect(items.posts[0].isStarred)
    #expect(items.leftOut == [.unknown])
  }

  @Test("of osxphotos have what JSON says, with groups or without")
  func osxphotos() throws {
    let files = GivenFiles(texts: [
      "IMG_1.HEIC": "", "IMG_1.mov": "",
      "IMG_1.HEIC.json": #"""
      [{"SourceFile": "IMG_1.HEIC", "EXIF:ImageDescription": "Sea", "XMP:Title": "Day out",
        "XMP:TagsList": ["a", "Ann"], "XMP:PersonInImage": ["Ann"], "XMP:Rating": 5,
        "EXIF:DateTimeOriginal": "2024:01:31 23:59:58", "EXIF:OffsetTimeOriginal": "+09:00"}]
      """#, "IMG_2.jpg": "",
      "IMG_2.json":
        #"[{"SourceFile": "IMG_2.jpg", "Keywords": "b", "DateTimeOriginal": "2024:02:01 10:00:00"}]"#,
    ])
    #expect(try recognized(files) == [.applePhotos])
    let items = try ReadItems(ApplePhotosReader.self, files)
    #expect(items.times == ["2024-01-31T23:59:58+09:00", "2024-02-01T10:00:00"])
    #expect(
      items.posts.map { $0.photos.map(\.file.name) } == [
        ["IMG_1.HEIC", "IMG_1.mov"], ["IMG_2.jpg"],
      ])
    #expect(items.posts.map(\.tags) == [["a"], ["b"]])
    #expect(items.titles == ["Day out", ""])
    #expect(items.posts[0].people == ["Ann"])
  }

  @Test("come without what is hostile beside them")
  func hostile() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    let items = try ReadItems(
      ImmichReader.self,
      GivenFiles(texts: [
        "a_20240131.jpg": "", "a_20240131.jpg.xmp": deep, "b_20240131.jpg": "",
        "b_20240131.jpg.xmp": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "c_20240131.jpg": "",
        "c_20240131.jpg.json": String(repeating: "[", count: 100_000), "d_20240131.jpg": "",
        "d_20240131.jpg.xmp": String(Self.packet.prefix(900)), "e.jpg": "",
      ]))
    #expect(items.posts.count == 4)
    #expect(
      items.faults == [
        .syntax(detail: "not XMP"), .syntax(detail: "not XMP"), .syntax(detail: "not JSON"),
        .syntax(detail: "not XMP"), .time("e.jpg"),
      ])
  }
}
