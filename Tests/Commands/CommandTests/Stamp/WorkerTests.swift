import Formats
import Foundation
import Testing
import TestSupport

@Suite("daystamp stamp as a worker of another program")
struct WorkerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sums(_ names: String...) async throws -> [String] {
    let sums = try await Program.run("/usr/bin/sha256sum", names, in: folder.path)
    return sums.output.split(separator: "\n").map { String($0.prefix(64)) }
  }

  private func text(_ record: [String: Any], _ key: String) -> String? { record[key] as? String }

  @Test("does jobs, and tells of each by its name what was read and written")
  func jobs() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a b.jpg")
    try folder.write(MadePhoto.png(), to: "in/c.png")
    let list = """
      {"id": "x/1", "input": "in/a b.jpg", "output": "out/deep/1.jpg"}\r
      \r
      {"id": 7, "output": "out/2.jpg", "input": "in/c.png"}
      {"input": "in/a b.jpg", "output": "out/3"}
      """
    try folder.write(list.utf8, to: "jobs")
    let arguments = ["stamp", "--jobs-from", "jobs", "--time", "2024-01-31 12:00", "-j", "1"]
    let run = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    let records = run.json.dropLast()
    try #require(records.count == 3)
    #expect(text(records[0], "id") == "x/1" && records[1]["id"] as? Int == 7)
    #expect(records[2]["id"] == nil)
    #expect(records.map { text($0, "status") } == ["stamped", "stamped", "stamped"])
    #expect(
      folder.files.filter { $0.hasPrefix("out/") } == ["out/2.jpg", "out/3", "out/deep/1.jpg"])
    #expect(
      try await records.map { text($0, "inputSHA256") }
        == sums("in/a b.jpg", "in/c.png", "in/a b.jpg"))
    #expect(
      try await records.map { text($0, "outputSHA256") }
        == sums("out/deep/1.jpg", "out/2.jpg", "out/3"))
    #expect(Set(records.map { text($0, "options") }).count == 1)
    #expect(records.allSatisfy { text($0, "options")?.count == 64 && text($0, "version") != nil })
    #expect(try PhotoFile(folder.read("out/2.jpg")).header.format == .jpeg, "as it is named")

    let again = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(again.status == 0, "\(again.error)")
    for (before, now) in zip(records, again.json) {
      #expect(text(now, "status") == "already")
      for key in ["inputSHA256", "outputSHA256", "options", "label", "time", "timeSource"] {
        #expect(text(now, key) == text(before, key) && text(now, key) != nil, "\(key)")
      }
    }
    let summary = again.json.last?["summary"] as? [String: Any]
    #expect(summary?["already"] as? Int == 3 && summary?["failed"] as? Int == 0)
  }

  @Test(
    "ends before anything is written where a line is no job",
    arguments: [
      ("{}", "Line 2 of --jobs-from has no input"), ("[]", "Line 2 of --jobs-from is not a job"),
      ("nonsense", "Line 2 of --jobs-from is not a job"),
      (#"{"input": "b.jpg", "output": "x.jpg", "time": "2024"}"#, "has the unknown key “time”"),
      (#"{"input": "b.jpg", "output": 3}"#, "Line 2 of --jobs-from has no output"),
      (#"{"input": "b.jpg", "output": ""}"#, "Line 2 of --jobs-from has an empty output"),
      (#"{"input": "b\u0000.jpg", "output": "x"}"#, "Line 2 of --jobs-from has an empty input"),
      (
        #"{"id": true, "input": "b.jpg", "output": "x.jpg"}"#,
        "Line 2 of --jobs-from has an id that is neither"
      ),
      (#"{"input": "b.jpg", "output": "sub/../out.jpg"}"#, "and so would line 1"),
      (#"{"input": "b.jpg", "output": "new/./../out.jpg"}"#, "and so would line 1"),
      (#"{"input": "b.jpg", "output": "./link/a.jpg"}"#, "the input of line 1"),
      (#"{"input": "b.jpg", "output": "b.jpg"}"#, "the input of line 2"),
      (#"{"input": "b.jpg", "inputBase64": "Yg==", "output": "x.jpg"}"#, "both input and"),
      (#"{"inputBase64": "é", "output": "x.jpg"}"#, "has no inputBase64"),
    ])
  func wrongJobs(_ line: String, _ complaint: String) async throws {
    for name in ["a.jpg", "b.jpg", "sub/c.jpg"] { try folder.write(MadePhoto.jpeg(), to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: ".")
    let list = #"{"input": "a.jpg", "output": "out.jpg"}"# + "\n" + line
    let run = try await Program.daystamp(
      "stamp", "--jobs-from", "-", "--time", "2024-01-31", in: folder.path, input: Data(list.utf8))
    #expect(run.status == 64)
    #expect(run.error.contains(complaint), "\(run.error)")
    #expect(folder.files.filter { $0.hasSuffix(".jpg") }.count == 3)
  }

  @Test("takes names that are not UTF-8 as it tells them")
  func bytesInNames() async throws {
    let script = """
      name=$(printf 'caf\\351.jpg') && cp a.jpg "$name" && "$0" stamp --jobs-from jobs --time 2024-01-31 \\
      && cmp -s "$name" a.jpg && test -f "$(printf 'o\\351.jpg')"
      """
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(
      #"{"inputBase64": "Y2Fm6S5qcGc=", "outputBase64": "b+kuanBn"}"#.utf8, to: "jobs")
    let run = try await Program.run("/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(run.status == 0, "\(run.output) \(run.error)")
    #expect(run.json.first?["inputBase64"] as? String == "Y2Fm6S5qcGc=")
  }

  @Test("mirrors the folders of a list's names, and stays beneath its base")
  func base() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in/a/x.jpg")
    try folder.write(MadePhoto.jpeg(width: 200), to: "in/b/x.jpg")
    try folder.write(MadePhoto.jpeg(), to: "in/c/deep/y.jpg")
    try folder.write("a/x.jpg\n./b/x.jpg\nc\n".utf8, to: "list")
    let run = try await folder.stamp(
      "--files-from", "list", "--base", "in", "-o", "out", "--time", "2024-01-31")
    #expect(run.status == 0, "\(run.error)")
    #expect(
      folder.files.filter { $0.hasPrefix("out") }
        == ["out/a/x.jpg", "out/b/x.jpg", "out/c/deep/y.jpg"])
    for name in ["../in/a/x.jpg", "a/../../x.jpg", folder.path("in/a/x.jpg")] {
      try folder.write(name.utf8, to: "list")
      let out = try await folder.stamp("--files-from", "list", "--base", "in", "-o", "out2")
      #expect(out.status == 64 && out.error.contains("is not below --base in"), "\(out.error)")
    }
    #expect(try await folder.stamp("in", "--base", "in").status == 64)
  }

  @Test("stamps each photo of a list without a base, though they have one name and one time")
  func sameNameAndTime() async throws {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    for (name, width) in [("a/x.jpg", 320), ("b/x.jpg", 200)] {
      try folder.write(MadePhoto.jpeg(width: width), to: name)
      try FileManager.default.setAttributes(
        [.modificationDate: time], ofItemAtPath: folder.path(name))
    }
    #expect(try await folder.stamp("a/x.jpg", "-o", "out/").status == 0)
    let second = try await folder.stamp("b/x.jpg", "-o", "out/")
    #expect(second.status == 1 && second.error.contains("was made from another photo"))
    #expect(try await folder.stamp("a/x.jpg", "-o", "out/").status == 0)
  }

  @Test("tells a conflict where what is there is not what would be made")
  func conflicts() async throws {
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    try folder.write(MadePhoto.png(), to: "b.png")
    func run(_ more: String...) async throws -> Program {
      try await Program.run(
        Program.daystamp,
        ["stamp", "a.jpg", "b.png", "-o", "out/", "--time", "2024-01-31 12:00", "--json"] + more,
        in: folder.path)
    }
    func statuses(_ run: Program) -> Set<String?> {
      Set(run.json.dropLast().map { text($0, "status") })
    }
    #expect(try await run().status == 0)
    let other = try await run("--style", "film")
    #expect(other.status == 1 && statuses(other) == ["conflict"])
    #expect(
      other.json.dropLast().allSatisfy { text($0, "cause") == "output" && $0["retry"] == nil })
    #expect(other.error.contains("with other options"))
    #expect(try await statuses(run()) == ["already"])
    // The photo became another.
    try folder.write(MadePhoto.jpeg(width: 200), to: "a.jpg")
    let changed = try await run()
    #expect(changed.status == 1 && statuses(changed) == ["conflict", "already"])
    try folder.write(MadePhoto.jpeg(), to: "a.jpg")
    // What was written became another, outside the label.
    var bytes = try folder.read("out/a.jpg")
    bytes[bytes.count / 2] ^= 0x10
    try folder.write(bytes, to: "out/a.jpg")
    try folder.write("text".utf8, to: "out/b.png")
    let broken = try await run()
    #expect(broken.status == 1 && statuses(broken) == ["conflict"], "\(broken.output)")
    #expect(try await run("--force").status == 0)
    #expect(try await statuses(run()) == ["already"])
  }

  @Test(
    "proves what was done before, in any format and of any photo",
    arguments: [
      ["--to", "avif"], ["--to", "webp"], ["--to", "tiff", "--allow-loss"], ["--quality", "80"],
      ["--no-undo"],
      ["--crop", "square"], ["--text", "Site 4"],
    ])
  func already(_ options: [String]) async throws {
    try folder.write(MadePhoto.png(), to: "in/a.png")
    try folder.write(MadePhoto.jpeg(), to: "in/b.jpg")
    #expect(try await folder.stamp("in/b.jpg", "-o", "in/c.jpg", "--style", "box").status == 0)
    let arguments = ["stamp", "in", "-o", "out", "--time", "2024-01-31", "--json"] + options
    let first = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(first.status == 0, "\(first.error)")
    let second = try await Program.run(Program.daystamp, arguments, in: folder.path)
    #expect(second.status == 0, "\(second.error)")
    #expect(second.json.dropLast().map { text($0, "status") } == ["already", "already", "already"])
  }

  @Test("has its record on another descriptor than the photo")
  func descriptor() async throws {
    try folder.write(MadePhoto.jpeg(), to: "in.jpg")
    let script = """
      "$0" stamp - --json-fd 3 < in.jpg > out.jpg 3> record && "$0" stamp - --json-fd 2 < in.jpg > two.jpg \\
      2> second && cmp out.jpg two.jpg && cat record second
      """
    let run = try await Program.run("/bin/sh", ["-c", script, Program.daystamp], in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.json.count == 4)
    #expect(
      try await run.json.map { text($0, "outputSHA256") } == [
        sums("out.jpg")[0], nil, sums("two.jpg")[0], nil,
      ])
    let closed = try await Program.run(
      "/bin/sh", ["-c", "\"$0\" stamp - --json-fd 7 < in.jpg > none.jpg", Program.daystamp],
      in: folder.path)
    #expect(closed.status == 64 && closed.error.contains("7>records.json"))
    let shared = try await Program.run(
      "/bin/sh", ["-c", "\"$0\" stamp - --json < in.jpg > none.jpg", Program.daystamp],
      in: folder.path)
    #expect(shared.status == 64 && shared.error.contains("--json-fd 3"))
  }

  @Test("tells photos that are bad from a machine that failed")
  func causes() async throws {
    try folder.write(MadePhoto.jpeg(), to: "good.jpg")
    try folder.write("text".utf8, to: "text.jpg")
    func run(_ input: String, _ output: String) async throws -> (Int32, [String: Any]) {
      let list = "{\"input\": \"\(input)\", \"output\": \"\(output)\"}"
      let run = try await Program.daystamp(
        "stamp", "--jobs-from", "-", "--time", "2024-01-31", in: folder.path, input: Data(list.utf8)
      )
      return (run.status, run.json.first ?? [:])
    }
    for (input, output, status, cause) in [
      ("text.jpg", "1.jpg", 1, "photo"), ("missing.jpg", "2.jpg", 1, "input"),
      ("unmounted/a.jpg", "3.jpg", 75, "input"), ("good.jpg", "text.jpg/4.jpg", 1, "output"),
      ("good.jpg", "/proc/5.jpg", 1, "output"),
    ] as [(String, String, Int32, String)] {
      let (code, record) = try await run(input, output)
      #expect(code == status && text(record, "cause") == cause, "\(input) \(output) \(record)")
      #expect(record["retry"] as? Bool == (status == 75 ? true : nil))
    }
  }

  @Test(
    "exits with 75 on a full disk, and with 0 where there is room again",
    .enabled("\(OwnDisk.need)") { await OwnDisk.isPossible() })
  func fullDisk() async throws {
    for index in 0..<9 { try folder.write(MadePhoto.jpeg(), to: "in/\(index).jpg") }
    let run = try await OwnDisk.run(
      """
      stamp() { "$DAYSTAMP" stamp in -o disk/out --time 2024-01-31 --json && echo "exit 0" || echo "exit $?"; }
      fill; dd if=/dev/zero of=disk/fill bs=1k count=100 2>/dev/null; stamp; rm disk/fill; stamp
      """, kilobytes: 120, in: folder)
    let exits = run.output.split(separator: "\n").filter { $0.hasPrefix("exit") }
    #expect(exits == ["exit 75", "exit 0"], "\(run.output) \(run.error)")
    let failed = run.json.filter { text($0, "status") == "failed" }
    #expect(!failed.isEmpty)
    #expect(failed.allSatisfy { $0["retry"] as? Bool == true && text($0, "cause") == "output" })
  }
}
