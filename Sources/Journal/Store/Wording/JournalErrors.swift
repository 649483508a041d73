import CaptureTime
import Files
import SystemPackage
package import Wording

extension FolderExposure: Worded {
  package var wording: ErrorMessage {
    let values: [String: ErrorMessage.Value] = [
      "path": .path(folder), "mode": .text(String(permissions.rawValue, radix: 8)),
    ]
    return ErrorMessage(isToAll ? "journal.exposed" : "journal.exposed-to-group", values)
  }
}

extension AlikeOwners: Worded {
  package var wording: ErrorMessage {
    ErrorMessage("journal.alike-owners", ["names": .names(names.map(\.text))])
  }
}

extension JournalError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noJournal(let folder): ErrorMessage("journal.none", ["folder": .path(folder)])
    case .notAJournal: ErrorMessage("journal.foreign")
    case .databaseLost(let photos): ErrorMessage("journal.lost", ["folder": .path(photos)])
    case .unfinishedSalvage(let folder):
      ErrorMessage("journal.unfinished-salvage", ["folder": .path(folder)])
    case .newerVersion(let observed, let known):
      ErrorMessage("journal.newer", ["observed": .number(observed), "known": .number(known)])
    case .olderVersion(let observed, let known):
      ErrorMessage("journal.older", ["observed": .number(observed), "known": .number(known)])
    case .noRoomLeft: ErrorMessage("disk-full.not-tried")
    case .roomUsedUp: ErrorMessage("disk-full.ended")
    case .foreignSchema(let thing):
      ErrorMessage("journal.schema", ["kind": .text(thing.kind), "name": .text(thing.name)])
    case .foreignRollback(let path): ErrorMessage("journal.rollback", ["path": .path(path)])
    case .logAlone(let path): ErrorMessage("journal.log-alone", ["path": .path(path)])
    case .foreignLog(let path): ErrorMessage("journal.log-foreign", ["path": .path(path)])
    case .damagedLog(let path): ErrorMessage("journal.log-damaged", ["path": .path(path)])
    case .database(let failure): failure.wording
    case .file(let error): error.wording
    case .leftBehind(let error, let count):
      ErrorMessage(
        "file.left-behind",
        ["count": .number(count), "reason": .message(error.wording)])
    case .unknownOwner(let owner, let known):
      known.isEmpty
        ? ErrorMessage("no-device.first-owner", ["owner": .text(owner.text)])
        : ErrorMessage(
          "no-device.owner", ["owner": .text(owner.text), "known": .names(known.map(\.text))])
    case .severalOwners(let owners, let name):
      ErrorMessage(
        "no-device.several-owners",
        ["owner": .text(name.text), "known": .names(owners.map(\.text))])
    case .ownerExists(let owner):
      ErrorMessage("journal.owner-exists", ["owner": .text(owner.text)])
    case .revoked: ErrorMessage("revoked")
    case .locked(let owner): ErrorMessage("locked.owner", ["owner": .text(owner.text)])
    case .unknownPost(let number): ErrorMessage("no-post.number", ["number": .number(number)])
    case .postInTrash(let number): ErrorMessage("in-trash.number", ["number": .number(number)])
    case .postNotInTrash(let number):
      ErrorMessage("not-in-trash.number", ["number": .number(number)])
    case .postedBefore(let number, let isInTrash):
      ErrorMessage(
        isInTrash ? "posted-before.in-trash" : "posted-before.number", ["number": .number(number)])
    case .noTime: ErrorMessage("no-time")
    case .yearOutOfRange(let time, let day):
      ErrorMessage("time.year", ["time": .text("\(time)"), "day": .text("\(day)")])
    case .dayNeverWas(let day, let zone): SkippedTime.day(day, zone: zone).wording
    case .timeInGap(let time, let zone, let start, let end):
      SkippedTime.time(time, zone: zone, start: start, end: end).wording
    case .photoBroken(let path, let reason?):
      ErrorMessage(
        "broken-photo.unreadable",
        ["path": .path(path), "reason": .message(ErrorMessage(any: reason))])
    case .photoBroken(let path, nil): ErrorMessage("broken-photo.changed", ["path": .path(path)])
    case .noPhoto(let number): ErrorMessage("without-photo.number", ["number": .number(number)])
    case .emptyPost: ErrorMessage("empty-post")
    case .incompleteMorning: ErrorMessage("incomplete-morning")
    case .morningExists(let number, let day):
      ErrorMessage("morning-exists.number", ["number": .number(number), "day": .text("\(day)")])
    case .tooManyTags(let observed, let limit):
      ErrorMessage(
        "too-many-tags.count", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyPhotos(let observed, let limit):
      ErrorMessage(
        "post-photos.count", ["observed": .number(observed), "limit": .number(limit)])
    case .samePhoto(let place, let other):
      ErrorMessage("post-photos.same", ["photo": .number(place), "other": .number(other)])
    case .otherVideo(let number): ErrorMessage("video.other", ["number": .number(number)])
    case .videoHasNoLabel(let number):
      ErrorMessage("video.no-label", ["number": .number(number)])
    case .videoTooLarge(let size, let limit):
      ErrorMessage(
        "video-size.bytes",
        ["size": .number((size + 999_999) / 1_000_000), "limit": .number(limit / 1_000_000)])
    case .unknownPhoto(let place, let number):
      ErrorMessage("no-such-photo.number", ["photo": .number(place), "number": .number(number)])
    case .severalPhotos(let number):
      ErrorMessage("several-photos.number", ["number": .number(number)])
    case .futureDay(let day, let today):
      ErrorMessage("future-day.day", ["day": .text("\(day)"), "today": .text("\(today)")])
    case .futurePhoto(let day, let today):
      ErrorMessage("future-day.photo", ["day": .text("\(day)"), "today": .text("\(today)")])
    case .unknownVersion(let version, let number):
      ErrorMessage("no-version.number", ["version": .number(version), "number": .number(number)])
    case .changedMeanwhile(let number):
      ErrorMessage("changed.post", ["number": .number(number)])
    case .setting(let error):
      ErrorMessage(
        "setting.broken",
        [
          "setting": .message(error.wording), "key": .text(error.key.rawValue),
          "action": .text(error.mendingAction),
        ])
    }
  }
}

extension SettingError {
  /// What `daystamp config` has to do to repair the setting.
  package var mendingAction: String { key == .timeZone ? "set" : "reset" }
}

extension DatabaseFailure: Worded {
  package var wording: ErrorMessage {
    switch kind {
    case .locked: ErrorMessage("busy")
    case .readOnly: ErrorMessage("journal.read-only", ["detail": .text(message)])
    case .diskFull: ErrorMessage("disk-full")
    case .corrupt where code == Self.damagedVirtualTable:
      ErrorMessage("journal.search-index", ["detail": .text(message)])
    case .corrupt: ErrorMessage("journal.corrupt", ["detail": .text(message)])
    case .cannotOpen: ErrorMessage("journal.cannot-open", ["detail": .text(message)])
    case .other where message.hasPrefix("no such table"):
      ErrorMessage("journal.lacks", ["detail": .text(message)])
    case .other: ErrorMessage("journal.other", ["detail": .text(message), "code": .number(code)])
    }
  }
}

extension LockError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .noPIN(let owner): ErrorMessage("no-pin.owner", ["owner": .text(owner.text)])
    case .pinExists(let owner): ErrorMessage("pin-exists.owner", ["owner": .text(owner.text)])
    case .wrongPIN(let tries, let wait):
      ErrorMessage("wrong-pin.next", ["next": .message(tries.wording(wait: wait))])
    case .noTry(let tries, let wait):
      ErrorMessage(
        tries.isShut ? "pin-shut.next" : "wait.next",
        ["next": .message(tries.wording(wait: wait))])
    case .damaged(let owner): ErrorMessage("pepper.damaged-pin", ["owner": .text(owner.text)])
    case .changedMeanwhile: ErrorMessage("changed.pin")
    case .pepper(let error): error.wording
    }
  }
}

extension Tries {
  /// When the next try is possible, with the seconds until then.
  package func wording(wait: Int) -> ErrorMessage {
    if isShut { return ErrorMessage("tries.shut") }
    return wait > 0
      ? ErrorMessage("tries.wait", ["left": .number(left), "wait": .seconds(wait)])
      : ErrorMessage("tries.left", ["left": .number(left)])
  }
}

extension PINError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .notDigits: ErrorMessage("pin.not-digits")
    case .length(let observed): ErrorMessage("pin.length", ["observed": .number(observed)])
    case .weak(.repetition): ErrorMessage("weak-pin.repetition")
    case .weak(.run): ErrorMessage("weak-pin.run")
    case .weak(.steps): ErrorMessage("weak-pin.steps")
    case .weak(.keypad): ErrorMessage("weak-pin.keypad")
    case .weak(.year): ErrorMessage("weak-pin.year")
    case .weak(.date): ErrorMessage("weak-pin.date")
    }
  }
}

extension SecretFileError: Worded {
  package var wording: ErrorMessage {
    let help: [String: ErrorMessage.Value] = ["help": .message(ErrorMessage("pepper.help"))]
    func message(
      _ key: String, _ path: FilePath, _ values: [String: ErrorMessage.Value] = [:]
    ) -> ErrorMessage {
      ErrorMessage(key, help.merging(values) { $1 }.merging(["path": .path(path)]) { $1 })
    }
    return switch self {
    case .missing(let path): message("pepper.missing", path)
    case .unreadable(let path, let errno):
      message("pepper.unreadable", path, ["errno": .text("\(errno)")])
    case .notAFile(let path): message("pepper.kind", path)
    case .wrongSize(let path, let observed, let expected):
      message("pepper.size", path, ["observed": .number(observed), "expected": .number(expected)])
    case .tooOpen(let path, let permissions):
      message(
        "pepper.open", path, ["permissions": .text(String(permissions.rawValue, radix: 8))])
    case .unwritable(let path, let errno) where FileError.system(.write, path, errno).isDiskFull:
      FileError.system(.write, path, errno).wording
    case .unwritable(let path, let errno):
      message("pepper.unwritable", path, ["errno": .text("\(errno)")])
    }
  }
}

extension WordsError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .tooLong(let observed, let limit):
      ErrorMessage("words.too-long", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("words.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .controlCharacter(let scalar, let offset):
      ErrorMessage(
        "words.control-character",
        ["code": .text(Wording.codePoint(scalar)), "place": .number(offset + 1)])
    }
  }
}

extension NameError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .empty: ErrorMessage("name.empty")
    case .tooLong(let observed, let limit):
      ErrorMessage("name.too-long", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("name.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .notAllowed(",", _): ErrorMessage("name.comma")
    case .notAllowed(let scalar, let offset): Self.wording(of: scalar, place: offset + 1)
    }
  }

  private static func wording(of scalar: Unicode.Scalar, place: Int) -> ErrorMessage {
    let code = ErrorMessage.Value.text(Wording.codePoint(scalar))
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      ErrorMessage("name.character", ["code": code, "place": .number(place)])
    default: ErrorMessage("name.mark", ["code": code])
    }
  }
}

extension SettingError: Worded {
  package var wording: ErrorMessage {
    let values: [String: ErrorMessage.Value] = [
      "key": .text(key.rawValue), "reason": .message(ErrorMessage(any: reason)),
    ]
    guard let text else { return ErrorMessage("setting.missing", values) }
    return ErrorMessage("setting.value", values.merging(["value": .text(text)]) { $1 })
  }
}

extension SettingProblem: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .relativePath: ErrorMessage("setting.relative")
    case .unknownName(let expected):
      ErrorMessage("setting.unknown-name", ["names": .names(expected)])
    case .outOfRange(let range):
      ErrorMessage(
        "setting.range", ["least": .number(range.lowerBound), "most": .number(range.upperBound)])
    case .drawsNothing: ErrorMessage("setting.draws-nothing")
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("setting.bytes", ["observed": .number(observed), "limit": .number(limit)])
    case .noAddress: ErrorMessage("setting.no-address")
    case .noDefault: ErrorMessage("setting.no-default")
    }
  }
}
