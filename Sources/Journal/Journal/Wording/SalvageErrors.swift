import CaptureTime
import Files
import Store
package import Wording

extension SalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noDatabase(let error?):
      ErrorMessage("salvage.unreadable-database", ["reason": .message(error.wording)])
    case .noDatabase(nil): ErrorMessage("salvage.no-database")
    case .damagedLog: ErrorMessage("salvage.log")
    case .damagedTable(let table): ErrorMessage("salvage.table", ["table": .text(table)])
    case .missingTable(let table):
      ErrorMessage("salvage.no-table", ["table": .text(table)])
    case .lostRows(let count, let table):
      ErrorMessage("salvage.rows.\(table)", ["count": .number(count)])
    case .recovered(let count, let table):
      ErrorMessage("salvage.recovered", ["count": .number(count), "table": .text(table)])
    case .contradicted(let count, let table):
      ErrorMessage("salvage.contradicted", ["count": .number(count), "table": .text(table)])
    case .index(let table, nil):
      ErrorMessage("salvage.index-damaged", ["table": .text(table)])
    case .index(let table, let count?):
      ErrorMessage("salvage.index", ["count": .number(count), "table": .text(table)])
    case .renamedOwner(let owner): ErrorMessage("salvage.owner", ["owner": .text(owner.text)])
    case .setting(let owner, let error):
      ErrorMessage(
        "salvage.setting", ["owner": .text(owner.text), "setting": .message(error.wording)])
    case .noSettings(let owner, let zone):
      ErrorMessage("salvage.settings", ["owner": .text(owner.text), "zone": .text(zone)])
    case .noPIN(let owner, .damaged):
      ErrorMessage("salvage.damaged-pin", ["owner": .text(owner.text)])
    case .noPIN(let owner, .noPepper):
      ErrorMessage("salvage.no-pepper", ["owner": .text(owner.text)])
    case .somebodysPIN: ErrorMessage("salvage.somebodys-pin")
    case .unreadable(let error): error.wording.about(error.path)
    case .setAside(let path, let place):
      ErrorMessage("salvage.set-aside", ["path": .path(path.path), "place": .path(place.path)])
    case .area(let finding):
      (finding as? any Worded)?.wording
        ?? ErrorMessage(foreign: finding)
    }
  }
}

extension TagSalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .folded(let owner, let count):
      ErrorMessage("salvage.tag-names", ["owner": .text(owner.text), "count": .number(count)])
    }
  }
}

extension DraftSalvageFinding: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .lost: ErrorMessage("salvage.draft")
    case .photo(let owner, let file):
      ErrorMessage(
        "salvage.draft-photo", ["owner": .text(owner.text), "path": .path(file.path)])
    }
  }
}

extension PostSalvageFinding: Worded {
  package var wording: ErrorMessage {
    var values: [String: ErrorMessage.Value] = ["post": .message(post.wording)]
    func message(_ key: String, _ further: [String: ErrorMessage.Value] = [:]) -> ErrorMessage {
      ErrorMessage(key, values.merging(further) { $1 })
    }
    switch self {
    case .lost(_, SalvagedRowProblem.noPhoto?): return message("salvage.lost-photos")
    case .lost(_, let reason?):
      values["reason"] = .message(SalvageFinding.reason(reason))
      return message("salvage.lost-row")
    case .lost(_, nil): return message("salvage.lost")
    case .remade(_, let file, let reason?):
      values["reason"] = .message(SalvageFinding.reason(reason))
      return message("salvage.remade-row", ["path": .path(file.path)])
    case .remade(_, let file, nil): return message("salvage.remade", ["path": .path(file.path)])
    case .gathered(_, let file, let reason?):
      values["reason"] = .message(SalvageFinding.reason(reason))
      return message("salvage.gathered-row", ["path": .path(file.path)])
    case .gathered(_, let file, nil):
      return message("salvage.gathered", ["path": .path(file.path)])
    case .addedPhoto(_, let file):
      return message("salvage.added-photo", ["path": .path(file.path)])
    case .cover: return message("salvage.cover")
    case .noPhoto: return message("salvage.no-photo")
    case .unindexed: return message("salvage.unindexed")
    case .rewritten(_, let reason?):
      values["reason"] = .message(SalvageFinding.reason(reason))
      return message("salvage.rewritten-row")
    case .rewritten(_, nil): return message("salvage.rewritten")
    case .earlierWords(_, let version):
      return message("salvage.earlier-words", ["version": .number(version)])
    case .cut: return message("salvage.cut")
    case .versions: return message("salvage.versions")
    case .photo(_, .stamped, let file, .missing):
      return message("salvage.missing-photo", ["path": .path(file.path)])
    case .photo(_, .original, let file, .missing):
      return message("salvage.missing-original", ["path": .path(file.path)])
    case .photo(_, .video, let file, .missing):
      return message("salvage.missing-video", ["path": .path(file.path)])
    case .photo(_, .video, let file, .damaged):
      return message("salvage.damaged-video", ["path": .path(file.path)])
    case .photo(_, .raw, let file, .missing):
      return message("salvage.missing-raw", ["path": .path(file.path)])
    case .photo(_, .raw, let file, .damaged):
      return message("salvage.damaged-raw", ["path": .path(file.path)])
    case .photo(_, .stamped, let file, .damaged):
      return message("salvage.damaged-photo", ["path": .path(file.path)])
    case .photo(_, .original, let file, .damaged):
      return message("salvage.damaged-original", ["path": .path(file.path)])
    case .renumbered(_, let from): return message("salvage.number", ["from": .number(from)])
    case .look: return message("salvage.look")
    case .tags: return message("salvage.tags")
    case .doubtful: return message("salvage.doubtful")
    case .altered: return message("salvage.altered")
    }
  }
}

extension SalvageFinding {
  /// An error without the advice to look for damage, which has been found.
  fileprivate static func reason(_ error: any Error) -> ErrorMessage {
    guard case JournalError.database(let failure) = error, failure.kind == .corrupt else {
      return ErrorMessage(any: error)
    }
    return ErrorMessage("found.damage", ["detail": .text(failure.message)])
  }
}

extension SalvagedRowProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .owner: ErrorMessage("salvage.no-owner")
    case .noPhoto: ErrorMessage("salvage.photos-gone")
    }
  }
}

extension SalvagedPost: Worded {
  /// The post's name.
  package var wording: ErrorMessage {
    var values: [String: ErrorMessage.Value] = [:]
    var parts = "salvage.post"
    if let number {
      values["number"] = .number(number)
      parts += "-number"
    }
    if let day {
      values["day"] = .text(day.description)
      parts += "-day"
    }
    return ErrorMessage(parts, values)
  }
}
