import Files
import Foundation
import Sending
import TestSupport
import Testing
import WebPush

@Suite("A push request")
struct PushRequestTests {
  /// RFC 8291, section 5.
  private static let (p256dh, auth, receiversKey) = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
  )

  private func request(_ notice: Notice, key: PushKey = PushKey()) throws -> WebRequest {
    let target = PushTarget(
      address: try WebAddress("https://push.example:8443/s/1", policy: .publicOnly),
      subscription: try PushSubscription(p256dh: Self.p256dh, auth: Self.auth))
    return try PushRequest.of(
      notice, to: target, by: key, keptFor: 3_600, subject: "mailto:a@example.org",
      now: 1_700_000_000)
  }

  @Test("has the fields of RFC 8030 and RFC 8292, and is for push services alone")
  func fields() throws {
    let key = PushKey()
    let notice = Notice(title: "a", body: "b", link: nil, identifier: "person-1")
    let request = try request(notice, key: key)
    var fields = Dictionary(
      request.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0)|\($1)" })
    let authorization = fields.removeValue(forKey: "Authorization") ?? ""
    #expect(
      fields == [
        "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": "3600",
        "Topic": "person-1", "Urgency": "normal", "User-Agent": "Daystamp",
      ])
    let parts = try #require(
      authorization.wholeMatch(of: /vapid t=[^.]+\.([^.]+)\.[^.]+, k=([^ ]+)/))
    #expect(String(parts.2) == key.publicKey)
    let claims = try #require(Base64URL.bytes(String(parts.1)))
    #expect(
      String(decoding: claims, as: UTF8.self) == """
        {"aud":"https://push.example:8443","exp":1700043200,"sub":"mailto:a@example.org"}
        """)
    #expect(request.policy == .publicOnly)
    #expect(request.goneStatuses == [404, 410])
  }

  @Test(
    "a browser reads the notice from it, the longest shortened",
    .enabled("needs http_ece") { await Python.has("http_ece") }, arguments: [0, 10, 5_000, 50_000])
  func payload(length: Int) async throws {
    let notice = Notice(
      title: "Ana \"☕️\"", body: String(repeating: "ä\n", count: length),
      link: "https://day.example/", identifier: "person-1")
    let script = """
      import base64, sys, http_ece
      from cryptography.hazmat.primitives.asymmetric import ec
      of = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
      key = ec.derive_private_key(int.from_bytes(of(sys.argv[1]), "big"), ec.SECP256R1())
      print(http_ece.decrypt(
          of(sys.stdin.read()), private_key=key, auth_secret=of(sys.argv[2]),
          version="aes128gcm").decode())
      """
    let body = try request(notice).body
    #expect(body.count <= 4_096)
    let lines = try await Python.lines(
      of: script, [Self.receiversKey, Self.auth], input: Base64URL.text(body), with: "http_ece")
    let read = try #require(
      JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: String])
    #expect(read["title"] == notice.title)
    #expect(read["link"] == notice.link)
    #expect(read["tag"] == "person-1")
    let text = try #require(read["body"])
    if length > 1_000 {
      #expect(text.last == "…" && notice.body.hasPrefix(text.dropLast()))
      #expect(text.utf8.count > 2_500)
    } else {
      #expect(text == notice.body)
    }
  }

  @Test("a title that alone is too long is refused")
  func tooLong() throws {
    let notice = Notice(
      title: String(repeating: "a", count: 4_000), body: "b", link: nil, identifier: "a")
    #expect(throws: PushError.self) { try request(notice) }
  }
}
