import CaptureTime
import Files
import GRDB
import Stamping
import Store

/// Reading the files to post, and writing the stored ones.
extension Posting {
  /// Reads a photo or a video that may be posted.
  func read(_ input: InputPhoto, isFirst: Bool) throws -> ReadFile {
    try journal.store.checkIsWritable()
    let file: ReadFile
    do {
      file = try ReadFile(
        input, developingBy: settings.stamper.decoder, keepsRaw: settings.keepsRaw)
    } catch let error as StampError {
      // Where it is locked, nothing else is said.
      try journal.checkUnlocked()
      throw error
    }
    if case .photo(let original, _, _) = file { try checkIsNew(original.hash, isFirst: isFirst) }
    return file
  }

  /// SHA-256 of a file without a stamp; of a video that is larger than the owner takes, none is read.
  ///
  /// - Throws: `FileError`, ``JournalError/videoTooLarge(size:limit:)``.
  func hash(of file: ReadFile) throws -> [UInt8] {
    if case .video(let video) = file { try video.checkSize(atMost: videoLimit()) }
    return try file.hash()
  }

  /// The most bytes of a video.
  func videoLimit() throws -> Int {
    try journal.readBesideWriting { db in
      try JournalSettings.load(owner: journal.id, db).videoSize.bytes
    }
  }

  /// Refuses a photo that has a post already, before it is stamped; and any where the journal is locked,
  /// of whose session this is a use.
  ///
  /// - Parameters:
  ///   - hash: SHA-256 of the photo without its stamp.
  ///   - isFirst: whether it may be the only one, for which no further connection is opened.
  /// - Throws: ``JournalError``.
  func checkIsNew(_ hash: [UInt8], isFirst: Bool = true) throws {
    let check = { (db: Database) throws in
      if !settings.allowsAgain { try PostRows(of: journal, db).checkIsNew(hash) }
    }
    if isFirst { try journal.read(check) } else { try journal.readBesideWriting(check) }
  }

  /// Stamps a photo that was read, or copies a video, and writes its files, nameless as yet.
  func stage(
    _ file: ReadFile, _ input: InputPhoto, _ index: Int, uid: [UInt8]
  ) throws -> StagedPost {
    let caption = settings.details.caption
    let (photo, time) = try stagePart(file, input, index, caption, uid: uid)
    return StagedPost(photos: [photo], uid: uid, time: time, details: settings.details)
  }

  /// Writes the files of a part of a post, nameless as yet: those of a photo that is stamped with its own
  /// time, or the copy of a video.
  ///
  /// - Returns: the part, and its time.
  func stagePart(
    _ file: ReadFile, _ input: InputPhoto, _ index: Int, _ caption: Caption, uid: [UInt8]
  ) throws -> (StagedPost.Photo, PostTime) {
    switch file {
    case .photo(let original, let live, let raw):
      try stagePhoto(original, live: live, raw: raw, input, index, caption, uid: uid)
    case .video(let video): try stageVideo(video, input, index, caption, uid: uid)
    }
  }

  private func stageVideo(
    _ video: ReadVideo, _ input: InputPhoto, _ index: Int, _ caption: Caption, uid: [UInt8]
  ) throws -> (StagedPost.Photo, PostTime) {
    let found = try settings.stamper.captureTime(
      of: video.described, video.attributes, name: input.nameBytes, file: input.companionPath)
    guard let taken = found?.time ?? settings.time else { throw JournalError.noTime }
    let time = try PostTime(taken, rule: settings.rule)
    let copy = try video.staged(in: journal.store, limit: videoLimit())
    let staged = try StagedPhoto(
      copy, originalName: input.nameForReaders, at: PhotoPlace(time, uid: uid))
    return (photo(staged, input, index, caption, label: "", found?.warnings ?? []), time)
  }

  private func stagePhoto(
    _ original: OriginalPhoto, live: ReadVideo?, raw: ReadRaw?, _ input: InputPhoto,
    _ index: Int, _ caption: Caption, uid: [UInt8]
  ) throws -> (StagedPost.Photo, PostTime) {
    let context = PhotoContext(
      name: input.nameBytes, file: input.companionPath, owner: journal.owner.text,
      caption: caption.text)
    let found = try settings.stamper.captureTime(of: original, context)
    guard let taken = found?.time ?? settings.time else { throw JournalError.noTime }
    let time = try PostTime(taken, rule: settings.rule)
    let stamped = try settings.stamper.editing(settings.edit)
      .stamp(
        original, context.at(found?.place), at: time.captureTime,
        in: settings.rule.zone(of: taken)
      )
      .adding(found?.warnings ?? [])
    var staged = try StagedPhoto(
      stamped, original, settings.edit, originalName: input.nameForReaders,
      at: PhotoPlace(time, uid: uid), in: journal.store,
      live: try live?.staged(in: journal.store, limit: videoLimit()),
      raw: try raw?.staged(in: journal.store))
    staged.photo.position = (found?.position).map(TrackPosition.init)
    return (
      photo(staged, input, index, caption, label: stamped.label, stamped.warnings), time
    )
  }

  private func photo(
    _ staged: StagedPhoto, _ input: InputPhoto, _ index: Int, _ caption: Caption, label: String,
    _ warnings: [StampWarning]
  ) -> StagedPost.Photo {
    StagedPost.Photo(
      input: input, index: index, caption: caption, look: settings.look,
      allowsAgain: settings.allowsAgain, label: label, warnings: warnings, staged: staged)
  }
}
