import CaptureTime
import Formats
import Journal
import Raster
import Stamping
import Store
import SystemPackage

/// Posts photos by the journal's settings, for pages and for programs.
struct PhotoPosting: Sendable {
  let labels: Labelling
  let queue: WorkQueue
  let now: @Sendable () -> Int
  /// Photos that are posted under one key come one after the other.
  private let keys = KeyedLock<KeyOfOwner>()
  /// An owner's posts of several photos come one after the other: their files are open until all are stamped.
  private let several = KeyedLock<OwnerName>()

  init(labels: Labelling, queue: WorkQueue, now: @escaping @Sendable () -> Int) {
    (self.labels, self.queue, self.now) = (labels, queue, now)
  }

  /// The details given for a photo.
  struct Said: Sendable {
    var details: PostDetails
    var time: CaptureTime?
    var zone: CaptureZone?
    /// How the label is to look where it is to differ from the settings.
    var label: [SettingKey: String] = [:]
    var allowsAgain = false
    /// Whether its day may be any that is still to come.
    var allowsFuture = false
    /// Of which text it is the card.
    var text: TextReference?
    /// What is done to it before it is stamped.
    var edit = PhotoEdit()
  }

  /// Posts a photo once under a key.
  ///
  /// - Parameters:
  ///   - key: what says that it is the same one.
  ///   - said: what is said of it.
  ///   - visit: whose journal.
  ///   - effort: reads how long it takes; nil where nothing is decoded for it.
  ///   - post: gives the photo to the posting.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: as `Posting.post`; then nothing is stored.
  func post(
    _ key: PostKey, _ said: Said, _ visit: Visit,
    taking effort: @escaping @Sendable () throws -> PhotoEffort?,
    _ post: @escaping @Sendable (Posting) throws -> (post: Post, isNew: Bool)
  ) async throws -> (post: Post, isNew: Bool) {
    try await keys.withLock(KeyOfOwner(owner: visit.device.owner, key: key)) {
      try await queue.run(for: visit.device, on: effort) {
        let own = visit.journal.settings
        let settings = try settings(said, own.followed().settings, album: own.albumFolder())
        return try post(Posting(settings, into: visit.journal))
      }
    }
  }

  /// One of the photos of a post.
  struct Part: Sendable {
    let photo: InputPhoto
    /// Its line, its label, its edit, and its time where that is not its own.
    let said: Said
    /// Reads how long it takes.
    let effort: @Sendable () throws -> PhotoEffort?
    let file: @Sendable () throws -> ReadFile

    fileprivate var line: Posting.Part { Posting.Part(photo, caption: said.details.caption) }
  }

  /// Files that came together, where a Live Photo has the video that belongs to it, and a photo stands for its raw
  /// file too.
  ///
  /// - Throws: ``Problem`` where too much of the device's waits.
  func joined(
    _ files: [ReceivedFile], for device: Device
  ) async throws -> [(file: ReceivedFile, live: ReceivedFile?)] {
    if files.count < 2 { return files.map { ($0, nil) } }
    return try await queue.run(for: device) {
      LivePairs.joined(RawPairs.alone(files) { $0.name }) { $0.photo }
    }
  }

  /// A received photo with the video that moves in it; their files stay as long as this.
  func part(_ file: ReceivedFile, live: ReceivedFile? = nil, _ said: Said) -> Part {
    var photo = file.photo
    photo.live = live?.photo.path
    let (input, decoder) = (photo, labels.decoder)
    return Part(
      photo: photo, said: said, effort: { try file.effort() },
      file: {
        try withExtendedLifetime((file, live)) { try ReadFile(input, developingBy: decoder) }
      })
  }

  /// Posts photos as one post, once under a key; each is stamped when it is its turn.
  ///
  /// - Parameters:
  ///   - parts: the photos in their order, `Post.photoLimit` at most.
  ///   - key: what says that it is the same post.
  ///   - said: what is said of all of them, and the post's time where it is not that of the first.
  ///   - visit: whose journal.
  /// - Returns: the post, and whether it was made now.
  /// - Throws: ``Problem`` that says which photo it is about; then nothing is stored.
  func post(
    _ parts: [Part], _ key: PostKey, _ said: Said, _ visit: Visit
  ) async throws -> (post: Post, isNew: Bool) {
    try await alone(key, visit.device.owner, parts.count) {
      let staged = try await stage(parts, for: visit.device) { part, file in
        try posting(part.said, said.time, visit).stage(file, part.line, under: key)
      }
      return try await naming {
        try await queue.run(for: visit.device) {
          try posting(said, said.time, visit).post(staged, key: key)
        }
      }
    }
  }

  /// Adds photos to a post; each is stamped when it is its turn.
  ///
  /// - Parameters:
  ///   - parts: the photos in their order.
  ///   - number: the post's.
  ///   - field: the tags of its states that are meant, as in `If-Match`.
  ///   - visit: whose post.
  /// - Returns: the post as it is now.
  /// - Throws: ``Problem`` that says which photo it is about; then nothing is stored.
  func add(
    _ parts: [Part], to number: Int, ifMatch field: String, _ visit: Visit
  ) async throws -> Post {
    try await several.withLock(visit.device.owner) {
      let post = try await visit.run { journal in
        let post = try journal.posts.livePost(number)
        try post.check(ifMatch: field)
        return post
      }
      let staged = try await stage(parts, for: visit.device) { part, file in
        try posting(part.said, post.time.captureTime, visit).stage(file, part.line, for: post)
      }
      return try await naming {
        try await queue.run(for: visit.device) {
          let said = Said(details: PostDetails(caption: .empty, isStarred: false, tags: []))
          return try posting(said, nil, visit).add(staged, to: post) {
            try $0.check(ifMatch: field)
          }
        }
      }
    }
  }

  /// Posts photos as one post, once under a key, for a device that sees nothing of it.
  ///
  /// - Throws: as ``post(_:_:_:_:)``; then nothing is stored.
  func post(
    _ parts: [Part], _ key: PostKey, _ said: Said, of device: Device, through slot: PostSlot
  ) async throws -> PostReceipt {
    try await alone(key, device.owner, parts.count) {
      let staged = try await stage(parts, for: device) { part, file in
        try slot.stage(file, part.line, under: key) {
          try settings(part.said, $0, album: $1, postTime: said.time)
        }
      }
      return try await naming {
        try await queue.run(for: device) {
          try slot.post(staged, key: key) {
            try settings(said, $0, album: $1, postTime: said.time)
          }
        }
      }
    }
  }

  private func alone<Result: Sendable>(
    _ key: PostKey, _ owner: OwnerName, _ count: Int,
    _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await keys.withLock(KeyOfOwner(owner: owner, key: key)) {
      if count < 2 { return try await work() }
      return try await several.withLock(owner, work)
    }
  }

  /// Stamps photos one after the other.
  private func stage(
    _ parts: [Part], for device: Device,
    _ stage: @escaping @Sendable (Part, ReadFile) throws -> StagedPart
  ) async throws -> [StagedPart] {
    var staged: [StagedPart] = []
    for (index, part) in parts.enumerated() {
      do {
        staged.append(
          try await queue.run(for: device, on: part.effort) { try stage(part, part.file()) })
      } catch {
        var problem = Problem(error)
        problem.photo = index + 1
        throw problem
      }
    }
    return staged
  }

  /// Says which photo is there twice.
  private func naming<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch let error as JournalError {
      guard case .samePhoto(let place, _) = error else { throw error }
      var problem = Problem(error)
      problem.photo = place
      throw problem
    }
  }

  private func posting(_ said: Said, _ postTime: CaptureTime?, _ visit: Visit) throws -> Posting {
    let own = visit.journal.settings
    let settings = try settings(
      said, own.followed().settings, album: own.albumFolder(), postTime: postTime)
    return Posting(settings, into: visit.journal)
  }

  private func settings(
    _ said: Said, _ owner: JournalSettings, album: FilePath?, postTime: CaptureTime? = nil
  ) throws -> Posting.Settings {
    let rules = try owner.overridden(by: said.label)
    let rule = rules.rule(in: said.zone)
    var settings = Posting.Settings(
      stamper: try labels.stamper(drawing: rules.look, by: rule, given: said.time),
      look: rules.look, rule: rule,
      details: said.details, allowsAgain: said.allowsAgain, exportFolder: album, now: now)
    settings.isAlbum = true
    settings.time = postTime
    settings.allowsFuture = said.allowsFuture
    settings.text = said.text
    settings.edit = said.edit
    return settings
  }
}

/// An owner's key: other owners may use the same one.
private struct KeyOfOwner: Hashable, Sendable {
  let owner: OwnerName
  let key: PostKey
}

extension ReceivedFile {
  /// All of it, or the picture in a camera's raw file.
  ///
  /// - Parameter decoder: develops a raw photo that holds no large picture.
  /// - Returns: the bytes of a photo.
  /// - Throws: `FileError`, `StampError`.
  func bytes(developingBy decoder: any PictureDecoder) throws -> [UInt8] {
    let reader = try PhotoReader(photo)
    if let raw = try reader.raw() { return try reader.picture(of: raw, by: decoder).bytes }
    return try reader.whole().bytes
  }

  /// How long stamping it takes; nil of a video, which gets no label, and of a raw photo that is developed first.
  func effort() throws -> PhotoEffort? {
    let reader = try PhotoReader(photo)
    if try VideoFormat.detect(reader.head()) != nil { return nil }
    guard let raw = try reader.raw() else { return try PhotoEffort(of: reader.whole().bytes) }
    guard let picture = raw.pictures.first, raw.isLarge(picture.size) else { return nil }
    return try PhotoEffort(of: reader.picture(of: raw, by: nil).bytes)
  }
}

extension JournalSettings {
  /// - Throws: `SettingError`.
  func overridden(by label: [SettingKey: String]) throws -> JournalSettings {
    label.isEmpty ? self : try JournalSettings(texts.merging(label) { $1 })
  }
}
