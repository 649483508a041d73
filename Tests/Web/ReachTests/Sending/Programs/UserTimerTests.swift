import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Sending

@Suite("The timer of the user's systemd")
struct UserTimerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The timer in a folder that is not there yet; systemctl notes its calls.
  private func timer(failing: String = "none") -> UserTimer {
    UserTimer(
      folder: FilePath(folder.path("config/systemd/user")),
      systemctl: ExternalProgram(
        Checkout.fixture("systemctl.sh"), limit: 600,
        environment: ["SYSTEMCTL_LOG": folder.path("log"), "SYSTEMCTL_FAILS": failing]))
  }

  private var calls: [String] {
    ((try? folder.read("log")).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(separator: "\n").map(String.init)
  }

  private func install(_ timer: UserTimer) async throws -> UserTimer.Change {
    try await timer.install(program: "/usr/local/bin/daystamp", arguments: ["remind"])
  }

  private static let names = ["daystamp-remind.service", "daystamp-remind.timer"]
  private static let place = "config/systemd/user/"

  @Test("is written and started, again as well, and removed")
  func wholeWay() async throws {
    let timer = timer()
    #expect(try !timer.isInstalled())
    #expect(try await timer.remove() == .init(files: [], commands: [], failure: nil))
    #expect(calls.isEmpty)
    for _ in 0..<2 {
      let change = try await install(timer)
      #expect(change == .init(files: timer.files, commands: [], failure: nil))
    }
    #expect(folder.files == Self.names.map { Self.place + $0 } + ["log"])
    #expect(try timer.isInstalled())
    let service = String(decoding: try folder.read(Self.place + Self.names[0]), as: UTF8.self)
    #expect(service.contains("\nExecStart=:\"/usr/local/bin/daystamp\" \"remind\"\n"))
    let starting = ["--user daemon-reload", "--user enable --now daystamp-remind.timer"]
    #expect(calls == starting + starting)
    let removed = try await timer.remove()
    #expect(removed == .init(files: timer.files, commands: [], failure: nil))
    #expect(folder.files == ["log"])
    #expect(
      calls.suffix(2) == ["--user disable --now daystamp-remind.timer", "--user daemon-reload"])
  }

  @Test("is written without a manager of the user's too, with the commands that are left")
  func noManager() async throws {
    let timer = timer(failing: "--user")
    let failure = SendingError.failed(
      program: Checkout.fixture("systemctl.sh"), status: 1,
      said: "Failed to connect to bus: No medium found")
    #expect(
      try await install(timer)
        == .init(
          files: timer.files,
          commands: [
            "systemctl --user daemon-reload",
            "systemctl --user enable --now daystamp-remind.timer",
          ], failure: failure))
    #expect(try timer.isInstalled())
    // As `enable` left it once.
    let wants = Self.place + "timers.target.wants"
    try FileManager.default.createDirectory(
      atPath: folder.path(wants), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(wants + "/daystamp-remind.timer"),
      withDestinationPath: folder.path(Self.place + Self.names[1]))
    #expect(
      try await timer.remove()
        == .init(
          files: timer.files, commands: ["systemctl --user daemon-reload"], failure: failure))
    #expect(folder.files == ["log"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(wants)).isEmpty)
  }

  @Test("is not started where enabling fails, which is all that is left")
  func enablingFails() async throws {
    let change = try await install(timer(failing: "enable"))
    #expect(change.commands == ["systemctl --user enable --now daystamp-remind.timer"])
    #expect(change.failure != nil)
  }

  @Test(
    "says that there is no manager, of the real systemctl, and does not hang",
    .enabled(if: InstalledProgram.isThere("systemctl"), "needs systemd"))
  func real() async throws {
    let timer = UserTimer(
      folder: FilePath(folder.path),
      systemctl: ExternalProgram(
        "systemctl", limit: 600,
        environment: [
          "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "HOME": folder.path,
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
        ]))
    let change = try await install(timer)
    #expect(change.files == timer.files && change.commands.count == 2)
    guard case .failed("systemctl", 1, let said) = change.failure else {
      Issue.record("\(change)")
      return
    }
    #expect(said.hasPrefix("Failed to connect to bus"))
  }

  @Test("leaves files that are not ours alone, and links", arguments: names)
  func foreign(name: String) async throws {
    let timer = timer()
    let file = try folder.write("# Mine.\n[Unit]\n".utf8, to: Self.place + name)
    await #expect(throws: UserTimerError.foreign(FilePath(file))) { try await install(timer) }
    await #expect(throws: UserTimerError.foreign(FilePath(file))) { try await timer.remove() }
    #expect(folder.files == [Self.place + name] && calls.isEmpty)
    #expect(try folder.read(Self.place + name) == [UInt8]("# Mine.\n[Unit]\n".utf8))
    // systemctl mask makes such a link.
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/null")
    await #expect(throws: UserTimerError.foreign(FilePath(file))) { try await install(timer) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "/dev/null")
  }

  @Test("writes nothing for a program that systemd would not start")
  func program() async throws {
    await #expect(throws: UserTimerError.program("daystamp")) {
      try await timer().install(program: "daystamp", arguments: [])
    }
    #expect(folder.files.isEmpty)
  }

  @Test(
    "is in the folder that systemd reads",
    arguments: [
      (["XDG_CONFIG_HOME": "/x", "HOME": "/h"], nil, "/x/systemd/user"),
      (["XDG_CONFIG_HOME": "x", "HOME": "/h"], nil, "/h/.config/systemd/user"),
      (["HOME": "/h"], "/other", "/h/.config/systemd/user"),
      ([:], "/other", "/other/.config/systemd/user"), ([:], nil, nil),
    ] as [([String: FilePath], FilePath?, FilePath?)])
  func place(environment: [String: FilePath], home: FilePath?, folder: FilePath?) {
    #expect(UserTimer.folder(environment: { environment[$0] }, home: { home }) == folder)
  }
}
