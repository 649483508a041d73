import Arrivals
import CaptureTime
import Testing

@Suite("A backup of Diaro")
struct DiaroTests {
  private static func xml(_ entries: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <data version="2">
    <table name="diaro_folders"><r><uid>f1</uid><title>Diary</title><color>#000</color></r>
    <r><uid>f2</uid><title>Work</title></r></table>
    <table name="diaro_entries">\(entries)</table>
    <table name="diaro_tags"><r><uid>t1</uid><title>good meal</title></r>
    <r><uid>t2</uid><title>tea</title></r></table>
    <table name="diaro_locations"><r><uid>l1</uid><title>Park</title><address>Seoul</address>
    <lat>37.5</lat><lng>127</lng></r></table>
    <table name="diaro_moods"><r><uid>m9</uid><title>Odd</title></r></table>
    <table name="diaro_attachments">
    <r><uid>a1</uid><entry_uid>e1</entry_uid><type>photo</type><filename>1.jpg</filename><position>1</position></r>
    <r><uid>a2</uid><entry_uid>e1</entry_uid><type>photo</type><filename>2.jpg</filename><position>2</position></r>
    <r><uid>a3</uid><entry_uid>e1</entry_uid><type>photo</type><filename>3.jpg</filename><position>3</position></r>
    </table></data>
    """
  }

  private static let entry = """
    <r><uid>e1</uid><date>1706713198007</date><tz_offset>+09:00</tz_offset><title> Title </title>
    <text>One &lt;tea&gt; &amp; two
    three</text><folder_uid>f2</folder_uid><location_uid>l1</location_uid><tags>,t1,t2,</tags>
    <primary_photo_uid>a2</primary_photo_uid><mood>2</mood><weather_temperature>-2.6</weather_temperature>
    <weather_description>clear</weather_description></r>
    """

  @Test("has rows of several tables, in no order")
  func entries() throws {
    let files = GivenFiles(texts: [
      "DiaroBackup.xml": Self.xml(
        Self.entry + "<r><uid>e2</uid><date>x</date></r>"
          + "<r><uid>e3</uid><date>0</date><text>a</text><mood>m9</mood></r>"),
      "media/photo/1.jpg": "x", "media/photo/2.jpg": "x",
    ])
    #expect(try recognized(files) == [.diaro])
    let read = try ReadItems(DiaroReader.self, files)
    #expect(read.times == ["2024-01-31T23:59:58.007+09:00", "1970-01-01T00:00:00+00:00"])
    #expect(read.titles == ["Title", ""])
    #expect(
      read.words == ["One <tea> & two\nthree\n\n*Park, Seoul, -3 °C, clear*", "a"])
    #expect(read.posts.map(\.mood) == [4, nil])
    #expect(read.posts.first?.tags == ["good meal", "tea", "Work"])
    #expect(
      read.posts.first?.photos.map(\.file.path) == ["media/photo/2.jpg", "media/photo/1.jpg"])
    #expect(
      read.faults == [.missingFile("media/photo/3.jpg"), .time("x"), .mood("Odd")])
    #expect(read.error == nil)
  }

  @Test("is refused where it is no plain XML")
  func damage() throws {
    func error(_ xml: String) throws -> ArrivalError? {
      try ReadItems(DiaroReader.self, GivenFiles(texts: ["DiaroBackup.xml": xml])).error
    }
    let bomb = "<!DOCTYPE data [<!ENTITY a \"aaaa\">]><data><table name=\"diaro_entries\"/></data>"
    #expect(
      try error(bomb)
        == .damaged(
          ArrivalPlace("DiaroBackup.xml", .line(1)),
          detail: "a document type, which could declare entities"))
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(
      try error(deep)
        == .damaged(
          ArrivalPlace("DiaroBackup.xml", .line(1)),
          detail: "more than 64 elements inside each other"))
    let long = Self.xml("<r><text>" + String(repeating: "x", count: 5 << 20) + "</text></r>")
    #expect(
      try error(long)
        == .damaged(
          ArrivalPlace("DiaroBackup.xml", .line(5)), detail: "an entry of more than 4194304 bytes"))
    #expect(try error(String(Self.xml("").prefix(300))) != nil)
  }
}
