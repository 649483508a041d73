import Files
package import SystemPackage

/// Sets up and removes the user's systemd timer that sends reminders.
package struct UserTimer: Sendable {
  /// The folder of the user's units; see ``folder(environment:home:)``.
  package let folder: FilePath
  private let systemctl: ExternalProgram

  package init(
    folder: FilePath, systemctl: ExternalProgram = ExternalProgram("systemctl", limit: 30)
  ) {
    // Its errors are shown beside texts in English.
    (self.folder, self.systemctl) = (folder, systemctl.with(["LC_ALL": "C.UTF-8"]))
  }

  /// The folder of the user's own units (systemd.unit(5), "Unit File Load Path").
  ///
  /// - Parameters:
  ///   - environment: the value of a variable; nil where it is not set.
  ///   - home: the home folder by the machine's list of users.
  /// - Returns: `systemd/user` in `XDG_CONFIG_HOME` or `~/.config`; nil where no home folder is known.
  package static func folder(
    environment: (String) -> FilePath?, home: () -> FilePath?
  ) -> FilePath? {
    var base = environment("XDG_CONFIG_HOME")
    // A relative path is to be ignored (XDG Base Directory Specification).
    if base?.isAbsolute != true {
      guard let home = environment("HOME") ?? home(), home.isAbsolute else { return nil }
      base = home.appending(".config")
    }
    return base?.appending("systemd").appending("user")
  }

  /// The paths of the service and the timer.
  package var files: [FilePath] { Self.names.map { folder.pushing($0) } }

  private static let service: ContainedPath = "daystamp-remind.service"
  private static let timer: ContainedPath = "daystamp-remind.timer"
  private static let names = [service, timer]
  /// What `systemctl enable` makes of `WantedBy=timers.target`.
  private static let link: ContainedPath = "timers.target.wants/daystamp-remind.timer"

  private static let reload = ["--user", "daemon-reload"]
  private static let enable = ["--user", "enable", "--now", UserUnits.timerName]
  private static let disable = ["--user", "disable", "--now", UserUnits.timerName]

  /// Writes the units and has the user's systemd start the timer, now and at each login.
  ///
  /// - Parameters:
  ///   - program: the absolute path of `daystamp`.
  ///   - arguments: those after it.
  /// - Returns: what was done; where systemd was not reached, the files are there all the same.
  /// - Throws: ``UserTimerError``, `FileError`, `CancellationError`.
  package func install(program: FilePath, arguments: [String]) async throws -> Change {
    let service = try UserUnits.service(program: program, arguments: arguments)
    try rethrowing(
      folder.createFolders(permissions: .ownerReadWriteExecute),
      as: FileError.system(.create, folder))
    let folder = try ContainingFolder(folder)
    _ = try ours(in: folder)
    for (name, text) in [(Self.service, service), (Self.timer, UserUnits.timer)] {
      try WholeFile(name, beneath: folder, replaces: true, isDurable: false)
        .write([UInt8](text.utf8), attributes: nil)
    }
    return try await change(files, [Self.reload, Self.enable])
  }

  /// Stops the timer and removes our files.
  ///
  /// - Returns: what was done, with no files where none were there, and then systemd is not asked.
  /// - Throws: as ``install(program:arguments:)``.
  package func remove() async throws -> Change {
    let nothing = Change(files: [], commands: [], failure: nil)
    guard let folder = try opened() else { return nothing }
    let names = try ours(in: folder)
    guard !names.isEmpty else { return nothing }
    // While the units are still there, for systemd reads in them what to undo.
    let stopping = try await change([], [Self.disable])
    for name in names { try folder.remove(name) }
    // Without systemd its link is left, which would lead nowhere.
    if folder.isLink(Self.link) { try folder.remove(Self.link) }
    let files = names.map { self.folder.pushing($0) }
    if let failure = stopping.failure {
      return Change(files: files, commands: Self.typed([Self.reload]), failure: failure)
    }
    return try await change(files, [Self.reload])
  }

  /// Whether the units exist; not whether the timer runs.
  ///
  /// - Throws: as ``install(program:arguments:)``.
  package func isInstalled() throws -> Bool {
    guard let folder = try opened() else { return false }
    return try ours(in: folder).count == Self.names.count
  }

  /// The folder; nil where it is not there.
  private func opened() throws(FileError) -> ContainingFolder? {
    do throws(FileError) {
      return try ContainingFolder(folder)
    } catch {
      if case .system(_, _, .noSuchFileOrDirectory) = error { return nil }
      throw error
    }
  }

  /// Which of the files are there.
  ///
  /// - Throws: ``UserTimerError/foreign(_:)`` where one of them is not ours, `FileError`.
  private func ours(in folder: ContainingFolder) throws -> [ContainedPath] {
    try Self.names.filter { name in
      guard folder.has(name) else { return false }
      let path = self.folder.pushing(name)
      guard !folder.isLink(name) else { throw UserTimerError.foreign(path) }
      let file = try folder.openFile(name)
      defer { try? file.close() }
      let line = [UInt8]((UserUnits.firstLine + "\n").utf8)
      let start = try rethrowing(file.bytes(upTo: line.count)) { FileError.system(.read, path, $0) }
      guard start == line else { throw UserTimerError.foreign(path) }
      return true
    }
  }

  /// Has systemctl do something, until one of the commands fails.
  private func change(_ files: [FilePath], _ commands: [[String]]) async throws -> Change {
    for (index, command) in commands.enumerated() {
      do {
        try await systemctl.run(command)
      } catch let failure as SendingError {
        return Change(files: files, commands: Self.typed(commands[index...]), failure: failure)
      }
    }
    return Change(files: files, commands: [], failure: nil)
  }

  private static func typed(_ commands: some Sequence<[String]>) -> [String] {
    commands.map { (["systemctl"] + $0).joined(separator: " ") }
  }

  /// The result of setting up or removing the timer.
  package struct Change: Sendable, Hashable {
    /// The files written or removed.
    package let files: [FilePath]
    /// The commands that a person still has to type, if the user's systemd was not reached.
    package let commands: [String]
    /// Why it was not reached.
    package let failure: SendingError?
  }

  /// The command that keeps the timer running while the user is not logged in (loginctl(1)).
  package static let lingerCommand = "loginctl enable-linger"
}
