import Foundation
import Journal
import Testing
import TestSupport

@Suite("On a full disk", .enabled("\(OwnDisk.need)") { await OwnDisk.isPossible() })
struct FullDiskTests {
  let folder: TemporaryFolder

  /// 80 photos of which each takes 32 KB.
  init() throws {
    folder = try TemporaryFolder()
    let photo = try MadePhoto.jpeg(exif: nil)
    let padding = [UInt8](repeating: 0, count: 32_000 - photo.count)
    for number in 20..<100 {
      let time = "2024-0\(number % 4 + 1)-11 10.\(number / 2).\(number % 2)0"
      try folder.write(photo + padding + Array("\(number)".utf8), to: "photos/\(time).jpg")
    }
  }

  private func run(_ script: String, kilobytes: Int = 2_300) async throws -> Program {
    let program = try await OwnDisk.run(script, kilobytes: kilobytes, in: folder)
    #expect(program.status == 0, "\(program.output)\(program.error)")
    return program
  }

  /// What a script printed between one line and the next work.
  private func said(_ work: String, in program: Program) -> [String] {
    let lines = program.output.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(work) }) else { return [] }
    return lines[(start + 1)...].prefix { $0.wholeMatch(of: /.*: \d+/) == nil }.map { $0 }
  }

  @Test("as many photos are posted as there is room for, and the rest is told of once")
  func posting() async throws {
    let program = try await run(
      """
      run post --recursive photos
      run check
      echo "posts: $(run list --paths | grep -c jpg)"
      echo "files: $(find disk/journal/photos -name '*.jpg' | wc -l)"
      """, kilobytes: 2_720)
    let output = program.output
    let posted = try #require(output.firstMatch(of: /posts: (\d+)/)).1
    #expect(try #require(Int(posted)) >= 30, "\(output)")
    #expect(output.contains("files: \(posted)\n"))
    #expect(output.contains("post --recursive photos: 75\n"))
    #expect(output.contains("check: 0\nChecked \(posted) posts; all is well."))
    #expect(
      output.ranges(of: "the disk is full; anything that does not fit is left out").count == 1)
    #expect(output.ranges(of: "disk is full").count == 1)
  }

  @Test("what is there can be read, checked and exported, deleted, and the trash be emptied")
  func readingAndDeleting() async throws {
    let program = try await run(
      """
      run post --recursive photos --quiet
      fill
      run list --last 1
      run show 1
      run stats
      run check
      run export export
      run edit 1 -c words
      run delete 1 2 3 --yes
      run trash
      run trash restore 3
      run trash empty --yes
      run check
      run post photos/2024-01-11*0.jpg --again
      ls disk/journal
      """)
    let output = program.output
    for work in [
      "list --last 1: 0", "show 1: 0", "stats: 0", "check: 0", "export export: 0",
      "edit 1 -c words: 75", "delete 1 2 3 --yes: 0", "trash: 0", "trash empty --yes: 0",
    ] {
      #expect(output.contains("\(work)\n"), "\(work): \(output)")
    }
    #expect(said("edit 1", in: program) == ["Error: the disk is full; nothing was changed."])
    #expect(folder.files.contains("export/journal.json"))
    #expect(!folder.files.contains { $0.hasPrefix("export/") && $0.contains("reserve") })
    // Made again, of what was deleted.
    #expect(output.contains("journal.reserve"), "\(output)")
  }

  @Test("another program's journal comes as far as there is room, and later the rest")
  func arrivals() async throws {
    let words = Array(String(repeating: "words of this day ", count: 2_000).utf8)
    for day in 10..<30 { try folder.write(words, to: "notes/2024-01-\(day).md") }
    let program = try await run(
      """
      run write first
      fill
      run import notes
      run check
      rm disk/fill
      run import notes
      run check
      """, kilobytes: 4_000)
    #expect(said("import notes: 75", in: program).contains { $0.contains("disk is full") })
    let output = program.output
    #expect(output.contains("import notes: 0\n"), "\(output)")
    #expect(output.contains("check: 0\nChecked 21 posts; all is well."), "\(output)")
    #expect(!output.contains("check: 1"))
  }

  @Test("a trash that holds more than the reserve is emptied bit by bit")
  func largeTrash() async throws {
    let program = try await run(
      """
      run post --recursive photos --quiet
      run list --paths >/dev/null
      numbers=$(seq 1 40)
      rm -f disk/journal/journal.reserve; run delete $numbers --yes
      run list --last 1
      fill
      run trash empty --yes
      run check
      """, kilobytes: 5_000)
    #expect(
      program.output.contains("Permanently deleted 40 posts and 40 files."), "\(program.output)")
    #expect(program.output.contains("check: 0\nChecked 40 posts; all is well."))
  }
}

@Suite("On read-only media", .enabled("\(OwnDisk.need)") { await OwnDisk.isPossible() })
struct ReadOnlyMediaTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 1...3 {
      let photo = try MadePhoto.jpeg(exif: nil) + Array("\(number)".utf8)
      try folder.write(photo, to: "2024-01-0\(number) 10.00.00.jpg")
    }
  }

  /// What a journal of three posts is read with, and what would change it.
  private static let works = """
    run list; run list --search lunch; run show 1; run stats; run calendar 2024; run config; run trash
    run check; run export export; run backup backup
    run delete 1 --yes; run edit 1 -c x; run edit 1 --time 2024-05-05; run config set day-start 04:00
    run check --repair; run post 2024-01-01*.jpg --again
    """

  @Test(
    "a journal is listed, shown, searched, checked and exported, and says why it is not changed")
  func reading() async throws {
    let program = try await OwnDisk.run(
      """
      run post *.jpg -c lunch
      mount -o remount,ro disk
      \(Self.works)
      ls disk/journal
      """, kilobytes: 4_000, in: folder)
    expectRead(program.output)
    #expect(!program.output.contains("journal.sqlite-"))
  }

  @Test("rows that are in the log alone are shown too", arguments: [true, false])
  func log(hasSharedMemory: Bool) async throws {
    let program = try await OwnDisk.run(
      """
      run post *.jpg -c lunch
      python3 - <<'END'
      import os, shutil, sqlite3
      names = ["disk/journal/journal.sqlite" + end for end in ("", "-wal", "-shm")]
      db = sqlite3.connect(names[0])
      db.execute("UPDATE post SET is_starred = 1")
      db.commit()
      for name in names: shutil.copy(name, name + ".kept")
      db.close()
      for name in names: os.rename(name + ".kept", name)
      END
      \(hasSharedMemory ? "" : "rm disk/journal/journal.sqlite-shm")
      mount -o remount,ro disk
      \(Self.works)
      """, kilobytes: 4_000, in: folder)
    expectRead(program.output)
    #expect(program.output.ranges(of: "★  lunch").count >= 3, "\(program.output)")
  }

  private func expectRead(_ output: String) {
    for work in [
      "list: 0", "list --search lunch: 0", "show 1: 0", "stats: 0", "calendar 2024: 0", "config: 0",
      "trash: 0", "check: 0", "export export: 0", "backup backup: 0",
    ] {
      #expect(output.contains("\(work)\n"), "\(work): \(output)")
    }
    for work in [
      "delete 1 --yes: 1", "edit 1 -c x: 1", "edit 1 --time 2024-05-05: 1",
      "config set day-start 04:00: 1", "check --repair: 1",
    ] {
      #expect(
        output.contains(
          "\(work)\nError: the journal can be read and exported here, but not changed"),
        "\(work): \(output)")
    }
    #expect(output.contains("2024-01-01 10.00.00.jpg: the journal can be read"), "\(output)")
    #expect(folder.files.filter { $0.hasPrefix("export/") }.count == 5)
  }

  @Test("a journal of an older version says what it needs")
  func older() async throws {
    try folder.write(
      Array(
        """
        DROP TABLE album_due; DROP TABLE post; DROP TABLE photo; DROP TABLE post_version; \(PostTables.photosOnly)
        DROP TABLE post_search; \(PostTables.captionSearch)
        DROP TABLE draft_photo; DROP TABLE draft; DROP TABLE template;
        DROP TABLE arrived; DROP TABLE arrival;
        DROP TABLE mail_code; DROP TABLE way_use; DROP TABLE change_count;
        DROP TABLE reminder_sent; DROP TABLE reminder_way; DROP TABLE reminder_rule;
        DROP TABLE calendar_feed; DROP TABLE push_key;
        DROP TABLE person_rhythm; DROP TABLE snooze; DROP TABLE contact_search; DROP TABLE contact;
        DROP TABLE person_day; DROP TABLE person;
        DROP TABLE portion_read; DROP TABLE plan_run; DROP TABLE plan_portion; DROP TABLE plan;
        DROP TABLE reading_place; DROP TABLE section_opened; DROP TABLE section_read;
        DROP TABLE reading_round; DROP TABLE text_note_version; DROP TABLE text_note;
        DROP TABLE text_highlight;
        DROP TABLE text_query; DROP TABLE text_search; DROP TABLE text_day;
        DROP TABLE text_mark; DROP TABLE text; DROP TABLE section; DROP TABLE collection;
        DROP TABLE day_count; DROP TABLE failed_try; DROP TABLE pairing; DROP TABLE device;
        DROP TABLE session; DROP TABLE lock;
        DROP TABLE access_event; DROP TABLE account; DROP TABLE passkey; DROP TABLE passkey_user;
        ALTER TABLE owner DROP COLUMN by_account;
        PRAGMA user_version = 1;
        """.utf8), to: "older.sql")
    let program = try await OwnDisk.run(
      """
      run post *.jpg -c lunch
      python3 -c '
      import sqlite3
      db = sqlite3.connect("disk/journal/journal.sqlite")
      db.executescript(open("older.sql").read())'
      mount -o remount,ro disk
      run list
      """, kilobytes: 4_000, in: folder)
    #expect(program.output.contains("list: 1\nError: the journal comes from an older Daystamp"))
  }
}
