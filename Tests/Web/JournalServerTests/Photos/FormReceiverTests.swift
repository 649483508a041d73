import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Journal
import NIOCore
import SystemPackage
import Testing
import TestSupport

@testable import JournalServer

@Suite("Uploads that cannot be taken")
struct BadUploadTests {
  /// Sends a body, and checks that nothing is left of it.
  private func send(
    _ bytes: some Sequence<UInt8>, type: String? = nil, _ headers: HTTPFields = [:]
  ) async throws -> (status: HTTPResponse.Status, problem: String?) {
    let site = try await Site()
    var headers = headers
    headers[.contentType] = type ?? MultipartBody(photo: nil).contentType
    headers[.idempotencyKey] = "k"
    let response = try await site.request(
      .post, "/api/v1/posts", headers, body: ByteBuffer(bytes: bytes))
    #expect(site.files.isEmpty)
    #expect(try site.journal.posts.size() == (0, 0))
    #expect(response.headers[.contentType] == "application/problem+json")
    return (response.status, response.problem)
  }

  @Test("are told apart: cut off, another boundary, no form, no photo, the same one twice")
  func forms() async throws {
    let photo = try Site.photo()
    let whole = MultipartBody(photo: photo).bytes
    #expect(try await send(whole.dropLast(10)).status == .badRequest)
    #expect(try await send(whole.prefix(1_000)).status == .badRequest)
    #expect(try await send([]).status == .badRequest)
    #expect(try await send(whole, type: "multipart/form-data; boundary=x").status == .badRequest)
    #expect(try await send(whole, type: "multipart/form-data").status == .unsupportedMediaType)
    #expect(try await send(whole, type: "image/jpeg").status == .unsupportedMediaType)
    #expect(try await send(MultipartBody(photo: nil).bytes).problem == "/problems/no-photo")
    let end = "--\(MultipartBody.boundary)--\r\n".utf8.count
    let two = whole.dropLast(end) + MultipartBody(photo: photo).bytes
    #expect(try await send(two).problem == "/problems/post-photos")
  }

  @Test(
    "are photos of no kind, or broken ones",
    arguments: [
      (Array("hello".utf8), HTTPResponse.Status.unsupportedMediaType),
      (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .unsupportedMediaType),
      (Array("%PDF-1.7".utf8), .unsupportedMediaType),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4], .unprocessableContent),
      ([], .unprocessableContent),
    ])
  func noPhotos(bytes: [UInt8], status: HTTPResponse.Status) async throws {
    #expect(try await send(MultipartBody(photo: bytes).bytes).status == status)
  }

  @Test("are photos that break off")
  func brokenPhoto() async throws {
    let photo = try MadePhoto.jpeg()
    let status = try await send(MultipartBody(photo: Array(photo.prefix(2_000))).bytes).status
    #expect(status == .unprocessableContent)
  }

  @Test(
    "say that they have more pixels than any camera, or than are decoded, and are not",
    arguments: [20_000, 8_081])
  func bomb(side: Int) async throws {
    var photo = try MadePhoto.png()
    // The width and the height of a PNG are in its first chunk (PNG, section 11.2.1).
    let sideBytes = [0, 0, UInt8(side >> 8), UInt8(side & 255)]
    photo.replaceSubrange(16..<24, with: sideBytes + sideBytes)
    let (status, problem) = try await send(
      MultipartBody(fields: [("time", "2024-01-31 12:00")], photo: photo).bytes)
    #expect(status == .unprocessableContent)
    #expect(problem == "/problems/too-many-pixels")
  }

  @Test("have fields or parts without end")
  func endless() async throws {
    let long = String(repeating: "x", count: 2_000_001)
    let body = MultipartBody(fields: [("caption", long)], photo: try Site.photo())
    #expect(try await send(body.bytes).status == .contentTooLarge)
    let many = Array(repeating: ("tag", "a"), count: 300)
    #expect(
      try await send(MultipartBody(fields: many, photo: Site.photo()).bytes).status == .badRequest)
  }

  @Test("have photos longer than 100 MB, which are not kept")
  func longPhoto() async throws {
    let folder = try TemporaryFolder()
    var builder = ReceivedForm.Builder(
      in: .init(folder.path), limits: MultipartLimits(file: 10, files: 1), memory: BodyMemory())
    let header = try PartHeader(Array("Content-Disposition: form-data; name=photo".utf8))
    try builder.take(.part(header))
    try builder.take(.content(Array(repeating: 0, count: 10)))
    #expect(throws: MultipartError.fileTooLong(limit: 10)) { try builder.take(.content([0])) }
    #expect(MultipartLimits.onePhoto.file == 100_000_000)
    #expect(folder.files.isEmpty)
  }

  @Test("are longer or shorter than they say")
  func length() async throws {
    let whole = MultipartBody(photo: try Site.photo()).bytes
    for announced in [whole.count - 1, whole.count + 1] {
      let request = Request(
        head: HTTPRequest(
          method: .post, scheme: "http", authority: "localhost", path: "/",
          headerFields: [
            .contentType: MultipartBody(photo: nil).contentType, .contentLength: "\(announced)",
          ]),
        body: RequestBody(buffer: ByteBuffer(bytes: whole)))
      let folder = try TemporaryFolder()
      let receiver = FormReceiver(
        folder: .init(folder.path), limits: .onePhoto, memory: BodyMemory(),
        workers: WorkQueue(jobs: 1))
      await #expect(
        throws: MultipartError.length(observed: whole.count, announced: announced)
      ) { _ = try await receiver.receive(request) }
      #expect(folder.files.isEmpty)
    }
  }
}

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
