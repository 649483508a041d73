import Foundation
import Formats
import TestSupport
import Testing

@Suite("daystamp stamp, with lines, fields and several labels")
struct StampLabelTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(MadePhoto.jpeg(), to: "site/a.jpg")
  }

  private func stamp(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Program {
    try await Program.run(
      Program.daystamp, ["stamp", "site/a.jpg"] + arguments, in: folder.path,
      environment: environment)
  }

  private func label(_ arguments: String...) async throws -> String? {
    let result = try await Program.run(
      Program.daystamp, ["stamp", "site/a.jpg", "--json", "--dry-run"] + arguments,
      in: folder.path)
    return result.json.first?["label"] as? String
  }

  @Test("draws lines, given together or one by one")
  func lines() async throws {
    #expect(try await label("--text", "Site 4\n{time}") == "Site 4\n2024-01-31 23:59")
    #expect(try await label("--line", "Site 4", "--line", "{time}") == "Site 4\n2024-01-31 23:59")
    #expect(try await label("--format", "%F%n%R") == "2024-01-31\n23:59")
    #expect(try await label("--format", "%H%t%M") == "23 59")
    let plan = try await stamp("--dry-run", "--line", "a", "--line", "b")
    #expect(plan.output.contains("  a / b  "), "\(plan.output)")
    let both = try await stamp("--text", "a", "--line", "b")
    #expect(both.status == 64 && both.error.contains("use only one of them"))
  }

  @Test("shows the file, its place in the run, and what the run is about")
  func fields() async throws {
    #expect(
      try await label("--text", "{name} {folder} {n} {day n since 2024-01-01} {weekday}")
        == "a site 1 31 Wednesday")
    let unknown = try await stamp("--text", "{lens}")
    #expect(
      unknown.status == 1 && unknown.error.contains("no value for these fields of the label: lens"))
    let required = try await stamp("--text", "{name} {lens}", "--require-fields")
    #expect(required.status == 1)
    #expect(try await label("--text", "{name} {lens}") == "a")
    for (text, says) in [
      ("{camra}", "Did you mean '{camera}'?"), ("{place}", "--gazetteer"), ("{owner}", "journal"),
    ] {
      let refused = try await stamp("--text", text)
      #expect(refused.status == 64 && refused.error.contains(says), "\(refused.error)")
    }
  }

  @Test("puts several labels and a logo on, of which unstamp leaves nothing")
  func several() async throws {
    try folder.write(MadePhoto.png(), to: "logo.png")
    let result = try await stamp(
      "-o", "out.jpg", "--also", "top-right,style=box,size=12=Day {day n since 2024-01-01}",
      "--also", "left=a=b", "--logo", "logo.png", "--logo-height", "40px", "--logo-position",
      "right", "--json")
    let record = try #require(result.json.first)
    #expect(record["label"] as? String == "2024-01-31 23:59\nDay 31\na=b")
    #expect(record["reversible"] as? Bool == true)
    let verified = try await Program.run(
      Program.daystamp, ["verify", "out.jpg", "--original", "site/a.jpg"], in: folder.path)
    #expect(verified.status == 0, "\(verified.error)")
    let back = try await Program.run(
      Program.daystamp, ["unstamp", "out.jpg", "-o", "back.jpg"], in: folder.path)
    #expect(back.status == 0)
    let (was, now) = (folder.path("site/a.jpg"), folder.path("back.jpg"))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: was)) == Data(contentsOf: URL(fileURLWithPath: now))
    )
  }

  @Test("leaves out a label of which nothing is left, where there are others")
  func empty() async throws {
    #expect(try await label("--also", "top={lens}") == "2024-01-31 23:59")
    #expect(try await label("--text", "{lens}", "--also", "top={clock}") == "23:59")
    try folder.write(MadePhoto.png(), to: "logo.png")
    #expect(try await label("--text", "{lens}", "--logo", "logo.png") == "")
    let required = try await stamp("--also", "top={lens}", "--require-fields")
    #expect(required.status == 1 && required.error.contains("lens"))
  }

  @Test("says where labels cover each other")
  func overlap() async throws {
    let result = try await stamp(
      "--size", "150", "--text", "A", "--also", "bottom-left=B", "--json", "--dry-run")
    let warnings = try #require(result.json.first?["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("overlap") })
  }

  @Test("refuses a clock time that the clocks of the zone went over, whoever wrote it")
  func skippedTime() async throws {
    try folder.write(MadePhoto.jpeg(exif: nil), to: "site/2024-03-31_02-30-00.jpg")
    let result = try await Program.run(
      Program.daystamp,
      ["stamp", "site/2024-03-31_02-30-00.jpg", "--time-zone", "Europe/Berlin"], in: folder.path)
    #expect(result.status == 1 && result.error.contains("clocks went from 02:00 to 03:00"))
  }

  @Test(
    "says what is wrong with a further label",
    arguments: [
      ("nowhere=a", "not a place"), ("top", "place and its text"),
      ("top,sze=3=a", "Did you mean 'size'?"), ("top,size=x=a", "not a length"),
      ("top=", "empty"), ("top={x}", "“{x}” in the text is not a field"),
    ])
  func furtherLabels(argument: String, says: String) async throws {
    let result = try await stamp("--also", argument)
    #expect(result.status == 64 && result.error.contains(says), "\(result.error)")
  }

  @Test("takes the texts of photos from a table or objects, by their names")
  func texts() async throws {
    try folder.write(MadePhoto.jpeg(), to: "site/b.jpg")
    try folder.write(
      Array("\u{FEFF}note,input,text\r\nx,a.jpg,\"Wall, \"\"north\"\"\n{time}\"\r\n".utf8),
      to: "texts.csv")
    try folder.write(
      Array("{\"input\": \"./site/a.jpg\", \"text\": \"Wall\"}\n\n".utf8), to: "texts.ndjson")
    #expect(
      try await label("--text-from", "texts.csv") == "Wall, \"north\"\n2024-01-31 23:59")
    #expect(try await label("--text-from", "texts.ndjson") == "Wall")
    let result = try await Program.run(
      Program.daystamp, ["stamp", "site", "--text-from", "texts.csv", "--json", "--dry-run"],
      in: folder.path)
    #expect(result.status == 1 && result.json.contains { $0["status"] as? String == "failed" })
    let others = try await Program.run(
      Program.daystamp,
      ["stamp", "site", "--text-from", "texts.csv", "--text", "Site", "--json", "--dry-run"],
      in: folder.path)
    #expect(others.status == 0)
    #expect(Set(others.json.compactMap { $0["label"] as? String }).contains("Site"))
    try folder.write(Array("input,text\nA.jpg,x\n".utf8), to: "typo.csv")
    let unused = try await stamp("--text-from", "typo.csv", "--text", "Site", "--dry-run")
    #expect(unused.error.contains("note: no photo had 1 text of --text-from: A.jpg"))
  }

  @Test(
    "says in which line a file of texts is wrong",
    arguments: [
      ("a,b\n", "line 1"), ("input,text\na.jpg\n", "line 2"), ("input,text\n\"a.jpg,x\n", "line 2"),
      ("input,text\na.jpg,{x}\n", "line 2"), ("input,text\na.jpg,1\n./a.jpg,2\n", "line 3"),
      ("{\"input\":\"a.jpg\",\"text\":\"1\"}\n{\"input\":1}\n", "line 2"), ("", "line 1"),
      ("input,text\na.jpg,\n", "line 2"),
    ])
  func wrongTexts(text: String, says: String) async throws {
    try folder.write(Array(text.utf8), to: "texts")
    let result = try await stamp("--text-from", "texts")
    #expect(result.status == 64 && result.error.contains("texts, \(says):"), "\(result.error)")
  }

  @Test("takes a profile's options, and what is typed before them")
  func profile() async throws {
    let settings = """
      [site]
      style = "box"
      line = ["Site 4", "{date}"]
      also = ["top-left={clock}"]

      [wrong]
      styl = "box"
      """
    try folder.write(Array(settings.utf8), to: "settings/daystamp/profiles.toml")
    let environment = ["XDG_CONFIG_HOME": folder.path("settings")]
    func stamp(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, ["stamp", "site/a.jpg", "--json", "--dry-run"] + arguments,
        in: folder.path, environment: environment)
    }
    func label(_ result: Program) -> String? { result.json.first?["label"] as? String }
    #expect(try await label(stamp("--profile", "site")) == "Site 4\n2024-01-31\n23:59")
    #expect(try await label(stamp("--profile=site", "--line", "x")) == "x\n23:59")
    #expect(try await label(stamp("--profile=site", "--text", "x")) == "x\n23:59")
    let unknown = try await stamp("--profile", "sit")
    #expect(unknown.status == 64 && unknown.error.contains("the nearest is [site]"))
    let wrong = try await stamp("--profile", "wrong")
    #expect(wrong.status == 64 && wrong.error.contains("line 7: [wrong] has no key “styl”"))
    let none = try await Program.run(
      Program.daystamp, ["stamp", "site/a.jpg", "--profile", "site"], in: folder.path,
      environment: ["XDG_CONFIG_HOME": folder.path("nowhere")])
    #expect(none.status == 64 && none.error.contains("you have no profiles"))

    try folder.write(
      Array(settings.prefix(while: { $0 != "w" }).dropLast(2).utf8),
      to: "settings/daystamp/profiles.toml")
    let list = try await Program.run(
      Program.daystamp, ["profile"], in: folder.path, environment: environment)
    #expect(list.output == "site\n" && list.error.contains("profiles.toml"))
    let shown = try await Program.run(
      Program.daystamp, ["profile", "show", "site"], in: folder.path, environment: environment)
    #expect(shown.output.contains("--style box\n") && shown.output.contains("--line 'Site 4'\n"))
  }

  @Test(
    "names the nearest town, its country in the language of the label",
    .enabled(if: InstalledProgram.isThere("exiftool")))
  func places() async throws {
    let written = try await InstalledProgram.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-GPSLatitude=37.57", "-GPSLatitudeRef=N",
        "-GPSLongitude=126.98",
        "-GPSLongitudeRef=E", folder.path("site/a.jpg"),
      ])
    #expect(written.status == 0)
    let town = ["1835848", "Seoul", "Seoul", "", "37.566", "126.9784", "P", "PPLC", "KR"]
    let row = (town + ["", "", "", "", "", "10349312", "", "38", "Asia/Seoul", "2024-01-01"])
    try folder.write(Array(row.joined(separator: "\t").utf8), to: "towns.txt")
    let towns = ["--gazetteer", "towns.txt", "--text", "{place}"]
    #expect(try await label(towns[0], towns[1], towns[2], towns[3]) == "Seoul, South Korea")
    #expect(
      try await label("--gazetteer", "towns.txt", "--text", "{place}", "--locale", "de_DE")
        == "Seoul, Südkorea")
    try folder.write(Array("Seoul\n".utf8), to: "wrong.txt")
    let wrong = try await stamp("--gazetteer", "wrong.txt", "--text", "{place}")
    #expect(wrong.status == 64 && wrong.error.contains("line 1"), "\(wrong.error)")
    try await keptTowns()
  }

  /// A list that is kept serves every run, but one that takes nothing from the machine.
  private func keptTowns() async throws {
    let environment = ["XDG_CONFIG_HOME": folder.path("settings")]
    func run(_ arguments: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp, arguments, in: folder.path, environment: environment)
    }
    #expect(try await run("gazetteer").error.contains("There is no list of towns"))
    let refused = try await run("gazetteer", "add", "wrong.txt")
    #expect(refused.status == 64 && refused.error.contains("line 1"), "\(refused.error)")
    #expect(!folder.files.contains { $0.hasPrefix("settings") })
    let added = try await run("gazetteer", "add", "towns.txt")
    #expect(added.status == 0 && added.error.contains("1 town in "), "\(added.error)")
    #expect(try await run("gazetteer", "show").error.contains("1 town in "))
    let stamp = ["stamp", "site/a.jpg", "--dry-run", "--text", "{place}"]
    let stamped = try await Program.run(
      Program.daystamp, stamp, in: folder.path, environment: environment)
    #expect(stamped.output.contains("Seoul, South Korea"), "\(stamped.error)")
    #expect(try await run("gazetteer", "add", "wrong.txt").status == 64)
    #expect(try await run("gazetteer").error.contains("1 town in "))
    let reproducible = try await Program.run(
      Program.daystamp, stamp + ["--reproducible"], in: folder.path, environment: environment)
    #expect(reproducible.status == 64 && reproducible.error.contains("--gazetteer FILE"))
    try folder.write(
      Array("[stamp]\ngazetteer = \"towns.txt\"\n".utf8), to: "config.toml")
    let named = try await Program.run(
      Program.daystamp, stamp, in: folder.path,
      environment: ["DAYSTAMP_CONFIG": folder.path("config.toml")])
    #expect(named.output.contains("Seoul, South Korea"), "\(named.error)")
  }
}
