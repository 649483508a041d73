import Testing

@testable import JournalServer

@Suite("Headers of a form's part")
struct PartHeaderTests {
  private func header(_ parameters: String) throws -> PartHeader {
    try PartHeader(Array("X: y\r\nContent-Disposition: form-data; \(parameters)".utf8))
  }

  @Test(
    "name the field and the file, of a path its last component alone",
    arguments: [
      (#"name="photo"; filename="a.jpg""#, "a.jpg"), (#"filename=a.jpg; name=photo"#, "a.jpg"),
      (#"name="photo"; filename="../../etc/passwd""#, "passwd"),
      (#"name="photo"; filename="/etc/passwd""#, "passwd"),
      (#"name="photo"; filename="C:\\photos\\a.jpg""#, "a.jpg"),
      (#"name="photo"; filename="C:\photos\a.jpg""#, "a.jpg"),
      (#"name="photo"; filename=".." "#, ""), (#"name="photo"; filename="a/..""#, ""),
      (#"name="photo"; filename="a/""#, ""), (#"name="photo"; filename="""#, ""),
      (#"name="photo"; filename="점심.jpg""#, "점심.jpg"),
      (#"name="photo"; filename="a;b=\"c\".jpg""#, #"a;b="c".jpg"#),
      (#"name="photo"; filename="a%22b.jpg""#, #"a"b.jpg"#),
      ("name=\"photo\"; filename=\"a\u{0}\u{7f}\n.jpg\"", "a.jpg"),
      (#"name="photo"; filename="x"; filename*=UTF-8''%EC%A0%90%2Fb.jpg"#, "b.jpg"),
      (#"name="photo"; filename="x.jpg"; filename*=latin1''b.jpg"#, "x.jpg"),
    ])
  func names(parameters: String, name: String) throws {
    let header = try header(parameters)
    #expect(header.name == "photo")
    #expect(header.fileName == name)
  }

  @Test("need not be of a file")
  func field() throws {
    #expect(try header(#"name="caption""#).fileName == nil)
    #expect(throws: MultipartError.noName) { try header(#"filename="a""#) }
  }

  @Test("never make a name that file systems do not take")
  func long() throws {
    let name = try header("name=photo; filename=\"\(String(repeating: "점", count: 200)).jpg\"")
    #expect(name.fileName?.utf8.count == 255)
  }

  @Test(
    "say the boundary of a body",
    arguments: [
      ("multipart/form-data; boundary=x", "x"), ("Multipart/Form-Data;Boundary=\"a b\"", "a b"),
      ("multipart/form-data; charset=utf-8; boundary=x", "x"), ("multipart/form-data", nil),
      ("multipart/mixed; boundary=x", nil), ("multipart/form-data; boundary=", nil),
      ("multipart/form-data; boundary=\"a \"", nil), ("application/json", nil), (nil, nil),
    ] as [(String?, String?)])
  func boundary(contentType: String?, boundary: String?) {
    #expect(FormReceiver.boundary(contentType) == boundary)
  }
}
