import Files
import Foundation
import JournalCommands
import Shell
import Stamping
import Store
import SystemPackage
import TestSupport
import Testing

@Suite("On a nearly full disk", .enabled("\(OwnDisk.need)") { await OwnDisk.isPossible() })
struct NearlyFullDiskTests {
  let folder: TemporaryFolder

  /// 3,000 people, and as many texts of 400 letters.
  init() throws {
    folder = try TemporaryFolder()
    let people = (1...3_000).map { number in
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(number)-3dc4f1b2\r\nFN:Person Number \(number)\r\n"
        + "N:Number \(number);Person;;;\r\nEND:VCARD\r\n"
    }
    try folder.write(Array(people.joined().utf8), to: "people.vcf")
    let texts = (1...3_000).map { number in
      (1...60).map { String($0 * $0 * number % 1_679_616, radix: 36) }.joined(separator: " ")
    }
    try folder.write(Array(texts.joined(separator: "\n").utf8), to: "texts.txt")
  }

  /// What a script says; in it `leave KB` fills the disk but for so much, and `elsewhere WORK` works on a
  /// journal that is not on the disk.
  private func run(_ script: String, kilobytes: Int) async throws -> String {
    let beginning = """
      leave() {
        free=$(df -k disk | awk 'END { print $4 }')
        head -c $(((free - $1) * 1024)) /dev/zero >disk/fill
      }
      elsewhere() {
        "$DAYSTAMP" "$@" --journal elsewhere --owner anna >elsewhere.txt 2>&1
      }

      """
    let program = try await OwnDisk.run(beginning + script, kilobytes: kilobytes, in: folder)
    #expect(program.status == 0, "\(program.output)\(program.error)")
    return program.output
  }

  /// Photos that take so many kilobytes each.
  private func writePhotos(_ sizes: [Int]) throws {
    let photo = try MadePhoto.jpeg(exif: nil)
    for (index, size) in sizes.enumerated() {
      let padding = [UInt8](repeating: UInt8(index), count: size * 1_024 - photo.count)
      try folder.write(photo + padding, to: "photos/2024-01-\(10 + index) 10.00.00.jpg")
    }
  }

  @Test(
    "what is stored leaves room to delete, and is refused where it does not",
    arguments: [(300, 75), (500, nil), (560, nil), (620, nil), (2_000, 0)])
  func deleting(free: Int, status: Int?) async throws {
    let output = try await run(
      """
      run write one; run write two
      leave \(free)
      run person import people.vcf
      run delete 1 --yes; run trash empty --yes
      run check
      """, kilobytes: 6_000)
    let isRefused = output.contains("person import people.vcf: 75\n")
    #expect(isRefused || output.contains("person import people.vcf: 0\n"), "\(output)")
    if let status { #expect(isRefused == (status == 75), "\(output)") }
    #expect(output.contains("the disk is full; nothing was changed") == isRefused)
    #expect(output.contains("delete 1 --yes: 0\n"), "\(output)")
    #expect(output.contains("trash empty --yes: 0\n"), "\(output)")
    #expect(output.contains("check: 0\nChecked 1 post; all is well."), "\(output)")
  }

  @Test("what is refused takes no room, so that something small is stored after it")
  func small() async throws {
    let output = try await run(
      """
      run write one
      leave 480
      run person import people.vcf; run collection add texts.txt
      df -k disk | awk 'END { print "free:", $4 }'
      run write two
      """, kilobytes: 6_000)
    #expect(output.contains("free: 480\n"), "\(output)")
    #expect(output.contains("write two: 0\n"), "\(output)")
  }

  @Test("each work that finds no room exits with 75")
  func status() async throws {
    try writePhotos([900, 901])
    let output = try await run(
      """
      elsewhere post photos/2024-01-10*; elsewhere export export
      run post --quiet photos/2024-01-11*.jpg
      leave 300
      run post photos/2024-01-10*.jpg
      run import export; run export disk/export; run export --stamped disk/photos
      run collection add texts.txt; run person import people.vcf
      run backup disk/backup.sqlite
      ls -A disk
      """, kilobytes: 6_000)
    for work in [
      "post photos", "import", "export disk/export", "collection add", "person import", "backup",
    ] {
      let line = output.split(separator: "\n").first { $0.hasPrefix(work) }
      #expect(line?.hasSuffix(": 75") == true, "\(work): \(output)")
    }
    #expect(!output.contains(".daystamp-"), "\(output)")
  }

  @Test("a photo that is too large keeps no smaller one out, and a full disk is told of once")
  func oneLargePhoto() async throws {
    try writePhotos([1_500, 64, 120, 1_400, 250, 404])
    let output = try await run(
      """
      elsewhere post photos/*; elsewhere export export
      run write one
      leave 1200
      run post photos/* --jobs 4 --quiet
      rm -r disk/journal disk/fill
      run write one
      leave 1200
      run import export --jobs 4 --quiet
      """, kilobytes: 6_000)
    #expect(output.contains("post photos/"), "\(output)")
    #expect(output.ranges(of: ": 75\n").count == 2, "\(output)")
    #expect(
      output.ranges(of: "the disk is full; anything that does not fit is left out").count == 2,
      "\(output)")
    #expect(output.ranges(of: "is full").count == 2, "\(output)")
  }

  @Test("an import says what it has taken, and not that nothing was changed")
  func settings() async throws {
    let output = try await run(
      """
      elsewhere write one; elsewhere config set day-start 04:00
      elsewhere collection add texts.txt; elsewhere export export
      "$DAYSTAMP" owner add anna --journal disk/journal
      leave 500
      run import export
      """, kilobytes: 6_000)
    #expect(output.contains("import export: 75\n"), "\(output)")
    #expect(output.contains("Settings imported: day-start"), "\(output)")
    #expect(
      output.contains(
        "Error: the disk is full; everything done so far stays. Free some space and do the rest."
      ), "\(output)")
  }

  /// The disk has room for twice what adding takes: how much the log and the index need on the way depends
  /// on how many transactions the machine's speed makes of it.
  @Test("a collection is removed that is larger than what is free", arguments: [1_500, 0])
  func collection(free: Int) async throws {
    let output = try await run(
      """
      run write one; run collection add texts.txt
      leave \(free)
      run collection remove texts
      run collection; run check
      rm disk/fill; run collection add texts.txt
      """, kilobytes: 32_000)
    #expect(
      output.contains(
        "collection remove texts: 0\nRemoved texts with 3000 texts; its marks are kept."
      ),
      "\(output)")
    #expect(output.contains("There are no collections yet"), "\(output)")
    #expect(output.contains("check: 0\n"), "\(output)")
    #expect(output.ranges(of: "collection add texts.txt: 0\n").count == 2, "\(output)")
  }
}

@Suite("The exit status")
struct FullDiskStatusTests {
  @Test(
    "of a full disk is 75, whatever found it full",
    arguments: [
      JournalError.database(DatabaseFailure(kind: .diskFull, code: 13, message: "")),
      JournalError.file(.system(.write, "x", .noSpace)),
      JournalError.file(.system(.replace, "x", .diskQuotaExceeded)),
      JournalError.photoBroken("x", because: FileError.system(.create, "x", .noSpace)),
      JournalError.noRoomLeft, StampError.file(.system(.write, "x", .noSpace)),
      LockError.pepper(.unwritable("x", .noSpace)),
    ] as [any Error])
  func status(_ error: any Error) {
    #expect(ExitStatus(of: error) == .temporaryFailure)
  }

  @Test("of other failures is 1, and of a locked journal 77")
  func others() throws {
    #expect(ExitStatus(of: JournalError.file(.system(.write, "x", .permissionDenied))) == .failure)
    #expect(ExitStatus(of: JournalError.noTime) == .failure)
    #expect(try ExitStatus(of: JournalError.locked(OwnerName("anna"))) == .locked)
  }
}
