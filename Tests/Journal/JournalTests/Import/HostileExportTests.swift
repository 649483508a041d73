import Files
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("A hostile export")
struct HostileExportTests {
  /// An export of two posts, made once.
  private static let twoPosts = Task {
    let source = try TestJournal()
    try await source.post("2024-01-30 12:00", "2024-01-31 12:00")
    return try TestExport(of: source)
  }
  private static let looksWithout =
    ##"{"background":"none","color":"#ffffff","font":"sans","format":"%Y","locale":"en_US""##

  @Test(
    "is told of post by post, and the others are imported",
    arguments: [
      ("uid", "\"00\"", "notHexadecimal"),
      ("uid", "\"zz000000000000000000000000000000\"", "notHexadecimal"),
      ("day", "\"2024-02-30\"", "noDay"), ("day", "\"0000-01-01\"", "noDay"),
      ("instant", "9223372036854775807", "outOfRange"), ("instant", "-99999999999", "outOfRange"),
      ("offset", "86401", "outOfRange"), ("subsecond", "\"\"", "notDigits"),
      ("subsecond", "\"1234567890\"", "notDigits"), ("subsecond", "\"1a\"", "notDigits"),
      ("precision", "\"hour\"", "unknownName"), ("source", "\"\"", "unknownName"),
      ("zone", "\"Mars/Olympus\"", "value"), ("zone", "\"\"", "value"),
      ("offsetAssumed", "1", "wrongType"), ("starred", "\"yes\"", "wrongType"),
      ("caption", "\"\\u001b[2J\"", "value"), ("caption", "null", "missing"),
      ("caption", "\"" + String(repeating: "a", count: 101) + "\"", "value"),
      ("tags", "\"sea\"", "wrongType"), ("tags", "[\"a,b\"]", "value"),
      ("tags", "[1]", "wrongType"),
      ("look", "{}", "missing"), ("look", looksWithout + "}", "missing"),
      (
        "look",
        looksWithout
          + #","margin":"x","outline":"none","position":"top-left","size":"16","text":"{time}"}"#,
        "value"
      ),
      (
        "look",
        looksWithout
          + #","margin":"1","outline":"none","position":"top-left","size":"16","text":"{nix}"}"#,
        "value"
      ),
      ("file", "\"/etc/passwd\"", "notAPath"), ("file", "\"photos/../../x.jpg\"", "notAPath"),
      ("file", "\"photos\"", "notAPath"), ("file", "\"photos/\"", "notAPath"),
      ("file", "\"photos//a.jpg\"", "notAPath"), ("file", "\"photos/./a.jpg\"", "notAPath"),
      ("file", "\"photos/a\\u0000.jpg\"", "notAPath"), ("file", "\"other/a.jpg\"", "notAPath"),
      ("file", "\"photos/a\\n.jpg\"", "notAPath"), ("file", "\"photos/2024\"", "notAFile"),
      ("file", "\"photos/2024/nowhere.jpg\"", "fileMissing"),
      ("file", "\"" + String(repeating: "p", count: 2_000) + "\"", "tooLong"),
      ("sha256", "\"" + String(repeating: "0", count: 64) + "\"", "changedFile"),
      ("sha256", "\"é\"", "notHexadecimal"),
      ("original", "\"../x.jpg\"", "notAPath"), ("original", "\"photos/x.jpg\"", "fileMissing"),
      ("originalSha256", "\"" + String(repeating: "0", count: 64) + "\"", "noOriginal"),
      ("originalName", "\"a/b\"", "notAFileName"), ("originalName", "\"a\\u0000\"", "notAFileName"),
      ("originalName", "\"" + String(repeating: "n", count: 2_000) + "\"", "tooLong"),
      ("textKey", "\"a\"", "missing"), ("textCollection", "\"a\"", "missing"),
      ("textKey", "\"" + String(repeating: "k", count: 201) + "\"", "tooLong"),
      ("posted", "99999999999999", "outOfRange"), ("posted", nil, "missing"),
      ("trashed", "99999999999999", "outOfRange"), ("trashed", "true", "wrongType"),
    ] as [(String, String?, String)])
  func fields(field: String, json: String?, problem: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.change(0, field, to: json)
    let target = try TestJournal()
    let preview = try await export.run(.preview(of: nil))
    #expect(preview.map(\.problem) == [problem, ""])
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.problem) == [problem, ""])
    #expect(target.photoFiles == [try export.text(1, "file")])
    try export.becomeVersion1()
    #expect(try await export.run(.preview(of: nil)).map(\.problem) == [problem, ""])
  }

  @Test(
    "of version 1 is told of post by post where numbers are none",
    arguments: [
      ("9223372036854775808", "noWholeNumber"), ("\"1\"", "wrongType"), ("1.5", "noWholeNumber"),
      (nil, "missing"), ("1e300", "noWholeNumber"),
    ] as [(String?, String)])
  func wrongNumbers(json: String?, problem: String) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.becomeVersion1()
    try export.change(0, "number", to: json)
    #expect(try await export.run(.preview(of: nil)).map(\.problem) == [problem, ""])
  }

  @Test("has every uid once")
  func repeatedUID() async throws {
    let source = try TestJournal()
    try await source.post("2024-01-30 12:00", "2024-01-31 12:00")
    let export = try TestExport(of: source)
    try export.becomeVersion1()
    try export.change(1, "uid", to: "\"\(export.text(0, "uid"))\"")
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.problem) == ["", "repeated"])
  }

  @Test("may say one number or one file twice: each post gets its own")
  func repeatedNumber() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    for _ in 1...2 { _ = try await source.post(file: "a.jpg", allowsAgain: true) }
    let export = try TestExport(of: source)
    try export.becomeVersion1()
    try export.change(1, "number", to: "1")
    try export.change(1, "file", to: "\"\(export.text(0, "file"))\"")
    try export.change(1, "sha256", to: "\"\(export.text(0, "sha256"))\"")
    let target = try TestJournal()
    #expect(try await export.run(.preview(of: nil)).map(\.number) == [1, 3])
    #expect(try await export.run(.preview(of: target.journal)).map(\.number) == [1, 3])
    #expect(try await export.imported(into: target.journal).map(\.number) == [1, 3])
    #expect(target.photoFiles.count == 2)
  }

  @Test(
    "has numbers that no post gets: the posts get others, and posting goes on",
    arguments: [-1, 0, 1_000_000_001, 9_007_199_254_740_991, Int.max])
  func numbers(number: Int) async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.becomeVersion1()
    try export.change(0, "number", to: "\(number)")
    try export.change { $0["lastNumber"] = max(0, number) }
    let target = try TestJournal()
    #expect(try await export.run(.preview(of: target.journal)).map(\.number) == [3, 2])
    let records = try await export.imported(into: target.journal)
    #expect(records.map(\.number) == [3, 2])
    #expect(records.map(\.exportedNumber) == [number, 2])
    #expect(try await target.post("2024-02-01 12:00").map(\.number) == [4])
  }

  @Test("may use up the numbers: the next posts get those that are free")
  func lastNumber() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.becomeVersion1()
    try export.change(0, "number", to: "1000000000")
    let target = try TestJournal()
    #expect(
      try await export.imported(into: target.journal).map(\.number) == [1_000_000_000, 2])
    let posts = try await target.post("2024-02-01 12:00", "2024-02-02 12:00")
    #expect(posts.map(\.number) == [1, 3])
    // Those of another export count on from the smallest free one too, as the preview tells.
    let other = try TestJournal()
    try await other.post("2023-01-01 12:00", "2023-01-02 12:00")
    let second = try TestExport(of: other)
    #expect(try await second.run(.preview(of: target.journal)).map(\.number) == [4, 5])
    #expect(try await second.imported(into: target.journal).map(\.number) == [4, 5])
  }

  @Test("whose posts are nothing but wrong is read no further")
  func wrong() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.becomeVersion1()
    try export.change { $0["posts"] = [Int](repeating: 0, count: 10_001) }
    #expect {
      try ExportFolder(opening: export.path)
    } throws: { error in
      if case ImportError.tooManyWrong(limit: 10_000) = error { true } else { false }
    }
  }

  @Test("sets no path: neither in the settings nor as the font of a post's label")
  func paths() async throws {
    let export = try TestExport(copyOf: await Self.twoPosts.value)
    try export.change { document in
      document["settings"] = [
        "time-zone": "Asia/Seoul", "export-to": "/theirs", "label-font": "/theirs/font.ttf",
        "label-style": "film",
      ]
      var posts = document["posts"] as? [[String: Any]] ?? []
      var look = posts[0]["look"] as? [String: Any]
      look?["font"] = "/theirs/font.ttf"
      posts[0]["look"] = look
      document["posts"] = posts
    }
    let target = try TestJournal(settings: [.timeZone: "UTC", .exportFolder: "/mine"])
    let work = JournalImport(
      of: try ExportFolder(opening: export.path), mode: .storing(in: target.journal),
      allowsAgain: false, now: 0)
    let fate = try work.takeSettings()
    #expect(fate.taken == [.timeZone, .labelStyle])
    #expect(fate.kept == [.exportFolder, .labelFont])
    #expect(
      try target.journal.settings.current().texts
        == [.timeZone: "Asia/Seoul", .labelStyle: "film", .exportFolder: "/mine"])
    var records: [ImportRecord] = []
    try await work.run(jobs: 1) { records.append($0) }
    #expect(records.map(\.problem) == ["", ""])
    #expect(records.map(\.fontLeftOut) == ["/theirs/font.ttf", nil])
    #expect(try target.count("SELECT count(*) FROM look WHERE json LIKE '%theirs%'") == 0)
  }

  @Test("leads nowhere else by symbolic links", arguments: ["photos", "photos/2024", nil])
  func links(name: String?) async throws {
    let source = try TestJournal()
    let file = try #require(try await source.post("2024-01-31 12:00").first).thePhoto.file
    let export = try TestExport(of: source)
    let inside = export.folder.path("export/\(name ?? String(decoding: file))")
    let outside = export.folder.path("outside")
    try FileManager.default.moveItem(atPath: inside, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: inside, withDestinationPath: outside)
    let target = try TestJournal()
    #expect(try await export.imported(into: target.journal).map(\.problem) == ["notAFile"])
  }

  @Test("has photos that are stamped, with the originals that it says")
  func originals() async throws {
    let source = try TestJournal()
    try source.folder.write(MadePhoto.jpeg(), to: "a.jpg")
    _ = try await source.post(file: "a.jpg")
    try source.folder.write(MadePhoto.png(), to: "IMG_20240131_235959.png")
    _ = try await source.post(file: "IMG_20240131_235959.png")

    // The photo is the original itself, without any stamp.
    let plain = try TestExport(of: source)
    let hash = try plain.text(0, "originalSha256")
    try plain.folder.write(MadePhoto.jpeg(), to: "export/\(plain.text(0, "file"))")
    try plain.change(0, "sha256", to: "\"\(hash)\"")
    // The original is said to come back from a PNG, which bears no stamp.
    try plain.change(1, "original", to: "null")
    #expect(
      try await plain.run(.preview(of: nil)).map(\.problem) == ["noOriginal", "noOriginal"])

    // Neither is a photo.
    let text = try TestExport(of: source)
    let bytes = Array("text".utf8)
    let textHash = "\"\(StampMark.hash(bytes).hexadecimal)\""
    try text.folder.write(bytes, to: "export/\(text.text(0, "file"))")
    try text.change(0, "sha256", to: textHash)
    try text.folder.write(bytes, to: "export/\(text.text(1, "original"))")
    try text.change(1, "originalSha256", to: textHash)
    #expect(try await text.run(.preview(of: nil)).map(\.problem) == ["notAPhoto", "noOriginal"])

    // The original was changed.
    let changed = try TestExport(of: source)
    try changed.folder.write(
      MadePhoto.png(width: 20, height: 20), to: "export/\(changed.text(1, "original"))")
    #expect(try await changed.run(.preview(of: nil)).map(\.problem) == ["", "changedFile"])
  }

  @Test(
    "is refused as a whole where it is none",
    arguments: [
      ("", "unreadable"), ("{", "unreadable"), ("[1]", "unreadable"), ("{}", "unreadable"),
      (#"{"format":"x","version":1}"#, "format"),
      (#"{"format":"daystamp-journal","version":4}"#, "version"),
      (#"{"format":"daystamp-journal","version":0}"#, "version"),
      (#"{"format":"daystamp-journal","version":2,"persons":3}"#, "unknownField"),
      (#"{"format":"daystamp-journal","version":2,"posts":[]}"#, "unknownField"),
      (#"{"format":"daystamp-journal","version":1}"#, "unreadable"),
      (#"{"format":"daystamp-journal","version":1,"owner":""}"#, "owner"),
      (
        #"{"format":"daystamp-journal","version":1,"owner":"a","lastNumber":-1}"#, "lastNumber"
      ),
      (
        #"{"format":"daystamp-journal","version":1,"owner":"a","lastNumber":0,"#
          + #""settings":{"hue":"9"},"posts":[]}"#, "unknownSetting"
      ),
      (
        #"{"format":"daystamp-journal","version":1,"owner":"a","lastNumber":0,"#
          + #""settings":{"time-zone":"UTC","day-start":"25:00"},"posts":[]}"#, "setting"
      ),
      (
        #"{"format":"daystamp-journal","version":1,"owner":"a","lastNumber":0,"#
          + #""settings":{"time-zone":"UTC"},"posts":{}}"#, "unreadable"
      ),
      (String(repeating: "[", count: 100_000), "unreadable"),
    ])
  func documents(json: String, problem: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(json.utf8), to: "journal.json")
    #expect {
      try ExportFolder(opening: FilePath(folder.path))
    } throws: { error in
      error is ImportError && "\(error)".hasPrefix(problem + "(")
    }
  }

  @Test("is looked for in a folder that has journal.json as a file of its own")
  func noExport() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "folder/journal.json/a")
    try folder.write([], to: "elsewhere.json")
    try folder.write([], to: "link/a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link/journal.json"), withDestinationPath: folder.path("elsewhere.json"))
    for name in ["nowhere", "folder", "link"] {
      #expect {
        try ExportFolder(opening: FilePath(folder.path(name)))
      } throws: { error in
        if case ImportError.noExport = error { true } else { false }
      }
    }
  }
}
