import Foundation
import Journal
import Store
import SystemPackage
import Testing
import TestSupport

@Suite("daystamp-server log")
struct LogCommandTests {
  @Test("lists what changed access, the latest first, also what the programs did on the machine")
  func list() async throws {
    let program = try JournalProgram()
    let journal = try Journal(
      making: FilePath(program.journal), owner: OwnerName("anna"),
      settings: JournalSettings([.timeZone: "UTC"]))
    let none = try await program.server("log")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(none.error == "There are no events.\n")
    let now = Int(Date.now.timeIntervalSince1970) - 30
    let code = try journal.devices.makePairing(for: OwnerName("anna"), now: now - 200_000)
    _ = try journal.devices.pair(
      with: code, name: DeviceName("a\u{202E}b"), from: "192.0.2.7", now: now - 200_000)
    #expect(try await program.server("pair").status == 0)
    let cancelled = try await program.server("pair", "--cancel")
    #expect(cancelled.status == 0 && cancelled.output.isEmpty)
    #expect(cancelled.error == "Cancelled 1 link of anna.\n")
    #expect(try await program.server("pair", "--cancel").error == "anna had no open links.\n")
    let set = try await program.run("lock", "set", "--pin-stdin", input: "804617293558\n")
    #expect(set.status == 0, "\(set.error)")
    for _ in 0..<2 { _ = try await program.run("unlock", "--pin-stdin", input: "5083\n") }
    #expect(try await program.server("devices", "revoke", "1").status == 0)
    // No PIN is asked for.
    let lines = try await program.server("log").output.split(separator: "\n")
    let what = lines.map { $0.dropFirst(18) }
    #expect(what.first?.contains("device revoked: \u{2068}a\u{202E}b") == true, "\(what)")
    let plain = what.dropFirst().map {
      $0.replacing(#/ +/#, with: " ").trimmingCharacters(in: .whitespaces)
    }
    #expect(
      plain.prefix(4) == [
        "wrong try, 2 times this machine", "PIN set this machine",
        "pairing links cancelled this machine", "pairing link made this machine",
      ], "\(plain)")
    #expect(plain.last == "pairing link made this machine")
    #expect(plain.dropLast().last?.hasSuffix("192.0.2.7") == true)
    let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    let yesterday = Date.now.addingTimeInterval(-86_400).formatted(style)
    let latest = try await program.server("log", "--json", "--since", yesterday, "--limit", "2")
      .json
    #expect(latest.map { $0["kind"] as? String } == ["revoked", "failed-try"])
    #expect(latest.last?["count"] as? Int == 2 && latest.last?["device"] == nil)
    let all = try await program.server("log", "--json").json.count
    #expect(try await program.server("log", "--json", "--since", yesterday).json.count == all - 2)
  }
}
