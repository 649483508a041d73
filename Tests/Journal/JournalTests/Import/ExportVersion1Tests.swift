import CaptureTime
import Foundation
import JournalSupport
import Stamping
import SystemPackage
import Testing
import TestSupport

@testable import Journal
@testable import Store

@Suite("An export of version 1")
struct ExportVersion1Tests {
  @Test("is imported, byte for byte, and comes out as one of version 2")
  func imported() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(Self.document.utf8), to: "export/journal.json")
    for (path, text) in Self.files {
      let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
      try folder.write(Array(bytes), to: "export/\(path)")
    }
    let target = try TestJournal(settings: [.timeZone: "UTC"])
    let work = JournalImport(
      of: try ExportFolder(opening: FilePath(folder.path("export"))),
      mode: .storing(in: target.journal), allowsAgain: false, now: 1_800_000_000)
    #expect(try work.takeSettings().taken == [.timeZone])
    var records: [ImportRecord] = []
    try await work.run(jobs: 2) { records.append($0) }
    #expect(records.map(\.number) == [1, 2])
    #expect(records.map(\.isLine) == [false, false])
    #expect(target.photoFiles == Self.files.keys.sorted())
    for path in Self.files.keys {
      #expect(try target.folder.read("journal/\(path)") == folder.read("export/\(path)"))
    }
    #expect(try target.journal.trash.posts().map(\.number) == [2])
    let post = try target.journal.posts.post(1)
    #expect(post.caption == "점심\nat the “sea”" && post.tags == ["바다"] && post.isStarred)

    let export = try TestExport(of: target)
    let old = try #require(
      JSONSerialization.jsonObject(with: Data(Self.document.utf8)) as? [String: Any])
    var new = try export.document
    #expect(new["version"] as? Int == 2)
    for name in ["counts", "sha256"] { new[name] = nil }
    new["version"] = 1
    #expect(NSDictionary(dictionary: old) == NSDictionary(dictionary: new))
  }

  /// As the program wrote it that had no other version.
  private static let document = #"""
    {
      "format" : "daystamp-journal",
      "lastNumber" : 2,
      "owner" : "anna",
      "posts" : [
        {
          "caption" : "점심\nat the “sea”",
          "day" : "2024-01-31",
          "file" : "photos/2024/01/31/2024-01-31_120001_b0c4a17d.jpg",
          "instant" : 1706670001,
          "look" : {
            "background" : "none",
            "color" : "#ffffff",
            "font" : "sans",
            "format" : "%Y-%m-%d %H:%M",
            "locale" : "en_US",
            "margin" : "16",
            "outline" : "#000000d9",
            "position" : "bottom-left",
            "size" : "16",
            "text" : "{time}"
          },
          "number" : 1,
          "offset" : 32400,
          "offsetAssumed" : true,
          "originalName" : "a.jpg",
          "originalSha256" : "3d338d7350f3f0a569bb7868399d453cc2d618808b03f7c817b7d282e71dcf11",
          "posted" : 1795362441,
          "precision" : "second",
          "sha256" : "2648ca39908579fade5141f42d42c55a3167fe5995136b8aa828d667afa0c5ac",
          "source" : "given",
          "starred" : true,
          "tags" : [
            "바다"
          ],
          "uid" : "b0c4a17db818e5df14323478dcf2f323",
          "zone" : "Asia/Seoul"
        },
        {
          "caption" : "",
          "day" : "2023-10-29",
          "file" : "photos/2023/10/29/2023-10-29_0230_8bdd1b6b.png",
          "instant" : 1698514200,
          "look" : {
            "background" : "none",
            "color" : "#ffffff",
            "font" : "sans",
            "format" : "%Y-%m-%d %H:%M",
            "locale" : "en_US",
            "margin" : "16",
            "outline" : "#000000d9",
            "position" : "bottom-left",
            "size" : "16",
            "text" : "{time}"
          },
          "number" : 2,
          "offset" : 32400,
          "offsetAssumed" : true,
          "original" : "photos/2023/10/29/2023-10-29_0230_8bdd1b6b.original.png",
          "originalName" : "b.png",
          "originalSha256" : "12f8399aa6d9946fb7f6aa156a07743f7d137a227e69d40ae7e2d4ca1bba7240",
          "posted" : 1795362441,
          "precision" : "minute",
          "sha256" : "127bf2ee263128d4f0a59cbca6959bac0412581548bb6fba4c2f869366d0bd9a",
          "source" : "given",
          "starred" : false,
          "tags" : [

          ],
          "trashed" : 1795362441,
          "uid" : "8bdd1b6b82b42a6852101c7d5aca00c7",
          "zone" : "Asia/Seoul"
        }
      ],
      "settings" : {
        "time-zone" : "Asia/Seoul"
      },
      "version" : 1
    }
    """#

  static let files = [
    "photos/2023/10/29/2023-10-29_0230_8bdd1b6b.original.png": """
    iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAU0lEQVR4nO3PQQ3AIADAQEAmSlCC3ongcVnSU9DO
    fe74s6UDXjWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaA1oDWgNaB90PsByC65suEAAAAA
    SUVORK5CYII=
    """,
    "photos/2023/10/29/2023-10-29_0230_8bdd1b6b.png": """
    iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAABTUlEQVRoQ+2aS26DMBRF/bCNaU1j0jTJ3rqSrqQr
    6zjDDvoTEp+En10jMqg6vYMW6TFAyOJeP5/DEHp8ehZrvpI1Dz/Pzgf4a4NsgA2ABPgTAgHCcTYAIwQL2AAIEI6z
    ARghWMAGQIBwnA3ACMECNgAChONsAEYIFrABECAcZwMwQrCADYAA4TgbgBGCBWwABAjH2QCMECxgAyBAOM4GYIRg
    ARsAAcJxNgAjBAtWb0AtALrXF5dnddOKEFItK33M+vfDdnMqaa+bhMRXpw5WtJfurWyPLtNaV3Kn8x3ID49fDey3
    djjXzqY3qbx3eWg/z01VbG67j5OzxihBfrBGFdZc6vKhuMtSGVfw7fEGWv5WGfuOkvkwwfv4IJX20xhCSKQc+z7e
    48o0Dt5PRPNrRBRX8O3xhusnpFLzqyseYlnRJlse4sRS/Iuhf476DbymQw13vCbKAAAAAElFTkSuQmCC
    """,
    "photos/2024/01/31/2024-01-31_120001_b0c4a17d.jpg": """
    /9j/4AAQSkZJRgABAQAAAQABAAD/7wCLRGF5c3RhbXAAAAEAAQE9M41zUPPwpWm7eGg5nUU8wtYYgIsD98gXt9KC
    5x3PEQAAABAyMDI0LTAxLTMxIDEyOjAwAAAAGTIwMjQtMDEtMzFUMTI6MDA6MDErMDk6MDAAAAACAAAAEgAAACwA
    AAADAQEBAYkp6AEMKKKKACiiigAooooAACABfwD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4p
    LSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09P
    T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAwAEADASIAAhEBAxEB/8QAHwAAAQUBAQEB
    AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEI
    I0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqD
    hIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP0
    9fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEE
    BSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldY
    WVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU
    1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCtRRRXWcoUUUUAFFFFABRRRQAUUUUAFFFFABRR
    RQAUUUUAFFNJOcbePrRub+5+tK47DqKRSSORjilpiCiiigAooooA/9k=
    """,
  ]
}
