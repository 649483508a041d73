import Files
import Foundation
import JournalSupport
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("An export of version 2 from before there were words")
struct ExportBeforeWordsTests {
  @Test("is imported, and comes out with the same bytes")
  func imported() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array((Self.document + "\n").utf8), to: "export/journal.json")
    try folder.write(Array((Self.lines + "\n").utf8), to: "export/posts.jsonl")
    for (path, text) in ExportVersion1Tests.files {
      let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
      try folder.write(Array(bytes), to: "export/\(path)")
    }
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let work = JournalImport(
      of: try ExportFolder(opening: FilePath(folder.path("export"))),
      mode: .storing(in: target.journal), allowsAgain: false, now: 1_800_000_000)
    _ = try work.takeSettings()
    var records: [ImportRecord] = []
    try await work.run(jobs: 2) { records.append($0) }
    #expect(records.map(\.number) == [1, 2])
    let export = try TestExport(of: target)
    #expect(export.folder.files == folder.files)
    // As version 2 said it.
    let lines = Self.lines.split(separator: "\n").map { Data($0.utf8) }
    let posts = try lines.map { try JSONSerialization.jsonObject(with: $0) }
    #expect(try NSArray(array: export.document["posts"] as? [Any] ?? []) == NSArray(array: posts))
    for file in folder.files where file.hasPrefix("export/photos/") {
      #expect(try export.folder.read(file) == folder.read(file), "\(file)")
    }
  }

  /// As the program wrote them that had no words.
  private static let document = #"""
    {
      "counts" : {
        "inTrash" : 1,
        "posts" : 2
      },
      "format" : "daystamp-journal",
      "lastNumber" : 2,
      "owner" : "anna",
      "settings" : {
        "time-zone" : "Asia/Seoul"
      },
      "sha256" : {
        "posts.jsonl" : "fe4c3e60b1ab84f792c80f6f47512a234c85a2b9c11bec9aabbe0bc5bd5fd2a1"
      },
      "version" : 2
    }
    """#

  private static let lines = #"""
    {"caption":"점심\nat the “sea”","day":"2024-01-31","file":"photos/2024/01/31/2024-01-31_1200\#
    01_b0c4a17d.jpg","instant":1706670001,"look":{"background":"none","color":"#ffffff","font"\#
    :"sans","format":"%Y-%m-%d %H:%M","locale":"en_US","margin":"16","outline":"#000000d9","po\#
    sition":"bottom-left","size":"16","text":"{time}"},"number":1,"offset":32400,"offsetAssume\#
    d":true,"originalName":"a.jpg","originalSha256":"3d338d7350f3f0a569bb7868399d453cc2d618808\#
    b03f7c817b7d282e71dcf11","posted":1795362441,"precision":"second","sha256":"2648ca39908579\#
    fade5141f42d42c55a3167fe5995136b8aa828d667afa0c5ac","source":"given","starred":true,"tags"\#
    :["바다"],"uid":"b0c4a17db818e5df14323478dcf2f323","zone":"Asia/Seoul"}
    {"caption":"","day":"2023-10-29","file":"photos/2023/10/29/2023-10-29_0230_8bdd1b6b.png","\#
    instant":1698514200,"look":{"background":"none","color":"#ffffff","font":"sans","format":"\#
    %Y-%m-%d %H:%M","locale":"en_US","margin":"16","outline":"#000000d9","position":"bottom-le\#
    ft","size":"16","text":"{time}"},"number":2,"offset":32400,"offsetAssumed":true,"original"\#
    :"photos/2023/10/29/2023-10-29_0230_8bdd1b6b.original.png","originalName":"b.png","origina\#
    lSha256":"12f8399aa6d9946fb7f6aa156a07743f7d137a227e69d40ae7e2d4ca1bba7240","posted":17953\#
    62441,"precision":"minute","sha256":"127bf2ee263128d4f0a59cbca6959bac0412581548bb6fba4c2f8\#
    69366d0bd9a","source":"given","starred":false,"tags":[],"trashed":1795362441,"uid":"8bdd1b\#
    6b82b42a6852101c7d5aca00c7","zone":"Asia/Seoul"}
    """#
}
