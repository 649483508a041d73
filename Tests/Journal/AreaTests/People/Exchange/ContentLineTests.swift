import Store
import Testing

@testable import People

@Suite("Lines of vCards")
struct ContentLineTests {
  private func parsed(_ text: String) -> ContentLine? { ContentLine(Array(text.utf8), number: 1) }

  @Test("A group, a name, parameters with quotes and carets, and a value are told apart")
  func parts() throws {
    let line = try #require(parsed(#"item1.tel;TYPE=home,"a;b:c";X-A=^n^^^'^x;PREF=1:tel:1"#))
    #expect(line.group == "ITEM1" && line.name == "TEL")
    #expect(line.parameters.map(\.name) == ["TYPE", "X-A", "PREF"])
    #expect(line.parameters.map(\.values) == [["home", "a;b:c"], ["\n^\"^x"], ["1"]])
    #expect(line.preference == 1 && line.isOf(type: "home"))
    #expect(try line.text() == "tel:1")
  }

  @Test(
    "What is no line is none",
    arguments: ["", ":", "no colon", ";A=B:c", ".A:b", "A.:b", #"A;B="c:d"#, "A B:c", "A;B=c d"])
  func none(text: String) { #expect(parsed(text) == nil) }

  @Test("Parameters of version 2.1 without a name are types and encodings")
  func bare() throws {
    let line = try #require(parsed("NOTE;HOME;QUOTED-PRINTABLE;CHARSET=UTF-8:=EA=B9=80=3D=zz="))
    #expect(line.isOf(type: "home"))
    #expect(try line.text() == "김==zz=")
  }

  @Test("Escapes are taken back, and lists part where a separator is not escaped")
  func escapes() throws {
    let line = try #require(parsed(#"N:a\,b\;c\\;d\ne\N\x,f;"#))
    #expect(try line.list(separatedBy: ";") == ["a,b;c\\", "d\ne\n\\x,f", ""])
    #expect(try line.list(separatedBy: ",").count == 2)
    // A mark after a separator does not hide it.
    #expect(try #require(parsed("N:a,\u{301}b")).list(separatedBy: ",").count == 2)
  }

  @Test("Latin-1 is read where it is named, with the quotes of Windows; elsewhere it is no UTF-8")
  func charsets() throws {
    func line(_ parameters: String) -> ContentLine? {
      ContentLine(Array("FN\(parameters):".utf8) + [0x5A, 0x6F, 0xEB, 0x80], number: 1)
    }
    #expect(try line(";CHARSET=ISO-8859-1")?.text() == "Zoë€")
    #expect(throws: LeftOut.Reason.encoding) { try line("")?.text() }
    #expect(throws: LeftOut.Reason.charset("KOI8-R")) { try line(";CHARSET=KOI8-R")?.text() }
    #expect(throws: LeftOut.Reason.encoding) { try line(";ENCODING=X-UU")?.text() }
    #expect(try parsed("FN;ENCODING=b:Wm/Dqw==")?.text() == "Zoë")
    #expect(throws: LeftOut.Reason.encoding) { try parsed("FN;ENCODING=b:Wm/")?.text() }
  }
}
