import CaptureTime
import Files
import Stamping
import Store
import SystemPackage
package import Wording

extension JournalProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .integrity(let message): ErrorMessage("found.integrity", ["detail": .text(message)])
    case .contradicted(let count, let table):
      ErrorMessage("found.contradicted", ["count": .number(count), "table": .text(table)])
    case .unindexed(let count, let table):
      ErrorMessage("found.unindexed", ["count": .number(count), "table": .text(table)])
    case .missing(let thing, _):
      ErrorMessage("found.missing", ["kind": .text(thing.kind), "name": .text(thing.name)])
    case .danglingRow(let table, let row?, let missing):
      ErrorMessage(
        "found.row",
        ["row": .text("\(row)"), "table": .text(table), "missing": .text(missing)])
    case .danglingRow(let table, nil, let missing):
      ErrorMessage("found.some-row", ["table": .text(table), "missing": .text(missing)])
    case .row(let table, let failure):
      ErrorMessage("found.rows", ["table": .text(table), "detail": .text(failure.message)])
    case .unreadable(let error):
      ErrorMessage("found.unreadable", ["reason": .message(Self.damage(error))])
    case .area(PostsProblem.search(let posts?)):
      ErrorMessage("found.search", ["posts": .number(posts)])
    case .area(PostsProblem.search(nil)): ErrorMessage("found.search-damaged")
    case .area(PostsProblem.counts(let days)):
      ErrorMessage("found.counts", ["days": .number(days)])
    case .area(PostsProblem.counted(let owner, let day)):
      ErrorMessage("found.counted", ["owner": .text(owner.text), "day": .text(day.description)])
    case .area(PostsProblem.photosAlone(let count)):
      ErrorMessage("found.photos-alone", ["count": .number(count)])
    case .area(PostsProblem.covers(let posts)):
      ErrorMessage("found.covers", ["posts": .number(posts)])
    case .area(PostsProblem.mornings(let days)):
      ErrorMessage("found.mornings", ["days": .number(days)])
    case .area(PostsProblem.tag(let owner, let name)):
      ErrorMessage("found.tag", ["name": .text(name), "owner": .text(owner.text)])
    case .area(PostsProblem.lastNumber(let owner)):
      ErrorMessage("found.last-number", ["owner": .text(owner.text)])
    case .area(DraftsProblem.photo(let owner, let problem)):
      ErrorMessage(
        "found.draft-photo",
        ["owner": .text(owner.text), "reason": .message(problem.reasonInDraft)]
      ).about(problem.path?.path ?? DraftPhoto.folder.path)
    case .area(DraftsProblem.row(let owner, let failure)):
      ErrorMessage(
        "found.draft", ["owner": .text(owner.text), "detail": .text(failure.message)])
    case .area(PostsProblem.setting(let owner, let error)):
      ErrorMessage(
        "found.setting", ["owner": .text(owner.text), "setting": .message(error.wording)])
    case .stray(let file): ErrorMessage("found.stray", ["path": .path(file.path)])
    case .unfinished(let file):
      ErrorMessage("found.unfinished", ["path": .path(file.path)])
    case .loose(let file): ErrorMessage("found.loose", ["path": .path(file.path)])
    case .folder(let error): error.wording
    case .owner(let owner, let error):
      ErrorMessage(
        "found.owner", ["owner": .text(owner.text), "reason": .message(Self.damage(error))])
    case .area(PostsProblem.post(_, _, let problem)): problem.wording
    case .area(let problem):
      (problem as? any Worded)?.wording
        ?? ErrorMessage(foreign: problem)
    }
  }

  /// An error without the advice to look for damage, which has been found.
  private static func damage(_ error: any Error) -> ErrorMessage {
    guard case JournalError.database(let failure) = error, failure.kind == .corrupt else {
      return ErrorMessage(any: error)
    }
    return ErrorMessage("found.damage", ["detail": .text(failure.message)])
  }
}

extension PostProblem: Worded {
  package var wording: ErrorMessage {
    let message =
      switch self {
      case .missing(.stamped, _): ErrorMessage("found.missing-photo")
      case .missing(.original, _): ErrorMessage("found.missing-original")
      case .changed(.stamped, _): ErrorMessage("found.changed-photo")
      case .changed(.original, _): ErrorMessage("found.changed-original")
      case .missing(.video, _): ErrorMessage("found.missing-video")
      case .changed(.video, _): ErrorMessage("found.changed-video")
      case .missing(.raw, _): ErrorMessage("found.missing-raw")
      case .changed(.raw, _): ErrorMessage("found.changed-raw")
      case .copyRow(.raw, _, _): ErrorMessage("found.raw-row")
      case .copyRow: ErrorMessage("found.video-row")
      case .unreadable(_, _, let error): error.reason
      case .irreversible: ErrorMessage("found.irreversible")
      case .unproven(_, let needed, let allowed):
        ErrorMessage("found.unproven", ErrorMessage.memory(needed: needed, allowed: allowed))
      case .time(let time):
        ErrorMessage(
          "found.day", ["day": .text("\(time.day)"), "instant": .number(time.instant)])
      case .row(let failure):
        ErrorMessage("found.post-row", ["detail": .text(failure.message)])
      case .text(let fault, nil): fault.wording
      case .text(let fault, let version?):
        ErrorMessage(
          "found.version", ["version": .number(version), "reason": .message(fault.wording)])
      case .tags(let observed):
        ErrorMessage(
          "too-many-tags.count",
          ["observed": .number(observed), "limit": .number(TagName.countLimit)])
      case .altered: ErrorMessage("found.altered")
      case .number: ErrorMessage("found.number", ["most": .number(Post.numbers.upperBound)])
      case .foreignTags(let names):
        ErrorMessage(
          "found.foreign-tags",
          ["count": .number(names.count), "names": .text(names.joined(separator: ", "))])
      case .foreignPhoto: ErrorMessage("found.foreign-photo")
      case .versions(let observed):
        ErrorMessage(
          "found.versions",
          ["observed": .number(observed), "limit": .number(PostVersion.limit)])
      case .value(let problem):
        ErrorMessage("found.value", ["reason": .message(problem.wording)])
      }
    return path.map { message.about($0.path) } ?? message
  }
}

extension PostProblem {
  /// What is wrong with the file of a photo that no post has yet.
  fileprivate var reasonInDraft: ErrorMessage {
    switch self {
    case .missing: ErrorMessage("found.draft-missing")
    case .unreadable(_, _, let error): error.reason
    default: ErrorMessage("found.draft-changed")
    }
  }
}

extension TextFault: Worded {
  package var wording: ErrorMessage {
    let (name, reason): (String, ErrorMessage) =
      switch self {
      case .title(let error): ("title", error.wording)
      case .words(let error): ("words", error.wording)
      case .caption(let error): ("caption", error.wording)
      case .encoding(let field): (field.rawValue, ErrorMessage("found.encoding"))
      }
    return ErrorMessage("found.text", ["name": .text(name), "reason": .message(reason)])
  }
}

extension JournalFinding {
  /// The outcome of the problem, or what a person can do about it; nil if there is nothing to say.
  package var ending: ErrorMessage? {
    switch repair {
    case .notTried: nil
    case .putBack(let place): ErrorMessage("mended.put-back", ["path": .path(place.path)])
    case .remade(let path): ErrorMessage("mended.stamped", ["path": .path(path.path)])
    case .setAside(let path): ErrorMessage("mended.moved", ["path": .path(path.path)])
    case .rebuilt: ErrorMessage("mended.rebuilt")
    case .renumbered(let number): ErrorMessage("mended.renumbered", ["number": .number(number)])
    case .failed(let error):
      ErrorMessage("mended.failed", ["reason": .message(ErrorMessage(any: error))])
    case .beyondRepair: advice
    }
  }

  private var advice: ErrorMessage? {
    if case .area(PostsProblem.setting(_, let error)) = problem {
      return ErrorMessage(
        "mended.setting", ["key": .text(error.key.rawValue), "action": .text(error.mendingAction)])
    }
    guard case .area(PostsProblem.post(_, let number, let problem)) = problem else { return nil }
    return switch problem {
    case .missing(.stamped, _), .changed(.stamped, _), .irreversible:
      ErrorMessage("mended.copy-photo")
    case .missing, .changed:
      ErrorMessage("mended.copy-original")
    case .time: ErrorMessage("mended.time", ["number": .number(number)])
    case .unreadable: ErrorMessage("mended.readable")
    case .text(_, nil): ErrorMessage("mended.text", ["number": .number(number)])
    case .tags: ErrorMessage("mended.tags", ["number": .number(number)])
    case .copyRow, .unproven, .row, .altered, .number, .text, .foreignTags, .foreignPhoto,
      .versions, .value:
      nil
    }
  }
}
