import Foundation
import JournalSupport
import Testing
import TestSupport

@testable import Store

@Suite("What is stored of a PIN")
struct PINHashTests {
  private static let salt = "AAECAwQFBgcICQoLDA0ODw"
  private static let hash = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
  private static let good = "$pbkdf2-sha256$i=10$\(salt)$\(hash)"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pepper() throws -> Pepper { try folder.pepper(Array(0..<32)) }

  @Test("is text of the PHC string format, with a salt of its own each time")
  func format() throws {
    let hashes = try (0..<20).map { _ in try PINHash(of: PIN("2580"), pepper(), iterations: 10) }
    for hash in hashes {
      let text = hash.text
      let form = /\$pbkdf2-sha256\$i=10\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/
      #expect(text.wholeMatch(of: form) != nil)
      #expect(PINHash(text) == hash)
      #expect(PINHash(text)?.text == text)
    }
    #expect(Set(hashes.map { $0.text.split(separator: "$")[2] }).count == hashes.count)
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("fits its PIN and no other, with its pepper and no other")
  func matches() throws {
    let hash = try PINHash(of: PIN("2580"), pepper(), iterations: 10)
    #expect(try hash.matches(PIN("2580"), pepper()))
    for digits in ["2581", "1580", "25800", "02580", "0852"] {
      #expect(try !hash.matches(PIN(digits), pepper()))
    }
    #expect(try !hash.matches(PIN("2580"), folder.pepper(Array(1..<33))))
  }

  @Test("costs 600,000 rounds where nothing else is said")
  func usualCost() throws {
    #expect(PINHash.usualIterations == 600_000)
    let test = try TestJournal()
    #expect(try test.journals.lock(of: test.journal.owner, now: { 0 }).iterations == 600_000)
  }

  @Test(
    "is read where it is well-formed",
    arguments: [
      good, "$pbkdf2-sha256$i=1$\(salt)$\(hash)", "$pbkdf2-sha256$i=600000$\(salt)$\(hash)",
      "$pbkdf2-sha256$i=10000000$\(salt)$\(hash)",
      "$pbkdf2-sha256$i=10$++++++++++++++++++++/w$////////////////////////////++++++++++++++8",
    ])
  func wellFormed(text: String) { #expect(PINHash(text)?.text == text) }

  @Test(
    "is not read where it is anything else",
    arguments: [
      "", "$", "$$$$", "2580", "$pbkdf2-sha256", "$pbkdf2-sha256$i=10", " \(good)", "\(good) ",
      "\(good)\n", "\(good)$", "$\(good)", "\(good)$x", "x\(good)", "\(good)\0",
      "pbkdf2-sha256$i=10$\(salt)$\(hash)", "$$i=10$\(salt)$\(hash)",
      "$PBKDF2-SHA256$i=10$\(salt)$\(hash)", "$pbkdf2-sha512$i=10$\(salt)$\(hash)",
      "$pbkdf2-sha256$v=1$i=10$\(salt)$\(hash)", "$pbkdf2-sha256$i=10,l=32$\(salt)$\(hash)",
      "$pbkdf2-sha256$i=10$\(hash)$\(salt)", "$pbkdf2-sha256$i=10$$\(hash)",
      "$pbkdf2-sha256$i=10$\(salt)$", "$pbkdf2-sha256$i=10$\(salt)",
    ])
  func malformed(text: String) { #expect(PINHash(text) == nil) }

  @Test(
    "is not read with a count of rounds that is none",
    arguments: [
      "i=", "i=0", "i=-1", "i=-10", "i=+10", "i=010", "i= 10", "i=10 ", "i=1e3", "i=0x10", "i=10.0",
      "i=10000001", "i=9223372036854775807", "i=99999999999999999999", "i=١٠", "i=１０", "10", "I=10",
      "i:10", "i==10", "i\u{301}=10", "",
    ])
  func rounds(text: String) {
    #expect(PINHash("$pbkdf2-sha256$\(text)$\(Self.salt)$\(Self.hash)") == nil)
  }

  @Test(
    "is not read with a salt that is none",
    arguments: [
      // Padded, too short, too long, of another length.
      "\(salt)==", "\(salt)=", "AAECAwQFBgcICQoLDA0O", "\(salt)AA", "A", hash,
      // Not of the alphabet.
      "AAECAwQFBgcICQoLDA0ODé", "AAECAwQFBgcICQoLDA0OD\u{301}", "AAECAwQFBgc CQoLDA0ODw",
      "AAECAwQFBgc-CQoLDA0_Dw", "AAECAwQFBgc\nCQoLDA0ODw", "AAECAwQFBgc\0CQoLDA0ODw",
      "ＡAECAwQFBgcICQoLDA0ODw", "AAEC=wQFBgcICQoLDA0ODw",
      // Bits that no byte has: another text of the same salt.
      "AAECAwQFBgcICQoLDA0ODx",
    ])
  func salts(text: String) { #expect(PINHash("$pbkdf2-sha256$i=10$\(text)$\(Self.hash)") == nil) }

  @Test(
    "is not read with a hash that is none",
    arguments: [
      "\(hash)=", "\(hash)A", "\(hash)AA", String(hash.dropLast()), salt, "A", "é",
      String(hash.dropLast()) + "é", String(hash.dropLast()) + "=", String(hash.dropLast()) + "9",
    ])
  func hashes(text: String) { #expect(PINHash("$pbkdf2-sha256$i=10$\(Self.salt)$\(text)") == nil) }

  @Test(
    "is what Python computes of PIN, salt and pepper",
    .enabled("\(Python.note)") { await Python.isThere },
    arguments: [("2580", 1), ("2580", 10), ("000000", 2), ("258025802580", 1_000), ("0852", 7)])
  func python(digits: String, iterations: Int) async throws {
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255) }
    let pepper = try folder.pepper(bytes)
    let text = PINHash(of: try PIN(digits), pepper, iterations: iterations).text
    let lines = try await Python.lines(
      of: """
        from base64 import b64decode, b64encode
        from hashlib import pbkdf2_hmac
        from hmac import new
        from sys import argv
        pin, pepper, text = argv[1:]
        _, name, cost, salt, _ = text.split("$")
        salt = b64decode(salt + "==", validate=True)
        key = pbkdf2_hmac("sha256", pin.encode(), salt, int(cost[2:]))
        code = new(b64decode(pepper), key, "sha256").digest()
        encode = lambda b: b64encode(b).decode().rstrip("=")
        print(f"${name}${cost}${encode(salt)}${encode(code)}", len(salt))
        """, [digits, Data(bytes).base64EncodedString(), text])
    #expect(lines == ["\(text) 16"])
  }
}
