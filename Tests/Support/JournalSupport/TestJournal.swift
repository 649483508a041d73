package import CaptureTime
import Files
import Fonts
import Foundation
import GRDB
package import Journal
import Raster
package import Stamping
package import Store
package import SystemPackage
package import TestSupport

/// A journal in a folder of a test's own, with one owner.
package struct TestJournal: Sendable {
  package let folder: TemporaryFolder
  package let journals: Journal
  package let journal: OwnerJournal

  package var path: FilePath { FilePath(folder.path("journal")) }

  package init(owner: String = "anna", settings: [SettingKey: String] = [.timeZone: "Asia/Seoul"])
    throws
  {
    folder = try TemporaryFolder()
    let name = try OwnerName(owner)
    let path = FilePath(folder.path("journal"))
    try JournalTemplate.make(path, owner: name, settings: JournalSettings(settings))
    journals = try Journal(opening: path)
    journal = try journals.journal(of: name)
  }

  /// What a server has open.
  package init(_ journal: OwnerJournal, of journals: Journal, in folder: TemporaryFolder) {
    (self.folder, self.journals, self.journal) = (folder, journals, journal)
  }

  /// The same journal, opened as another process would.
  package func reopened() throws -> OwnerJournal {
    try Journal(opening: path).journal(of: journal.owner)
  }

  /// Draws labels of a look, with times told in the journal's zone.
  package static func stamper(_ look: LabelLook, given: CaptureTime? = nil) throws -> Stamper {
    try Stamper(
      Stamper.Settings(
        labels: [
          LabelDesign(
            look,
            fonts: LabelFonts(
              face: look.style.face,
              searchPath: FontSearchPath(override: Checkout.faces, executableFolder: nil)))
        ],
        time: TimeSettings(
          reader: CaptureTimeReader(zone: .utc, now: 4_000_000_000), given: given,
          adjustment: CaptureTimeAdjustment(), requiresCaptureTime: false),
        quality: nil, allowsLoss: true, maxPixels: 100_000_000, decoder: InProcessDecoder()))
  }

  /// Posts photos, each different from all others, taken at these times; "2024-01-31 12:00" is a wall
  /// clock in the journal's zone.
  @discardableResult
  package func post(
    _ times: String..., caption: String = "", isStarred: Bool = false, tags: [String] = [],
    now: Int = 1_750_000_000
  ) async throws -> [Post] {
    var posts: [Post] = []
    for time in times {
      let name = "\(UUID().uuidString).jpg"
      try folder.write(MadePhoto.jpeg(exif: nil) + Array(name.utf8), to: name)
      let records = try await post(
        file: name, given: GivenTime.parse(time), caption: caption, isStarred: isStarred,
        tags: tags, now: now)
      for case .posted(let post, _) in records.map(\.result) { posts.append(post) }
    }
    return posts
  }

  /// Posts a file of the folder, with the journal's settings unless others are given.
  package func post(
    file: String, given: CaptureTime? = nil, caption: String = "", isStarred: Bool = false,
    tags: [String] = [], allowsAgain: Bool = false, exportFolder: FilePath? = nil,
    now: Int = 1_750_000_000, settings: JournalSettings? = nil, edit: String = ""
  ) async throws -> [PostRecord] {
    let settings = try settings ?? journal.settings.current()
    var postings = Posting.Settings(
      stamper: try Self.stamper(settings.look, given: given), look: settings.look,
      rule: settings.rule,
      details: PostDetails(
        caption: try Caption(caption), isStarred: isStarred,
        tags: try tags.map { try TagName($0) }),
      allowsAgain: allowsAgain, exportFolder: exportFolder, now: { now })
    postings.edit = try PhotoEdit(parsing: edit)
    // A test posts of any day, whatever its clock shows.
    postings.allowsFuture = true
    let posting = Posting(postings, into: journal)
    var records: [PostRecord] = []
    await posting.run(PhotoWalk([FilePath(folder.path(file))]), jobs: 2) { records.append($0) }
    return records
  }

  /// Posts photos as one post, each different from all others, with their times in their names.
  package func post(together times: [String], captions: [String]) throws -> Post {
    let parts = try zip(times, captions).enumerated().map { index, photo in
      let name = "IMG_\(photo.0)\(index == 0 ? "" : "_\(index)").jpg"
      try folder.write(MadePhoto.jpeg(exif: nil) + Array(UUID().uuidString.utf8), to: name)
      return try Posting.Part(
        InputPhoto(named: FilePath(folder.path(name))), caption: Caption(photo.1))
    }
    let settings = try journal.settings.current()
    var posted: Post?
    Posting(
      Posting.Settings(
        stamper: try Self.stamper(settings.look), look: settings.look, rule: settings.rule,
        details: PostDetails(caption: .empty, isStarred: false, tags: []), allowsAgain: false,
        exportFolder: nil, now: { 1_750_000_000 }), into: journal
    ).run(together: parts, jobs: 2) {
      if case .posted(let post, _) = $0.result { posted = post }
    }
    guard let posted else { throw JournalError.noTime }
    return posted
  }

  /// The files below `photos`, as paths from the journal's folder, sorted.
  package var photoFiles: [String] {
    folder.files.filter { $0.hasPrefix("journal/photos/") }.map { String($0.dropFirst(8)) }
  }
}

extension TestJournal {
  /// The journal of a further owner in the same folder.
  package init(adding owner: String, zone: CaptureZone = .utc, to test: TestJournal) throws {
    let name = try OwnerName(owner)
    try test.journals.addOwner(name, settings: JournalSettings(zone: zone))
    (folder, journals) = (test.folder, test.journals)
    journal = try journals.journal(of: name)
  }
}

/// The database as another program sees it.
extension TestJournal {
  /// Takes from a database of version 7 what version 6 did not have.
  package static let withoutSizes = """
    ALTER TABLE photo DROP COLUMN height;
    ALTER TABLE photo DROP COLUMN width
    """

  /// Takes what version 16 did not know of templates and of contacts that posts made.
  private static let withoutTemplates = """
    DROP TABLE template;
    DROP INDEX contact_by_post;
    ALTER TABLE contact DROP COLUMN post;
    """

  /// Takes the places that tracks told, which version 19 did not know.
  private static let withoutPositions = """
    ALTER TABLE photo DROP COLUMN longitude;
    ALTER TABLE photo DROP COLUMN latitude
    """

  /// Takes the raw files that are kept, which version 18 did not know.
  private static let withoutRaws = """
    DROP INDEX photo_by_raw;
    ALTER TABLE photo DROP COLUMN raw_bytes;
    ALTER TABLE photo DROP COLUMN raw_hash;
    ALTER TABLE photo DROP COLUMN raw
    """

  /// Takes what version 16 did not know of videos.
  private static let withoutVideos = """
    DROP INDEX photo_by_video;
    ALTER TABLE photo DROP COLUMN video_hash;
    ALTER TABLE photo DROP COLUMN video;
    ALTER TABLE photo DROP COLUMN duration;
    ALTER TABLE photo DROP COLUMN bytes;
    ALTER TABLE photo DROP COLUMN is_video
    """

  /// Takes what version 15 did not know: photos that are not their post's only one, and their times.
  private static let withoutPhotos = """
    PRAGMA foreign_keys = OFF;
    CREATE TEMP TABLE old_photo AS
      SELECT id, owner, caption, look, file, hash, original_file, original_hash, original_name,
        width, height, text_collection, text_key, edit
      FROM photo WHERE id IN (SELECT photo FROM post);
    DROP TABLE photo;
    \(PostTables.photos)
    \(PostTables.withSizes)
    \(PostTables.withTexts)
    \(PostTables.withEdits)
    INSERT INTO photo SELECT * FROM old_photo;
    DROP TABLE old_photo;
    \(PostTables.photoIndex)
    \(PostTables.photoGoes)
    """

  /// Takes the edits and the copies, which version 11 did not know.
  private static let withoutEdits = """
    DROP TABLE IF EXISTS album_due;
    ALTER TABLE photo DROP COLUMN edit
    """

  /// Takes what version 6 did not know of devices, and the drafts.
  private static let withoutAgents = """
    ALTER TABLE device DROP COLUMN browser;
    ALTER TABLE device DROP COLUMN system;
    DROP TABLE IF EXISTS draft_photo;
    DROP TABLE IF EXISTS draft
    """

  /// Takes the reminders, which version 10 did not know.
  private static let withoutReminders = """
    DROP TABLE IF EXISTS reminder_sent;
    DROP TABLE IF EXISTS reminder_way;
    DROP TABLE IF EXISTS reminder_rule;
    DROP TABLE IF EXISTS calendar_feed;
    DROP TABLE IF EXISTS push_key
    """

  /// Takes the people, which version 9 did not know.
  private static let withoutPeople = """
    DROP TABLE IF EXISTS person_rhythm;
    DROP TABLE IF EXISTS snooze;
    DROP TABLE IF EXISTS contact;
    DROP TABLE IF EXISTS contact_search;
    DROP TABLE IF EXISTS person_day;
    DROP TABLE IF EXISTS person
    """

  /// Takes what version 8 did not know of reading.
  private static let withoutReading = """
    DROP TABLE IF EXISTS portion_read;
    DROP TABLE IF EXISTS plan_run;
    DROP TABLE IF EXISTS plan_portion;
    DROP TABLE IF EXISTS plan;
    DROP TABLE IF EXISTS reading_place;
    DROP TABLE IF EXISTS section_opened;
    DROP TABLE IF EXISTS section_read;
    DROP TABLE IF EXISTS reading_round;
    DROP TABLE IF EXISTS text_note_version;
    DROP TABLE IF EXISTS text_note;
    DROP TABLE IF EXISTS text_highlight
    """

  /// Takes the texts, which version 7 did not know.
  private static let withoutTexts = """
    DROP TABLE IF EXISTS text_query;
    DROP TABLE IF EXISTS text_search;
    DROP TABLE IF EXISTS text_day;
    DROP TABLE IF EXISTS text_mark;
    DROP TABLE IF EXISTS text;
    DROP TABLE IF EXISTS section;
    DROP TABLE IF EXISTS collection;
    ALTER TABLE photo DROP COLUMN text_key;
    ALTER TABLE photo DROP COLUMN text_collection
    """

  /// Makes a database one of version 5, but for its number: of posts without a photo nothing stays.
  package static let withoutWords = """
    PRAGMA foreign_keys = OFF;
    CREATE TEMP TABLE old_post AS
      SELECT post.id, uid, post.owner, number, day, instant, offset, subsecond, precision, source,
        zone, is_offset_assumed, caption, is_starred, look, file, hash, original_file,
        original_hash, original_name, posted, trashed
      FROM post JOIN photo ON photo.id = post.photo ORDER BY post.id;
    DROP TABLE post_version;
    DROP TABLE day_count;
    DROP TABLE post;
    DROP TABLE photo;
    \(PostTables.photosOnly)
    INSERT INTO post SELECT * FROM old_post;
    DROP TABLE old_post;
    DROP TABLE post_search;
    \(PostTables.captionSearch)
    \(DayCountTable.first)
    """

  /// Takes from a database of version 5 what versions before 5 did not have.
  package static let uncounting = """
    DROP TRIGGER post_comes;
    DROP TRIGGER post_goes;
    DROP TRIGGER post_leaves_day;
    DROP TRIGGER post_comes_to_day;
    DROP TABLE day_count
    """

  /// The number that a query gives.
  package func count(_ sql: String) throws -> Int? {
    try database().read { db in try Int.fetchOne(db, sql: sql) }
  }

  /// The text that a query gives.
  package func text(_ sql: String) throws -> String? {
    try database().read { db in try String.fetchOne(db, sql: sql) }
  }

  /// All rows of what owners have, but for their locks.
  package func rows() throws -> [String] {
    try database().read { db in
      try ["owner", "setting", "look", "post", "photo", "tag", "post_tag", "loose_file"].flatMap {
        table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
          "\(table) \(row.databaseValues)"
        }
      }.sorted()
    }
  }

  /// Changes the database without the program.
  package func execute(_ sql: String) throws {
    try database().write { db in try db.execute(sql: sql) }
  }

  /// Takes what version 12 did not know of who may come in.
  private static func forgetAccess(_ db: Database) throws {
    let known = [
      "id", "owner", "token_hash", "name", "paired", "last_seen", "latest_end", "last_address",
      "issued", "next_hash", "next_salt", "previous_hash", "previous_end", "failures", "last_try",
      "opened", "browser", "system",
    ]
    for column in try db.columns(in: "device").map(\.name) where !known.contains(column) {
      try db.execute(sql: "ALTER TABLE device DROP COLUMN \(column)")
    }
    for table in ["access_event", "account", "passkey", "passkey_user"] {
      try db.execute(sql: "DROP TABLE \(table)")
    }
  }

  /// Takes what version 13 did not know of who had set something up.
  private static let withoutMakers =
    [
      "reminder_way.maker", "reminder_way.maker_name", "calendar_feed.maker",
      "calendar_feed.maker_name",
    ]
    .map { $0.split(separator: ".") }
    .reduce("ALTER TABLE session DROP COLUMN device") {
      "\($0); ALTER TABLE \($1[0]) DROP COLUMN \($1[1])"
    }

  /// Takes what version 14 did not know of codes and limits.
  private static let withoutLimits = """
    DROP TABLE mail_code;
    DROP TABLE way_use;
    ALTER TABLE reminder_way DROP COLUMN awaits_code;
    ALTER TABLE owner DROP COLUMN by_account;
    ALTER TABLE collection DROP COLUMN hidden;
    ALTER TABLE collection DROP COLUMN bytes
    """

  /// Makes the database one of an earlier version.
  package func age(to version: Int, _ sql: String = "") throws {
    let reminders = version < 11 ? "\(Self.withoutReminders);" : ""
    let words = version < 6 ? Self.withoutWords : version < 7 ? Self.withoutSizes : ""
    let people = version < 10 ? "\(Self.withoutPeople);" : ""
    let reading = version < 9 ? "\(Self.withoutReading);" : ""
    let texts = version < 8 ? "\(Self.withoutTexts);" : ""
    let agents = version < 7 ? "\(Self.withoutAgents);" : ""
    let counts = version < 5 ? "\(Self.uncounting);" : ""
    try database().writeWithoutTransaction { db in
      try db.execute(sql: Self.withoutPositions)
      if version == 19 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 19")
      }
      try db.execute(sql: "DROP TABLE arrived; DROP TABLE arrival; \(Self.withoutRaws)")
      if version == 18 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 18")
      }
      try db.execute(sql: "ALTER TABLE device DROP COLUMN offline_key")
      if version == 17 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 17")
      }
      try db.execute(sql: Self.withoutTemplates)
      if version == 16 {
        return try db.execute(sql: "\(Self.withoutVideos); \(sql); PRAGMA user_version = 16")
      }
      try db.execute(sql: Self.withoutPhotos)
      try db.execute(sql: "DROP TABLE change_count")
      if version == 15 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 15")
      }
      try db.execute(sql: Self.withoutLimits)
      if version == 14 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 14")
      }
      try db.execute(sql: Self.withoutMakers)
      if version == 13 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 13")
      }
      try Self.forgetAccess(db)
      if version == 12 {
        return try db.execute(sql: "\(sql); PRAGMA user_version = 12")
      }
      try db.execute(
        sql: """
          \(Self.withoutEdits);
          \(reminders)
          \(people)
          \(reading)
          \(texts)
          \(agents)
          \(words);
          \(counts)
          \(sql)
          """)
      try db.execute(sql: "PRAGMA user_version = \(version)")
    }
    // Of an older journal no log has a count.
    try checkpoint()
  }

  /// Changes the database to what the schema would not let be, values of other types too.
  package func damage(_ sql: String) throws {
    try execute(
      """
      CREATE TABLE kept AS SELECT name, sql FROM sqlite_schema;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT,', ')'), ') STRICT', ')');
      """)
    try execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    try execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master
      SET sql = (SELECT kept.sql FROM kept WHERE kept.name = sqlite_master.name)
      WHERE name IN (SELECT name FROM kept);
      PRAGMA writable_schema = OFF;
      DROP TABLE kept;
      """)
  }

  /// Writes all that is in the log into the database's own file.
  package func checkpoint() throws {
    try database().writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
  }

  private func database() throws -> DatabaseQueue {
    try DatabaseQueue(path: path.appending("journal.sqlite").string)
  }

  /// The captions of the posts that a search finds, oldest first.
  package func captions(finding text: String) throws -> [String] {
    var filter = PostFilter()
    filter.text = text
    return try journal.posts.all(filter).map(\.caption)
  }
}

extension Post {
  /// Its photo; one of no file where it has none.
  package var thePhoto: PostPhoto {
    photo
      ?? PostPhoto(
        file: "photos/none", hash: [], originalFile: nil, originalHash: [], originalName: "")
  }
}
