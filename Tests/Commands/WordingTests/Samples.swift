import Files
import Fonts
import JPEGSplice
import PhotoFacts
import Places
import Raster
import SystemPackage
import Texts
import Wording

@testable import CaptureTime
@testable import Formats
@testable import Journal
@testable import JournalCommands
@testable import Stamping
@testable import Store

/// A value of each case of everything that the table has texts for. `ErrorTextsTests` finds what is
/// missing here: every text has to be reached.
enum Samples {
  static let all: [any Worded] =
    files + photos + fonts + stamps + dates + labels + losses + times + days + journal + lock
    + values + exports + imports + findings + salvages + texts + plans + people + peopleExchange
    + cards + templates + reminders + securityKeys + accounts + passkeys + tracks + arrivals

  private static let path = FilePath("/tmp/a.jpg")
  private static let contained: ContainedPath = "photos/a.jpg"
  private static let other = FilePath("b.jpg")
  private static let time = CaptureTime(wallSeconds: 1_706_700_000, source: .given)
  private static let day = CivilDate(daysSinceEpoch: 19_753)

  private struct Foreign: Error {}

  private static func owner() -> OwnerName { OwnerName(stored: "anna") }

  private static let files: [any Worded] = [
    FileError.system(.open, path, .noSuchFileOrDirectory), FileError.system(.read, path, .ioError),
    FileError.system(.list, path, .permissionDenied), FileError.system(.write, path, .ioError),
    FileError.system(.write, path, .noSpace), FileError.system(.create, path, .ioError),
    FileError.system(.create, path, .diskQuotaExceeded), FileError.system(.replace, path, .ioError),
    FileError.system(.remove, path, .ioError), FileError.notAFile(path, .socket),
    FileError.notReplaceable(path, .folder), FileError.isInput(path), FileError.empty(path),
    FileError.tooLarge(path, limit: 1 << 31), FileError.exists(path), PictureFileError.exists(path),
    PictureFileError.raw(path, .dng),
    FileError.symbolicLink(path), PathNotContained(path: "../a.jpg"),
  ]

  private static let photos: [any Worded] = [
    PhotoFileError.empty, PhotoFileError.unknownFormat(start: [1]), PhotoFileError.raw(.cr2),
    PhotoFileError.rawDamaged(.cr3, part: "moov"), PhotoFileError.rawWithoutPicture(.nef),
    PhotoFileError.video(.mov), VideoFileError.notAVideo,
    VideoFileError.damaged(.mp4, part: "moov"),
    VideoFileError.noPicture(.webm), VideoFileError.unreadable(5),
    PhotoFileError.unsupported(.jpegWithoutHeight),
    PhotoFileError.unsupported(.hierarchicalJPEG),
    PhotoFileError.truncated(.png, part: "IHDR", at: 8, needed: 1, available: 0),
    PhotoFileError.missing(.png, part: "IDAT", at: 33),
    PhotoFileError.missing(.jpeg, part: "EOI", at: 9),
    PhotoFileError.invalid(.gif, field: "width", at: 6, observed: 0, expected: "1 or more"),
    PhotoFileError.encodedFormat(observed: nil, expected: .jpeg),
    PhotoFileError.tooLarge(.bmp, size: 1 << 33, limit: 1 << 32),
    TIFFObstacle.smallCopy, TIFFObstacle.privateData, TIFFObstacle.compression(50001),
    TIFFObstacle.colour(8),
    TIFFObstacle.samples(bits: 5), TIFFObstacle.range, TIFFObstacle.damaged(field: "ColorMap"),
    JPEGError.header(.empty),
    JPEGError.damaged(.unknownCode, at: 1), JPEGError.damaged(.runPastEnd, at: 1),
    JPEGError.damaged(.coefficientTooLarge, at: 1), JPEGError.damaged(.endsEarly, at: 1),
    JPEGError.damaged(.wrongRestart, at: 1), JPEGError.damaged(.wrongProgression, at: 1),
    JPEGError.unsupported(.arithmetic), JPEGError.unsupported(.lossless),
    JPEGError.unsupported(.hierarchical), JPEGError.unsupported(.bitsPerSample(12)),
    JPEGError.unsupported(.components(2)), JPEGError.unsupported(.sharedIdentifiers(3)),
    JPEGError.unsupported(.unusualStructure),
    RasterError.cannotDecode(.png, detail: "crc"), RasterError.damaged(.jpeg, detail: ""),
    RasterError.cannotEncode(.webp, detail: ""),
    RasterError.sideTooLong(.webp, observed: 20_000, limit: 16_383),
    RasterError.otherSize(width: 8, height: 9, expectedWidth: 9, expectedHeight: 9),
    RasterError.cannotAllocate(width: 9, height: 9),
    RasterError.cannotDraw(font: "a.ttf", detail: "no"),
    RasterError.decoder(.webp, .crashed(signal: 11)), RasterError.decoder(.webp, .forbidden),
    RasterError.decoder(.webp, .tooLong(seconds: 20)),
    RasterError.decoder(.webp, .outOfMemory(limit: 1 << 30)),
    RasterError.decoder(.webp, .endedEarly), RasterError.decoder(.webp, .nonsense),
    RasterError.decoder(.webp, .notStarted(2)),
    MetadataProblem.Reason.truncated(needed: 2, available: 1), MetadataProblem.Reason.notTIFF,
    MetadataProblem.Reason.incomplete(found: 1, expected: 2),
    MetadataProblem.Reason.compression(.truncated),
    MetadataProblem.Reason.compression(.tooLarge(limit: 1 << 24)),
    MetadataProblem.Reason.compression(.checksum),
    MetadataProblem.Reason.compression(.invalid(detail: "x")),
    MetadataProblem.Reason.compression(.noMemory), MetadataProblem.Reason.malformedText,
    MetadataProblem.Reason.outsideFile,
  ]

  private static let fonts: [any Worded] = [
    FontError.unreadable(path: "a.ttf", code: 2), FontError.refused(path: "a.ttf", code: 3),
    FontError.notAFont(path: "a.ttf"), FontError.missingTable(path: "a.ttf", table: "cmap"),
    notFound(),
  ]

  private static func notFound() -> any Worded {
    do throws(FontNotFound) {
      _ = try FontSearchPath(folders: ["/nowhere"]).locate(.sans)
      return ErrorMessage("label", in: .shared)
    } catch {
      return error
    }
  }

  private static let stamps: [any Worded] = [
    StampError.file(.empty(path)), StampError.photo(.empty),
    StampError.raster(.cannotAllocate(width: 1, height: 1)), StampError.label(.emptyTemplate),
    StampError.jpeg(.unsupported(.arithmetic)),
    StampError.tooManyPixels(width: 9, height: 9, limit: 400_000_000),
    StampError.tooManyFrames(frames: 2, width: 9, height: 9, limit: 400_000_000),
    StampError.tooMuchMemory(needed: 9 << 20, allowed: 8 << 20),
    StampError.file(.overMemory(path, size: 9 << 20, allowed: 8 << 20)),
    StampError.noCaptureTime(CaptureTimeReport(candidates: [], problems: [])),
    StampError.onlyFileModified(time),
    StampError.shift(time, .finerThanPrecision(shift: 1, precision: .day)),
    StampError.sizeMismatch(width: 1, height: 2, expectedWidth: 3, expectedHeight: 4),
    StampError.losses([.cmyk, .pages(2)]),
    StampError.inPlaceChangesFormat(from: .heic, to: .jpeg), StampError.inPlaceLosesPixels(.webp),
    StampError.outputNameSays(.png, outputIs: .avif), StampError.failedCheck,
    StampError.notStamped, StampError.formatWithoutStamp(.png), StampError.stampedForGood,
    StampError.conflict(.overwritesInput(path, from: other)), StampError.outputOfAnother(path),
    StampError.outputWithOtherOptions(path), StampError.outputIsRaw(path, .dng),
    StampError.outputFile(.empty(path)),
    StampError.needsZone(time), StampError.needsLibRaw(.nef),
    StampError.notDeveloped(.orf, detail: "Unsupported file format or not RAW file"),
    StampError.companion(.notXMP(name: "a.xmp", .documentType)),
    StampWarning.developedRaw(.dng),
    StampWarning.smallerThanRaw(
      .nef, picture: PixelSize(width: 4, height: 3), sensor: PixelSize(width: 8, height: 6)),
    PhotoSkip.conflict(.sameOutput(path, first: path, second: other)),
    StampWarning.numbered(other, .sameOutput(path, first: path, second: other)),
    StampError.editedSinceStamping, StampError.unreadableStamp(offset: 2),
    PhotoSkip.outputExists, PhotoSkip.notStamped, PhotoSkip.formatWithoutStamp(.png),
    VerificationProblem.editedSinceStamping, VerificationProblem.metadataChangedSinceStamping,
    VerificationProblem.notThisOriginal,
    VerificationProblem.differs(component: 0, blocks: 2), VerificationProblem.nothingCompared,
    VerificationProblem.differentFrame, VerificationProblem.differentPixels(2),
    VerificationProblem.reencoded,
    OutputConflict.sameOutput(path, first: path, second: other),
    OutputConflict.overwritesInput(path, from: other),
  ]

  static let dates: [any Worded] = [
    StampError.date(.exif(.formatWithoutExif(.gif))),
    DateError.exif(
      .unreadable(MetadataProblem(kind: .exif, offset: 4, reason: .notTIFF))),
    DateError.exif(.structure(.unknownByteOrder(observed: [1, 2]))),
    DateError.exif(.damagedDirectory), DateError.exif(.noRoom(needed: 65_600, limit: 65_527)),
    DateError.exif(.fixedBoxes(.heic)), DateError.exif(.incomplete(.webp)),
    DateError.exif(.photo(.empty)), DateError.name(.noDate), DateError.onlyFileModified(time),
    DateError.onlyDay(time), DateError.stampedTIFF, DateError.changedSince,
    DateError.damagedRecord, DateError.record(.empty(path)), StampError.notDated(.isThere),
    PhotoSkip.date(.otherCamera), PhotoSkip.date(.formatWithoutExif(.bmp)),
    PhotoSkip.date(.earlierOutput), StampWarning.labelShowsOther("2024-01-31T23:59:58"),
    StampWarning.otherTimeStays(.xmpCreateDate), StampWarning.offsetNotWritten,
    CameraClockError.noCamera(path), CameraClockError.noTime(path),
    CameraClockError.onlyDay(path), CameraClockError.tooFar(path),
    CameraClockError.contradiction(
      CameraIdentity(make: "Canon", model: "R5", serial: "12", owner: "", name: "Canon R5"),
      first: 3_727, second: -60),
  ]

  private static let labels: [any Worded] = [
    LabelError.length("x"), LabelError.colour("x"), LabelError.position("x"), LabelError.font("x"),
    LabelError.placeholder("{x"), LabelError.controlCharacter("\u{7}", offset: 2),
    LabelError.timePattern("{time:%Q", .unknownDirective("%Q", position: 0)),
    LabelError.tooManyLines(observed: 65, limit: 64), LabelError.unknownFields(["gps"]),
    LabelError.fieldNotKept(.folder), StampError.noText(name: "a.jpg"),
    StampWarning.smallText(emPixels: 5.55), StampWarning.overlappingLabels,
    StampWarning.lossyFormat(.webp), StampWarning.oldLabelStays, StampWarning.grayPhoto,
    StampWarning.lackingGlyphs(["🎉"]), StampError.skipped(.day(day, zone: "Pacific/Apia")),
    GazetteerError.columns(line: 3, observed: 2, expected: 19),
    GazetteerError.field(.latitude, line: 3, observed: "x"), GazetteerError.notUTF8(line: 3),
    GazetteerError.lineTooLong(line: 3, limit: 1 << 17),
    GazetteerError.tooManyPlaces(line: 3, limit: 8_000_000), GazetteerError.noPlaces(lines: 3),
    LabelError.emptyTemplate, LabelError.tooManyBytes(observed: 9, limit: 8),
    LabelError.emptyText(format: "%H"),
    LabelError.missingGlyph("\u{1F35A}", fonts: ["a.ttf"]),
    LabelError.fontFile(.notAFont(path: "a.ttf")),
    LabelError.marginTooLarge(margin: 400, frameWidth: 360, frameHeight: 480),
    LabelError.tooSmallToDraw(emPixels: 1.5, smallest: 4, width: 30, height: 30),
  ]

  private static let losses: [any Worded] = [
    StampLoss.animation(frames: 2), StampLoss.animation(frames: nil), StampLoss.pages(1),
    StampLoss.bitsPerChannel(16), StampLoss.partialTransparency, StampLoss.transparency(into: .bmp),
    StampLoss.cmyk, StampLoss.palette, StampLoss.metadata([.exif, .block("abcd")], into: .gif),
    StampLoss.extra(.gainMap), StampLoss.extra(.depthMap), StampLoss.extra(.motionPhoto),
    StampLoss.extra(.auxiliary("urn")), StampLoss.reencoding(.arithmetic),
    StampLoss.reencoding(.unusual), StampLoss.reencoding(.quality),
    StampLoss.reencoding(.sharedIdentifiers), StampLoss.reencoding(.exact),
    StampLoss.reencoding(.filter),
    StampError.losses([.reencoding(.unusual)]), Fidelity.Cause.losses([.cmyk]),
    Fidelity.Cause.outputFormat(.webp), StampWarning.lost(.cmyk), StampWarning.shrunk(factor: 0.5),
    StampWarning.timeOfFileModification,
    StampWarning.unusedTime(
      CaptureTimeCandidate(
        source: .fileName, rawText: "01-02-2024.jpg", time: nil,
        outcome: .rejected(.ambiguousDay(day, day)))),
    StampWarning.doubtfulTime(.neverSet),
    StampWarning.nameSays(.png, contentIs: .jpeg),
    StampWarning.cropMoved(width: 9, height: 9, right: -1, down: 2),
    StampWarning.cropTooNarrow(width: 9, height: 1), StampWarning.cutTrailer,
    StampWarning.addedEnd,
    EditError.crop("a"), EditError.gravity("a"), EditError.rotation("45"), EditError.filter("a"),
    EditError.word("a=1"), EditError.tooLong(observed: 201, limit: 200),
    StampWarning.approximatedColours, StampWarning.monthsEnd(day, insteadOf: 31),
    StampWarning.unreadableMetadata(MetadataProblem(kind: .xmp, offset: 4, reason: .notTIFF)),
  ]

  private static let times: [any Worded] = [
    GivenTimeError.syntax(
      observed: "x", TimestampSyntaxError(position: 0, expected: .digits(of: .year))),
    GivenTimeError.syntax(
      observed: "x", TimestampSyntaxError(position: 1, expected: .digits(of: .offset))),
    GivenTimeError.syntax(
      observed: "x", TimestampSyntaxError(position: 2, expected: .separator("-"))),
    GivenTimeError.syntax(
      observed: "x", TimestampSyntaxError(position: 2, expected: .separator("T"))),
    GivenTimeError.syntax(
      observed: "x", TimestampSyntaxError(position: 2, expected: .digits(of: .month))),
    GivenTimeError.syntax(observed: "x", TimestampSyntaxError(position: 2, expected: .fraction)),
    GivenTimeError.syntax(observed: "x", TimestampSyntaxError(position: 2, expected: .end)),
    GivenTimeError.outOfRange(field: .day, observed: 30, expected: 1...29),
    TimeShiftSyntaxError.noNumber(position: 0), TimeShiftSyntaxError.noUnit(position: 1),
    TimeShiftSyntaxError.unknownUnit(position: 1), TimeShiftSyntaxError.repeatedUnit(position: 2),
    TimeShiftSyntaxError.tooLong(limit: TimeShift.limit), TimeShiftError.yearOutOfRange(0),
    SkippedTime.time(time, zone: "Europe/Paris", start: time, end: time),
    SkippedTime.day(day, zone: "Pacific/Apia"),
    CaptureZoneError.unknown(name: "x", suggestions: []),
    CaptureZoneError.unknown(name: "Asia/Soul", suggestions: ["Asia/Seoul"]),
    TimeFormatError.unknownDirective("%Q", position: 1),
    TimeFormatError.unstableDirective("%c", position: 0, instead: "%F %T"),
    TimeFormatError.unfinishedDirective("%", position: 2), TimeFormatError.unknownLocale("x"),
    CaptureTimeRejection.blank, CaptureTimeRejection.zeros,
    CaptureTimeRejection.wrongSyntax(observed: "x", expected: "YYYY"),
    CaptureTimeRejection.outOfRange(field: .month, observed: 13, expected: 1...12),
    CaptureTimeRejection.incomplete(missing: .day),
    CaptureTimeRejection.tooEarly(year: 1700, earliest: 1826),
    CaptureTimeRejection.tooLate(secondsAhead: 200_000, limit: 86_400),
    CaptureTimeRejection.noDate, CaptureTimeRejection.severalDays,
    CaptureTimeRejection.ambiguousDay(day, day), ClockDoubt.neverSet, ClockDoubt.gpsWeeks,
    ClockDoubt.hour24, CaptureTimeNote.form("YYYY"), CaptureTimeNote.droppedOffset("KST", .letters),
    CaptureTimeNote.droppedTime("x"), CaptureTimeNote.hour24, CaptureTimeNote.companion("a.json"),
    CaptureTimeNote.repeatedTime, CaptureTimeNote.skippedTime,
    CompanionProblem.tooLarge(name: "a.json", bytes: 2, limit: 1),
    CompanionProblem.link(name: "a.json"),
    CompanionProblem.unreadable(name: "a.json"), CompanionProblem.notJSON(name: "a.json"),
    CompanionProblem.notXMP(name: "a.xmp", .encoding), CompanionProblem.noTime(name: "a.json"),
    StampWarning.companion(.several(names: ["a.json", "b.json"])),
    DroppedOffset.tooFar,
    DroppedOffset.notAnOffset,
    CaptureTimeProblem.exif(.truncatedHeader(observed: 1, expected: 8)),
    CaptureTimeProblem.exif(.unknownByteOrder(observed: [1, 2])),
    CaptureTimeProblem.exif(.wrongMagic(observed: 1, expected: 42)),
    CaptureTimeProblem.exif(.directoryOutOfBounds(offset: 9, length: 8)),
    CaptureTimeProblem.xmp(packet: 0, .encoding),
    CaptureTimeProblem.xmp(packet: 0, .documentType),
    CaptureTimeProblem.xmp(packet: 0, .syntax(offset: 3, .invalidToken)),
    CaptureTimeProblem.xmp(packet: 0, .limit(.depth(9))),
    CaptureTimeProblem.iptcExtendedDataset(offset: 1),
    CaptureTimeProblem.iptcTruncated(offset: 1, observed: 2, expected: 3),
    CaptureTimeProblem.impossiblePosition,
    CaptureTimeProblem.places(.missing([path])),
    CaptureTimeProblem.places(.file(.system(.read, path, .ioError))),
    CaptureTimeProblem.places(.table(path, .notATable)),
    CaptureTimeProblem.places(.table(path, .cut(observed: 2, expected: 3))),
    CaptureTimeProblem.places(.table(path, .damaged(offset: 2))),
    CaptureTimeProblem.unknownZone("Asia/Nowhere"),
  ]

  private static let days: [any Worded] = [
    DayRangeError.writtenOtherwise(observed: "2017..", instead: "2017..today"),
    DayRangeError.notUnderstood(observed: "x"), DayRangeError.notOneDay(observed: "x"),
    DayRangeError.yearOutOfRange(observed: 0, expected: 1...9_999),
    DayRangeError.monthOutOfRange(observed: 13, expected: 1...12),
    DayRangeError.dayOutOfRange(observed: 30, month: Month(containing: day), expected: 1...29),
    DayRangeError.dayOfYearOutOfRange(observed: 30, month: 2, expected: 1...29),
    DayRangeError.ofAnyYear(
      observed: DaysOfYear(first: MonthDay(of: day), last: MonthDay(of: day)),
      instead: "2024-02-15"),
    DayRangeError.severalDays(observed: DayRange(Month(containing: day))),
    DayRangeError.notYet(observed: day.next, last: day),
    DayRangeError.backwards(first: day, last: day), TimeOfDayError.syntax(observed: "x"),
    TimeOfDayError.syntax(observed: "6pm"),
    TimeOfDayError.outOfRange(field: .hour, observed: 25, expected: 0...23),
    WeekStartError(text: "lundi"),
  ]

  private static func failure(_ kind: DatabaseFailure.Kind) -> DatabaseFailure {
    DatabaseFailure(kind: kind, code: 1, message: "no")
  }

  private static let journal: [any Worded] =
    [
      JournalError.database(
        DatabaseFailure(kind: .other, code: 1, message: "no such table: day_count")),
      JournalError.noJournal(path), JournalError.notAJournal,
      JournalError.newerVersion(observed: 2, known: 1),
      JournalError.olderVersion(observed: 1, known: 2), JournalError.noRoomLeft,
      JournalError.roomUsedUp,
      JournalError.databaseLost(photos: path),
      JournalError.unfinishedSalvage(path),
      JournalError.foreignSchema(
        SchemaThing(kind: "trigger", name: "x", table: "post", statement: "")),
      JournalError.foreignRollback(path), JournalError.logAlone(path),
      JournalError.foreignLog(path), JournalError.damagedLog(path),
      FolderExposure(folder: path, permissions: .ownerReadWriteExecute, isToAll: true),
      FolderExposure(folder: path, permissions: .ownerReadWriteExecute, isToAll: false),
      JournalError.file(.empty(path)), JournalError.unknownOwner(owner(), known: []),
      JournalError.unknownOwner(owner(), known: [owner()]), JournalError.ownerExists(owner()),
      JournalError.severalOwners([owner(), owner()], called: owner()),
      AlikeOwners(names: [owner(), owner()]),
      JournalError.revoked, JournalError.locked(owner()), JournalError.unknownPost(number: 1),
      JournalError.postInTrash(number: 1), JournalError.postNotInTrash(number: 1),
      JournalError.postedBefore(number: 1, isInTrash: false),
      JournalError.postedBefore(number: 1, isInTrash: true), JournalError.noTime,
      JournalError.yearOutOfRange(time, day: day),
      JournalError.dayNeverWas(day, zone: "Pacific/Apia"),
      JournalError.leftBehind(.empty(path), count: 2),
      JournalError.timeInGap(time, zone: "Europe/Paris", start: time, end: time),
      JournalError.photoBroken(path, because: nil),
      JournalError.photoBroken(path, because: StampError.notStamped),
      JournalError.changedMeanwhile(number: 1), JournalError.noPhoto(number: 1),
      JournalError.emptyPost, JournalError.incompleteMorning,
      JournalError.morningExists(number: 1, day: day), JournalError.futureDay(day, today: day),
      JournalError.futurePhoto(day, today: day),
      TimeToCome(clock: .midnight, day: day), MoodError(),
      JournalError.tooManyTags(observed: 101, limit: 100),
      JournalError.tooManyPhotos(observed: 51, limit: 50), JournalError.samePhoto(3, as: 1),
      JournalError.unknownPhoto(3, number: 12),
      JournalError.videoHasNoLabel(number: 3), JournalError.otherVideo(number: 3),
      JournalError.videoTooLarge(size: 300_000_000, limit: 200_000_000),
      JournalError.severalPhotos(number: 12),
      JournalError.unknownVersion(2, number: 1),
      JournalError.setting(SettingError(key: .dayStart, text: "x", reason: Foreign())),
      PostKeyError.otherPost(number: 1), PostKeyError.inUse,
      SlotError.morningPage, SlotError.keyUsed,
      TokenError.days(0), TokenError.tooMany(limit: 100), TokenError.postsNothing(.read),
    ]
    + [
      JournalError.database(
        DatabaseFailure(
          kind: .corrupt, code: DatabaseFailure.damagedVirtualTable, message: "malformed"))
    ]
    + [DatabaseFailure.Kind.locked, .readOnly, .diskFull, .corrupt, .cannotOpen, .other]
    .map { JournalError.database(failure($0)) }

  private static let lock: [any Worded] = [
    LockError.noPIN(owner()), LockError.pinExists(owner()),
    LockError.wrongPIN(Tries(failures: 1, last: 0), wait: 0),
    LockError.wrongPIN(Tries(failures: 9, last: 0), wait: 30),
    LockError.wrongPIN(Tries(failures: 10, last: 0), wait: 0),
    LockError.noTry(Tries(failures: 5, last: 0), wait: 90),
    LockError.noTry(Tries(failures: 10, last: 0), wait: 0), LockError.damaged(owner()),
    LockError.changedMeanwhile, LockError.pepper(.missing(path)),
    LockError.pepper(.unreadable(path, .ioError)), LockError.pepper(.notAFile(path)),
    LockError.pepper(.wrongSize(path, observed: 1, expected: 32)),
    LockError.pepper(.tooOpen(path, .ownerReadWrite)),
    LockError.pepper(.unwritable(path, .permissionDenied)), PINError.notDigits,
    PINError.length(observed: 3), PINError.weak(.repetition), PINError.weak(.run),
    PINError.weak(.steps), PINError.weak(.keypad), PINError.weak(.year), PINError.weak(.date),
  ]

  private static let values: [any Worded] = [
    WordsError.tooLong(observed: 100_001, limit: 100_000),
    WordsError.tooManyBytes(observed: 1_000_001, limit: 1_000_000),
    WordsError.controlCharacter("\u{7}", offset: 1),
    TitleError.tooLong(observed: 101, limit: 100),
    TitleError.tooManyBytes(observed: 5_000, limit: 4_096),
    TitleError.notAllowed("\n", offset: 1),
    CaptionError.tooLong(observed: 101, limit: 100),
    CaptionError.tooManyBytes(observed: 5_000, limit: 4_096),
    CaptionError.controlCharacter("\u{7}", offset: 1), NameError.empty,
    NameError.tooLong(observed: 33, limit: 32), NameError.tooManyBytes(observed: 300, limit: 256),
    NameError.notAllowed(",", offset: 1), DraftError.unknown, DraftError.unknownPhoto,
    DraftError.tooMany(limit: 64), DraftError.tooManyPhotos(limit: 50),
    DraftError.full(limit: 4_000_000_000), DraftError.tooLong,
    NameError.notAllowed("\u{7}", offset: 1), NameError.notAllowed("\u{301}", offset: 0),
    SettingError(key: .dayStart, text: "x", reason: TimeOfDayError.syntax(observed: "x")),
    SettingError(key: .timeZone, text: nil, reason: SettingProblem.noDefault),
    MoodError(), MoodRangeError.notUnderstood, MoodRangeError.backwards(.good, .bad),
    SettingProblem.relativePath, SettingProblem.noAddress,
    SettingProblem.unknownName(expected: ["a", "b"]),
    SettingProblem.outOfRange(1...2), SettingProblem.drawsNothing,
    SettingProblem.tooManyBytes(observed: 9, limit: 8),
    SettingProblem.noDefault,
  ]

  private static let exports: [any Worded] = [
    ExportError.notEmpty(path), ExportError.underWay(path), ExportError.otherJournal(path),
    ExportError.changed(path), BackupError.fileExists(path),
    BackupError.isOfTheJournal(path), BackupError.isNoBackup(path),
    ImportError.noExport(path),
    ImportError.unreadable(
      path, DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))),
    ImportError.unreadable(path, Foreign()), ImportError.format(observed: "a", expected: "b"),
    ImportError.version(observed: 3, known: 2), ImportError.version(observed: 0, known: 2),
    ImportError.unfinished(path), ImportError.unknownField("x"), ImportError.changed(path),
    ImportError.line(path, 3, .blankLine), ImportError.list(.fileMissing(path)),
    ImportError.count("posts", observed: 1, expected: 2),
    ImportError.owner("x", .empty), ImportError.lastNumber(observed: -1, expected: 0...9),
    ImportError.unknownSetting("x"), ImportError.tooManyWrong(limit: 1),
    ImportError.setting(SettingError(key: .dayStart, text: "x", reason: Foreign())),
  ]

  private static let imports: [any Worded] =
    [
      ImportProblem.unknownField("words"), ImportProblem.line(ExportedValueError(field: "uses")),
      ImportProblem.tooManyPeople(limit: 100_000),
      ImportProblem.lineTooLong(limit: 9),
      ImportProblem.blankLine, ImportProblem.cutLine,
      ImportProblem.notAscending(number: 1, after: 2),
      ImportProblem.versionsNotAscending(number: 1, version: 2), ImportProblem.noPost(number: 1),
      ImportProblem.noTime("2024-01-31"),
      ImportProblem.tooManyVersions(observed: 51, limit: 50),
      ImportProblem.version(1, .missing(field: "words")),
      ImportProblem.versionOutOfRange(.replaced, observed: 0, expected: 1...2),
      ImportProblem.notJSON,
      ImportProblem.missing(field: "day"), ImportProblem.unreadable(Foreign()),
      ImportProblem.noWholeNumber(field: "mood"),
      ImportProblem.outOfRange(.number, observed: 0, expected: 1...9),
      ImportProblem.tooLong(.caption, observed: 9, limit: 8),
      ImportProblem.notHexadecimal(.sha256, digits: 64),
      ImportProblem.notDigits(.subsecond, observed: "x", limit: 9), ImportProblem.noDay("x"),
      ImportProblem.otherDay("2024-01-31", instant: 0),
      ImportProblem.editedVideo,
      ImportProblem.unknownName(.source, observed: "x", known: ["given"]),
      ImportProblem.notAPath(.file, observed: "x"),
      ImportProblem.notAFileName(.originalName, observed: "x"),
      ImportProblem.value(.caption, because: NameError.empty), ImportProblem.repeated(.uid),
      ImportProblem.fileMissing(path), ImportProblem.notAFile(path),
      ImportProblem.unreadableFile(.empty(path)), ImportProblem.changedFile(path),
      ImportProblem.notAPhoto(path, because: StampError.notStamped),
      ImportProblem.noOriginal(path, because: StampError.notStamped),
      ImportProblem.noOriginal(path, because: nil), TimeDoubt.lastChange(.fileModified),
      TimeDoubt.offsetAssumed(zone: "UTC"), TimeDoubt.inFuture, TimeDoubt.otherDay(told: day),
    ]
    + [ImportProblem.ValueType.integer, .text, .boolean, .list, .object]
    .map { ImportProblem.wrongType(field: "x", expected: $0) }
    + [false, true].flatMap { isInTrash in
      [EarlierPost.Reason.samePost, .samePhoto].flatMap { reason in
        [[], EarlierPost.Part.allCases].map {
          EarlierPost(reason: reason, number: 1, isInTrash: isInTrash, notTaken: $0)
        }
      }
    }
    + [StrayReference.Reason.notImported, .notMoved].map {
      StrayReference(post: 1, version: nil, shown: 2, reason: $0)
    }

  private static let problems: [JournalProblem] = [
    .integrity("x"),
    .row(table: "text", DatabaseFailure(kind: .corrupt, code: 0, message: "x")),
    .missing(
      SchemaThing(kind: "index", name: "x", table: "post", statement: ""), isReplaceable: true),
    .contradicted(rows: 1, table: "post"), .contradicted(rows: 2, table: "post"),
    .unindexed(rows: 1, table: "post"), .unindexed(rows: 2, table: "post"),
    .danglingRow(table: "a", row: 1, missing: "b"),
    .danglingRow(table: "a", row: nil, missing: "b"), .unreadable(Foreign()),
    .unreadable(JournalError.database(failure(.corrupt))), .search(posts: 1), .search(posts: nil),
    .area(PostsProblem.counts(days: 1)), .area(PostsProblem.counted(owner(), day)),
    .post(owner(), number: 1, .altered), .area(PostsProblem.photosAlone(1)),
    .area(PostsProblem.covers(posts: 2)),
    .area(PostsProblem.mornings(days: 1)),
    .area(DraftsProblem.photo(owner(), .missing(.original, contained))),
    .area(DraftsProblem.photo(owner(), .changed(.original, contained))),
    .area(DraftsProblem.photo(owner(), .unreadable(.original, contained, .empty(path)))),
    .area(DraftsProblem.row(owner(), failure(.other))),
    .stray(contained), .unfinished(contained), .loose(contained), .folder(.empty(path)),
    .owner(owner(), Foreign()), .post(owner(), number: 1, .missing(.stamped, contained)),
    .post(owner(), number: 1, .missing(.original, contained)),
    .post(owner(), number: 1, .changed(.stamped, contained)),
    .post(owner(), number: 1, .changed(.original, contained)),
    .post(owner(), number: 1, .missing(.video, contained)),
    .post(owner(), number: 1, .changed(.video, contained)),
    .post(owner(), number: 1, .copyRow(.video, contained, hash: [])),
    .post(owner(), number: 1, .missing(.raw, contained)),
    .post(owner(), number: 1, .changed(.raw, contained)),
    .post(owner(), number: 1, .copyRow(.raw, contained, hash: [])),
    .post(owner(), number: 1, .unreadable(.stamped, contained, .empty(path))),
    .post(owner(), number: 1, .irreversible(contained)),
    .post(owner(), number: 1, .text(.words(.tooLong(observed: 2, limit: 1)), version: nil)),
    .post(owner(), number: 1, .text(.title(.tooLong(observed: 2, limit: 1)), version: 3)),
    .post(owner(), number: 1, .text(.caption(.tooLong(observed: 2, limit: 1)), version: nil)),
    .post(owner(), number: 1, .tags(observed: 101)),
    .post(owner(), number: 1, .unproven(contained, needed: 60 << 20, allowed: 20 << 20)),
    .post(
      owner(), number: 1,
      .time(
        PostTime(
          instant: 0, offset: 0, subsecond: nil, precision: .second, source: .given, zone: "UTC",
          isOffsetAssumed: false, day: day))),
    .post(owner(), number: 1, .row(failure(.other))), .post(owner(), number: 1, .number),
    .area(PostsProblem.lastNumber(owner())), .area(PostsProblem.tag(owner(), name: "sea")),
    .post(owner(), number: 1, .text(.encoding(.words), version: nil)),
    .area(
      PostsProblem.setting(
        owner(), SettingError(key: .dayStart, text: "x", reason: Foreign()))),
    .post(owner(), number: 1, .foreignTags(["sea", "evil\u{1b}"])),
    .post(owner(), number: 1, .foreignPhoto),
    .post(owner(), number: 1, .versions(observed: 51)),
    .post(owner(), number: 1, .value(.value(.zone, because: Foreign()))),
  ]

  private static let findings: [any Worded] =
    problems
    + problems.compactMap { JournalFinding($0, repair: .beyondRepair).ending }
    + [
      JournalFinding.Repair.notTried, .putBack(from: contained), .remade(contained),
      .setAside(contained), .rebuilt, .renumbered(1), .failed(Foreign()),
    ].compactMap { JournalFinding(.search(posts: 1), repair: $0).ending }
}
