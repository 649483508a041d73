import Foundation
import Journal
import Store
import SystemPackage
import Testing
import TestSupport

@Suite("daystamp-server devices")
struct DevicesCommandTests {
  /// A journal of anna's with devices of these names, paired one after the other.
  private func journal(_ names: String..., owner: String = "anna") throws -> JournalProgram {
    let program = try JournalProgram()
    let journal = try Journal(
      making: FilePath(program.journal), owner: OwnerName(owner),
      settings: JournalSettings([.timeZone: "Pacific/Kiritimati"]))
    let now = Int(Date.now.timeIntervalSince1970) - 30
    for (index, name) in names.enumerated() {
      let code = try journal.devices.makePairing(for: OwnerName(owner), now: now)
      _ = try journal.devices.pair(with: code, name: DeviceName(name), now: now + index)
    }
    return program
  }

  @Test("lists them below each other, the last seen first, with the day of the owner's zone")
  func list() async throws {
    let program = try journal("Firefox, Linux", "사파리", "c", "d", "e", "f", "g", "h", "i", "j")
    let zone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    let today = Date.now.addingTimeInterval(-25).formatted(style)
    let lines = try await program.server("devices").output.split(separator: "\n")
    #expect(lines.count == 10)
    let end = Date.now.addingTimeInterval(-25 + 365 * 86_400).formatted(style)
    let times = "last seen on \(today)  ends by \(end)"
    #expect(lines.first == "10  j               \(times)")
    #expect(lines.dropLast().last == " 2  사파리          \(times)")
    #expect(lines.last == " 1  Firefox, Linux  \(times)")
  }

  @Test("lists them as one object of JSON a line")
  func json() async throws {
    let program = try journal("Firefox, Linux", "b")
    let devices = try await program.server("devices", "list", "--json").json
    #expect(devices.map { $0["name"] as? String } == ["b", "Firefox, Linux"])
    #expect(devices.map { $0["id"] as? Int } == [2, 1])
    #expect(
      Set(devices[0].keys) == [
        "id", "name", "paired", "lastSeen", "ends", "latestEnd", "entry", "scope",
        "postsLocked",
      ])
  }

  @Test("says where there are none, and prints nothing")
  func none() async throws {
    let program = try journal()
    let result = try await program.server("devices")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.error == "There are no devices; daystamp-server pair prints a link for one.\n")
    #expect(try await program.server("devices", "--json").output.isEmpty)
  }

  @Test("revokes several, and names each that there is not")
  func revoke() async throws {
    let program = try journal("a", "b", "c")
    let result = try await program.server("devices", "revoke", "3", "7", "1", "3")
    #expect(result.status == 1)
    #expect(
      result.error == "Error: anna has no device 7; daystamp-server devices lists them.\n")
    #expect(
      try await program.server("devices", "--json").json.map { $0["name"] as? String } == ["b"])
    #expect(try await program.server("devices", "revoke", "2").status == 0)
  }

  @Test("lists, revokes and pairs while a PIN is set, since that shows nothing of the journal")
  func locked() async throws {
    let program = try journal("a", "b")
    let set = try await program.run("lock", "set", "--pin-stdin", input: "804617293558\n")
    #expect(set.status == 0, "\(set.error)")
    #expect(try await program.run("list").status == 77)
    #expect(try await program.server("devices").output.split(separator: "\n").count == 2)
    #expect(try await program.server("devices", "revoke", "1").status == 0)
    #expect(try await program.server("pair").status == 0)
  }
}
