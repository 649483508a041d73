import Foundation
import Testing
import TestSupport

@testable import JournalCommands
@testable import Shell

/// `daystamp` run with a file of defaults, in a folder with photos.
private struct DefaultsProgram {
  let folder: TemporaryFolder
  var file: String { folder.path("config.toml") }

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(Array(text.utf8), to: "config.toml")
  }

  func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Program {
    try await Program.run(
      Program.daystamp, arguments, in: folder.path,
      environment: ["TZ": "UTC", "DAYSTAMP_CONFIG": file, "XDG_RUNTIME_DIR": folder.path("run")]
        .merging(environment) { _, own in own })
  }
}

@Suite("Defaults of the user's file")
struct DefaultsTests {
  @Test("are the options of the command that its table is named as")
  func options() async throws {
    let program = try DefaultsProgram(
      """
      [stamp]
      format = "%d.%m.%Y"
      output = "~/out"
      json = true
      max-pixels = 9
      quiet = false

      [unstamp]
      output = "elsewhere"
      """)
    let environment = ["HOME": program.folder.path]
    let result = try await program.run(["stamp", "a.jpg"], environment: environment)
    #expect(result.status == 0, "\(result.error)")
    let output = result.json.first?["output"] as? String
    #expect(output == program.folder.path("out/a.jpg"))
    #expect(result.json.first?["label"] as? String == "31.01.2024")

    let typed = try await program.run(
      ["stamp", "a.jpg", "--format", "%Y", "-o", "b.jpg"], environment: environment)
    #expect(typed.json.first?["label"] as? String == "2024")
    #expect(typed.json.first?["output"] as? String == "b.jpg")

    let without = try await program.run(
      ["stamp", "a.jpg", "--no-config"], environment: environment)
    #expect(without.status == 0 && without.output == "")
    #expect(program.folder.files.contains("a.stamped.jpg"))
  }

  @Test("say which journal and whose, after option and environment, for every command")
  func journal() async throws {
    let program = try DefaultsProgram(
      """
      [journal]
      folder = "~/diary"
      owner = "anna"
      [post]
      tag = ["one", "two"]
      star = true
      """)
    let home = ["HOME": program.folder.path]
    #expect(try await program.run(["post", "a.jpg"], environment: home).status == 0)
    #expect(program.folder.files.contains("diary/journal.sqlite"))
    let post = try await program.run(["list", "--json"], environment: home).json.first
    #expect(post?["tags"] as? [String] == ["one", "two"])
    let owners = try await program.run(["owner", "list"], environment: home)
    #expect(owners.status == 0 && owners.output.contains("anna"))

    let other = try await program.run(
      ["list"], environment: home.merging(["DAYSTAMP_JOURNAL": program.folder.path("x")]) { $1 })
    #expect(other.status == 1 && other.error.contains("\(program.folder.path)/x"))
    let typed = try await program.run(
      ["list", "--journal", "y", "--owner", "bob"], environment: home)
    #expect(typed.status == 1 && typed.error.contains("/y;"))

    // A repeated option that is typed takes the place of all of the file's.
    try program.folder.write(MadePhoto.jpeg(exif: nil) + [0], to: "b.jpg")
    #expect(
      try await program.run(
        ["post", "b.jpg", "--tag", "three", "--time", "2024-03-01"], environment: home
      ).status == 0)
    let tagged = try await program.run(["list", "--json", "--tag", "three"], environment: home)
    #expect(tagged.json.first?["tags"] as? [String] == ["three"])
  }

  @Test(
    "that are wrong are told with file, line and key, and nothing is done",
    arguments: [
      (
        "[stamp]\npositon = \"top\"",
        "line 2: [stamp] has no key “positon”; the nearest is “position”"
      ),
      ("[stamp]\nposition = \"nowhere\"", "line 2: [stamp] position: "),
      ("[stamp]\nposition = \"nowhere\"", "one of the following: top-left, top, "),
      ("[stamp]\nquality = 0", "line 2: [stamp] quality: quality takes 1 to 100, not 0"),
      ("[stamp]\n\nsize = \"huge\"", "line 3: [stamp] size: "),
      ("[stamp]\nsize = \"huge\"", "is invalid for 'size': “huge” is not a length"),
      ("[stamp]\njobs = \"x\"", "which is: How many photos to work on at once"),
      ("[stamp]\nformat = \"%Q\"", "line 2: [stamp] format: "),
      ("[stamp]\ntime-zone = \"Asia/Seol\"", "line 2: [stamp] time-zone: time-zone Asia/Seol"),
      ("[stamp]\njson = 1", "line 2: [stamp] json is 1, but must be true or false"),
      ("[stamp]\nstyle = [\"film\"]", "style is an array, but must be one value"),
      ("[stamp]\nstyle = true", "style is true, but must be one value"),
      ("[stamp]\nlocale = 2024-01-31", "is a date without quotes, but must be"),
      ("[stamp]\nin-place = true", "cannot be undone; give --in-place each time"),
      ("[stamp]\nforce = true", "cannot be undone"),
      ("[stamp]\nno-undo = true", "cannot be undone"),
      ("[stamp]\ntime = \"2024\"", "it is for a single run"),
      ("[stamp]\nowner = \"anna\"", "[stamp] has no key “owner”; [journal] has it"),
      ("[stamp]\nhelp = true", "[stamp] has no key “help”"),
      ("[stamp]\nmotto = 1", "[stamp] has no key “motto”; its keys are output, on-conflict, to, q"),
      ("[stmp]\nstyle = 1", "line 1: there is no table [stmp]; the nearest is [stamp]"),
      ("\n[wardrobe]", "line 2: there is no table [wardrobe]; the tables are backup, "),
      ("style = \"film\"", "line 1: “style” is outside any table"),
      ("[stamp\nstyle = 1", "line 1: from column 7 on, this is not TOML: expected ']'"),
      ("[stamp]\noutput = \"out\"\nto = \"webp\"\nto = 1", "line 4: from column"),
    ])
  func wrong(text: String, says: String) async throws {
    let program = try DefaultsProgram(text)
    let result = try await program.run(["stamp", "a.jpg"])
    #expect(result.status == 64 && result.output == "")
    #expect(result.error.hasPrefix("Error: \(program.file): "), "\(result.error)")
    #expect(result.error.contains(says), "\(result.error)")
    #expect(!result.error.contains("Usage:") && result.error.split(separator: "\n").count == 1)
    #expect(program.folder.files == ["a.jpg", "config.toml"])
  }

  @Test(
    "are in nobody's way who asks for help, whatever is wrong with them",
    arguments: [("[stamp]\npositon = \"top\"", 1), ("[stamp]\nposition = \"nowhere\"", 0)])
  func help(text: String, status: Int32) async throws {
    let program = try DefaultsProgram(text)
    for help in [["stamp", "--help"], ["help", "stamp"], ["--version"]] {
      #expect(try await program.run(help).status == 0, "\(help)")
    }
    // Tables and keys are checked there, values by the command alone.
    #expect(try await program.run(["config", "path"]).status == status)
  }

  @Test(
    "of the journal's settings are refused where those are kept",
    arguments: [
      ("[post]\nstyle = \"film\"", "daystamp config set label-style"),
      ("[post]\ntime-zone = \"UTC\"", "daystamp config set time-zone"),
      ("[post]\nexport-to = \"/x\"", "daystamp config set export-to"),
    ])
  func settings(text: String, says: String) async throws {
    let program = try DefaultsProgram(text)
    let result = try await program.run(["post", "a.jpg"])
    #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
    #expect(program.folder.files == ["a.jpg", "config.toml"])
  }

  @Test("that an option excludes are told, and can be left out")
  func excluded() async throws {
    let program = try DefaultsProgram("[stamp]\noutput = \"out\"\nquality = 90\n")
    let result = try await program.run(["stamp", "a.jpg", "--in-place"])
    #expect(result.status == 64)
    #expect(
      result.error == """
        Error: \(program.file): line 2: [stamp] output: --in-place and output cannot be used \
        together (--no-config ignores the file).\n
        """)
    #expect(
      try await program.run(["stamp", "a.jpg", "--in-place", "--dry-run", "--no-config"]).status
        == 0)
    #expect(
      try await program.run(
        ["stamp", "a.jpg", "--in-place", "--dry-run"], environment: ["DAYSTAMP_CONFIG": ""]
      ).status == 0)
  }

  @Test("do not hide what is wrong with what was typed")
  func typedWrong() async throws {
    let program = try DefaultsProgram("[stamp]\nstyle = \"film\"\nquality = 90\n")
    let result = try await program.run(["stamp", "a.jpg", "--position", "nowhere"])
    #expect(result.status == 64 && result.error.contains("--position"))
    #expect(!result.error.contains("config.toml"))
    let missing = try await program.run(["stamp"])
    #expect(missing.status == 64 && !missing.error.contains("config.toml"))
  }

  @Test("are named where a value fails only as the command runs")
  func failing() async throws {
    let program = try DefaultsProgram("[stamp]\nfont = \"/nowhere.ttf\"\n")
    let result = try await program.run(["stamp", "a.jpg"])
    #expect(result.status == 64 && result.error.contains("/nowhere.ttf"))
    #expect(
      result.error.hasSuffix(
        "Note: [stamp] font came from \(program.file); --no-config ignores it.\n"))
  }

  @Test("come from a file that can be read, or from none")
  func files() async throws {
    let program = try DefaultsProgram("[stamp]\n")
    let missing = program.folder.path("nowhere.toml")
    let named = try await program.run(
      ["stamp", "a.jpg"], environment: ["DAYSTAMP_CONFIG": missing])
    #expect(named.status == 64)
    #expect(
      named.error
        == "Error: \(missing): $DAYSTAMP_CONFIG names this file, but it does not exist.\n")
    for (path, says) in [
      ("/dev/null", "not a text file"), (program.folder.path, "not a text file"),
    ] {
      let result = try await program.run(
        ["stamp", "a.jpg"], environment: ["DAYSTAMP_CONFIG": path])
      #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
      #expect(
        try await program.run(["--version"], environment: ["DAYSTAMP_CONFIG": path]).status == 0)
    }
    #expect(program.folder.files == ["a.jpg", "config.toml"])
  }

  @Test("are in the file that daystamp config path names")
  func path() async throws {
    let program = try DefaultsProgram("[stamp]\n")
    let there = try await program.run(["config", "path"])
    #expect(there.status == 0 && there.output == "\(program.file)\n")
    #expect(there.error == "The file exists.\n")
    let home = program.folder.path
    let usual = try await Program.run(
      "/usr/bin/env",
      ["-u", "DAYSTAMP_CONFIG", "-u", "XDG_CONFIG_HOME", Program.daystamp, "config", "path"],
      environment: ["HOME": home])
    #expect(usual.status == 0 && usual.output == "\(home)/.config/daystamp/config.toml\n")
    #expect(usual.error.hasPrefix("The file does not exist"))
    let none = try await program.run(["config", "path"], environment: ["DAYSTAMP_CONFIG": ""])
    #expect(none.status == 1 && none.output == "")
  }
}

@Suite("The tables of a file of defaults")
struct DefaultsPolicyTests {
  @Test("have these keys")
  func keys() {
    let tables = DefaultsPolicy.tables(of: Daystamp.self).compactMapValues { command in
      ArgumentTable(of: command).map {
        DefaultsKeys(table: command.typedName, $0, of: Daystamp.self).names.sorted()
      }
    }
    let label = [
      "background", "color", "font", "format", "locale", "margin", "outline", "position", "size",
      "style", "text",
    ]
    let expected = [
      "stamp": label + [
        "allow-loss", "jobs", "json", "max-memory", "max-pixels", "output", "quality", "quiet",
        "require-capture-time", "shift", "time-zone", "to",
      ],
      "unstamp": ["jobs", "json", "max-memory", "output", "quiet"],
      "verify": ["json", "max-memory"], "info": ["json", "max-memory", "time-zone"],
      "post": [
        "jobs", "json", "max-memory", "max-pixels", "quiet", "recursive", "require-capture-time",
        "shift", "star", "tag",
      ],
      "list": ["from", "json", "last", "paths", "reverse", "search", "starred", "tag", "to"],
      "show": ["json"], "calendar": ["json"], "memories": ["all", "json", "paths"],
      "random": ["json"], "stats": ["json"], "export": [],
      "import": ["jobs", "json", "max-memory", "quiet"], "backup": [],
      "check": ["json", "max-memory", "max-pixels"], "unlock": [], "remind": ["json"],
    ]
    for (table, keys) in expected {
      let missing = Set(keys).subtracting(tables[table] ?? [])
      #expect(missing.isEmpty, "[\(table)] lacks \(missing.sorted())")
    }
    let refused: Set = [
      "in-place", "force", "no-undo", "yes", "repair", "pin-stdin", "weak", "time", "caption",
      "files-from", "null", "original", "again", "dry-run", "salvage", "no-config", "journal",
      "owner", "install", "uninstall", "future",
    ]
    for (table, keys) in tables {
      #expect(refused.isDisjoint(with: keys), "[\(table)] \(keys)")
    }
    #expect(tables["edit"] == nil && tables["delete"] == nil)
  }
}
