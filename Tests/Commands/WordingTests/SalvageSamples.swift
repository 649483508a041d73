import CaptureTime
import Files
import SystemPackage
import Wording

@testable import Journal
@testable import Store

extension Samples {
  private static let file: ContainedPath = "photos/a.jpg"
  private static let path = FilePath("/tmp/journal")
  private static let anna = OwnerName(stored: "anna")
  private static let post = SalvagedPost(
    owner: anna, number: 1, day: CivilDate(daysSinceEpoch: 19_753))

  private struct Reason: Error {}

  /// Of what a salvage of a damaged journal says.
  static let salvages: [any Worded] =
    errors + losses + rows
    + [
      SalvagedRowProblem.owner, SalvagedRowProblem.noPhoto,
      SalvagedPost(owner: nil, number: nil, day: nil),
      SalvagedPost(owner: nil, number: 1, day: nil),
      SalvagedPost(owner: nil, number: nil, day: CivilDate(daysSinceEpoch: 1)), post,
    ] + posts

  private static let errors: [SalvageError] = [
    .notEmpty(path), .insideJournal(path), .otherJournal(path), .underWay(path), .nothing(path),
    .wrongPIN(anna, wait: 30),
  ]

  private static let losses: [SalvageFinding] = [
    .noDatabase(nil), .noDatabase(.empty(path)), .damagedLog, .damagedTable("post"),
    .missingTable("post"), .recovered(1, table: "person"), .recovered(2, table: "person"),
    .contradicted(1, table: "owner"), .contradicted(2, table: "owner"),
    .index("post_search", documents: nil), .index("post_search", documents: 1),
    .index("post_search", documents: 200),
    .renamedOwner(anna), .setting(anna, .missingTimeZone), .noSettings(anna, zone: "UTC"),
    .noPIN(anna, .damaged), .noPIN(anna, .noPepper), .somebodysPIN, .unreadable(.empty(path)),
    .setAside(file, to: file), .area(PostSalvageFinding.look(post)),
    .area(TagSalvageFinding.folded(anna, 1)), .area(TagSalvageFinding.folded(anna, 2)),
    .area(DraftSalvageFinding.lost), .area(DraftSalvageFinding.photo(anna, file)),
  ]

  /// Of each table with rows that are told where they are lost.
  private static let rows: [SalvageFinding] = [
    "collection", "text", "text_mark", "text_day", "text_highlight", "text_note",
    "text_note_version", "reading_round", "section_read", "section_opened", "reading_place", "plan",
    "plan_portion", "plan_run", "portion_read", "person", "person_day", "contact", "snooze",
    "reminder_rule", "reminder_way", "template",
  ].flatMap { [.lostRows(1, table: $0), .lostRows(2, table: $0)] }

  private static let posts: [PostSalvageFinding] = [
    .lost(post, because: nil), .lost(post, because: Reason()),
    .lost(post, because: SalvagedRowProblem.noPhoto),
    .remade(post, file, because: nil), .remade(post, file, because: Reason()),
    .gathered(post, file, because: nil), .gathered(post, file, because: Reason()),
    .addedPhoto(post, file), .cover(post), .noPhoto(post), .unindexed(post),
    .photo(post, .stamped, file, .missing), .photo(post, .original, file, .missing),
    .photo(post, .stamped, file, .damaged), .photo(post, .original, file, .damaged),
    .photo(post, .video, file, .missing), .photo(post, .video, file, .damaged),
    .photo(post, .raw, file, .missing), .photo(post, .raw, file, .damaged),
    .rewritten(post, because: nil), .rewritten(post, because: Reason()), .versions(post),
    .cut(post), .earlierWords(post, version: 2),
    .renumbered(post, from: 1), .look(post), .tags(post), .doubtful(post), .altered(post),
  ]
}
