import CaptureTime
package import Journal
import Stamping
package import Store
package import SystemPackage

extension Wording {
  package static func madeJournal(
    _ folder: FilePath, _ owner: OwnerName, _ settings: JournalSettings
  ) -> String {
    "Made a journal in \(name(folder)) for \(escaped(owner.text)), whose days are told in "
      + "\(settings.zone.name); daystamp config set time-zone changes that."
  }

  package static func insideJournal(_ folder: FilePath) -> String {
    "\(name(folder)) is in the journal's own folder; give one outside it."
  }

  package static func unnamedZone(_ variable: String) -> String {
    "TZ is “\(escaped(variable))”, which is no name of a time zone that a journal can keep; "
      + "set it to one such as Asia/Seoul."
  }

  package static func message(for error: JournalError) -> String {
    switch error {
    case .noJournal(let folder):
      "there is no journal in \(name(folder)); daystamp post and daystamp-server make one, --journal "
        + "names another"
    case .notAJournal:
      "journal.sqlite is no journal of Daystamp's, or is damaged at its beginning; it was left alone: "
        + "give another --journal, or put a copy that daystamp backup made in its place"
    case .databaseLost(let photos):
      "journal.sqlite is missing or empty, though there are photos in \(name(photos)); nothing was "
        + "changed: put a copy that daystamp backup made in its place"
    case .newerVersion(let observed, let known):
      "the journal is of version \(observed), and this Daystamp knows versions up to \(known); "
        + "it was not touched: use a newer Daystamp"
    case .database(let failure): message(for: failure)
    case .file(let error): messageWithPath(for: error)
    case .unknownOwner(let owner, let known):
      "there is no owner “\(escaped(owner.text))” here"
        + (known.isEmpty ? "" : ", only \(known.map { escaped($0.text) }.joined(separator: ", "))")
        + "; --owner names another, daystamp owner add makes one"
    case .ownerExists(let owner): "there is an owner “\(escaped(owner.text))” already"
    case .locked(let owner):
      "the journal of \(escaped(owner.text)) is locked; daystamp unlock opens it"
    case .unknownPost(let number): "there is no post \(number)"
    case .postInTrash(let number):
      "post \(number) is in the trash; daystamp trash restore \(number) brings it back"
    case .postNotInTrash(let number): "post \(number) is not in the trash"
    case .postedBefore(let number, let isInTrash):
      "the photo is posted already, as \(number)\(isInTrash ? ", which is in the trash" : "")"
        + "; --again posts it once more"
    case .noTime: "says nowhere when it was taken; --time gives a time"
    case .yearOutOfRange(let time, let day):
      "\(time) is on \(day) in the journal's time zone, and years go from 1 to 9999"
    case .timeInGap(let time, let zone, let start, let end):
      "in \(zone) there was no \(clockTime(time)) on \(time.date.description): clocks went from "
        + "\(clockTime(start)) to \(clockTime(end)); give another with --time, with its offset from UTC, or the zone of the clock with --time-zone"
    case .photoBroken(let path, let reason):
      "\(name(path)): \(reason.map(message(for:)) ?? "is not the photo that was stored") "
        + "(daystamp check shows what is broken)"
    case .changedMeanwhile(let number):
      "another program changed post \(number) in the meantime; try again"
    case .setting(let error): brokenSetting(error)
    }
  }

  private static func message(for failure: DatabaseFailure) -> String {
    switch failure.kind {
    case .locked:
      "another program has held the journal's database for too long; try again when it is done"
    case .readOnly: "the journal's database cannot be written (\(failure.message))"
    case .diskFull: "the disk is full; nothing was changed"
    case .corrupt:
      "the journal's database is damaged (\(failure.message)); daystamp check says more, and "
        + "daystamp backup made the file to put in its place"
    case .cannotOpen:
      "the journal's database cannot be opened (\(failure.message)); SQLite must be able to write "
        + "in the journal's folder, also to read: look at its permissions and its disk"
    case .other: "SQLite: \(failure.message) (\(failure.code))"
    }
  }

  private static func clockTime(_ time: CaptureTime) -> String {
    let digits = [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return digits.joined(separator: ":")
  }
}
