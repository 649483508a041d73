import CaptureTime
import Files
import GRDB
import Stamping
import Store

/// The posts that have lost their rows, while those of their photos can be used.
extension PostSalvage {
  /// Makes such posts anew, with their photos as they were.
  func gather(
    _ salvage: JournalSalvage, _ tell: (PostSalvageFinding) -> Void
  ) throws {
    let ids = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try Int64.fetchAll(
          rows,
          sql: "SELECT DISTINCT post FROM photo WHERE typeof(post) = 'integer' ORDER BY post")
      }
    }
    let there = Set(salvage.files.files)
    for id in ids where places[id] == nil {
      let clue = clues.take(id)
      // What lost only its photos waits for one of them.
      let waits = clue?.stored != nil
      if try waits || !gather(clue ?? PostClue(id), there, salvage, tell), let clue {
        clues.giveBack(clue)
      }
    }
  }

  /// - Returns: whether the post is in the new journal.
  private func gather(
    _ clue: PostClue, _ there: Set<ContainedPath>, _ salvage: JournalSalvage,
    _ tell: (PostSalvageFinding) -> Void
  ) throws -> Bool {
    try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        guard let owner = try clue.owner ?? Self.owner(ofPhotosIn: clue.id, rows),
          let ownerName = salvage.owners[owner]
        else { return false }
        return try salvage.database.write { db in
          let settings = try JournalSettings.load(owner: owner, db)
          let found = try photos(
            of: clue.id, cover: clue.cover, owner: owner, settings.look, rows)
          let cover = found.photos.firstIndex { $0.id == clue.cover }
          // A label that shows no time of its own shows the post's.
          let first = cover ?? 0
          let ownTimes = [first] + found.photos.indices
          // Rows whose files are gone may be those of a post that was deleted.
          guard found.photos.contains(where: { there.contains($0.file) }),
            let index = ownTimes.first(where: { found.photos[$0].taken == nil }) ?? ownTimes.first
          else { return false }
          let photo = found.photos[index]
          let bytes =
            photo.isVideo ? nil : (try? salvage.disk.content(of: photo.file))?.bytes
          guard
            let time = ShownTime(photo.file, bytes.flatMap { StampMark(of: $0) })?
              .time(settings.rule, clue, isPosts: photo.taken == nil)
          else { return false }
          let number = try self.number(of: clue, owner: owner, db)
          var post = clue.post(
            number: number, uid: uid(of: clue, photo), time, found.photos,
            posted: time.instant)
          post.cover = first
          guard
            let checked = try? ImportedPost(
              ExportedPost(post, looks: found.looks.map { $0 ?? settings.look })
            ).withSizes(of: post)
          else { return false }
          let name = SalvagedPost(owner: ownerName, number: number, day: time.day)
          let isWhole = try insert(
            checked, SalvagedVersions(of: clue.id, rows), number: number, name, owner: owner,
            oldRow: clue.id, places: found.places, lostCover: cover == nil ? clue.cover : nil, db)
          carriedPhotos.formUnion(found.photos.map(\.id))
          tell(.gathered(name, photo.file, because: clue.reason))
          if !isWhole { tell(.versions(name)) }
          if found.looks.contains(where: { $0 == nil }) { tell(.look(name)) }
          return true
        }
      }
    }
  }

  private static func owner(ofPhotosIn post: Int64, _ rows: Database) throws -> Int64? {
    try Int64.fetchOne(
      rows,
      sql: """
        SELECT owner FROM photo WHERE post = ? AND typeof(owner) = 'integer'
        ORDER BY place, id LIMIT 1
        """, arguments: [post])
  }

  /// Its uid, or 16 bytes that are the same in each run, and begin as its photo's name says.
  private func uid(of clue: PostClue, _ photo: PostPhoto) -> [UInt8] {
    if let uid = clue.uid, !uids.contains(uid) { return uid }
    let text = "daystamp salvage\n\(String(decoding: photo.file))\n"
    let written = photo.file.uidOfName ?? []
    let own = StampMark.hash(Array(text.utf8) + photo.originalHash)
    return written + own.prefix(Post.uidSize - written.count)
  }
}

/// The photos that no row can be used of, and the posts that only they tell of.
extension PostSalvage {
  /// Photos come before others of their day that stand for their posts, or are at their beginning, or else
  /// that were taken on the day of the post. Posts in the new journal lack the covers whose rows are given.
  func rank(_ file: ContainedPath, _ lostCovers: Set<Int64>) -> (Int, Int, Int) {
    let known = clues.photo(file)
    let isCover = clues.isCover(file) || known.map { lostCovers.contains($0.id) } ?? false
    return (isCover ? 0 : 1, known?.place ?? .max, file.isOfFolder ? 0 : 1)
  }

  func remake(
    _ file: ContainedPath, _ photos: PhotoSalvage, _ salvage: JournalSalvage,
    _ report: JournalSalvage.Report, _ tell: (PostSalvageFinding) -> Void
  ) throws {
    guard let content = photos.take(file), try !photos.putBack(content) else { return }
    guard !photos.isCopy(content), let found = UnnamedPhoto(content, beside: photos) else {
      return try salvage.setAside(file, report)
    }
    let known = clues.photo(file)
    let name = file.uidOfName
    let ownOwner = known?.owner.flatMap { salvage.owners[$0] == nil ? nil : $0 }
    if let place = known?.post.flatMap({ places[$0] }),
      ownOwner == nil || ownOwner == carried[place].owner
    {
      return try add(found, photos, to: place, salvage, report, tell)
    }
    var clue = clues.take(file: file)
    if clue == nil, let place = namesake(name, owner: ownOwner) {
      return try add(found, photos, to: place, salvage, report, tell)
    }
    clue = clue ?? clues.take(originalHash: found.originalHash, name: name)
    let clueOwner = clue?.owner.flatMap { salvage.owners[$0] == nil ? nil : $0 }
    let owner = try clueOwner ?? ownOwner ?? salvage.heir(report)
    let versions = try JournalError.wrapping {
      try salvage.rows.database.read { rows in
        try clue.map { try SalvagedVersions(of: $0.id, rows) } ?? SalvagedVersions()
      }
    }
    var (isWhole, isByRow) = (true, false)
    let made: SalvagedPost? = try JournalError.wrapping {
      try salvage.database.write { db in
        let settings = try JournalSettings.load(owner: owner, db)
        guard let ownerName = salvage.owners[owner] else { return nil }
        let number =
          try clue.map { try self.number(of: $0, owner: owner, db) }
          ?? PostRows(owner: owner, db).newNumber()
        let uid = clue?.uid.flatMap { uids.contains($0) ? nil : $0 } ?? found.uid
        func checked(_ post: Post) -> ImportedPost? {
          guard !uids.contains(post.uid), files.isDisjoint(with: post.photos.flatMap(\.files))
          else { return nil }
          return try? ImportedPost(ExportedPost(post, looks: [settings.look])).withSizes(of: post)
        }
        var usable: ImportedPost?
        if var post = clue?.stored {
          post.photos = [found.photo(known, in: post.time, settings.rule(of: post.time))]
          usable = checked(post)
          isByRow = usable != nil
        }
        if usable == nil, let time = found.shown.time(settings.rule, clue) {
          let photo = found.photo(known, in: time, settings.rule)
          usable = checked(found.post(number: number, uid: uid, time, clue, photo))
        }
        guard let post = usable else { return nil }
        let name = SalvagedPost(owner: ownerName, number: number, day: post.time.day)
        let lostCover = clue?.cover.flatMap { $0 == known?.id || clue?.file == file ? nil : $0 }
        isWhole = try insert(
          post, versions, number: number, name, owner: owner, oldRow: clue?.id,
          isDoubtful: isByRow && clue.map { witness.doubtful.contains($0.id) } ?? false,
          places: known?.place.map { [$0] } ?? [], lostCover: isByRow ? lostCover : nil, db)
        return name
      }
    }
    guard let made else {
      if let clue { clues.giveBack(clue) }
      return try setAside(found, salvage, report)
    }
    try write(found, photos)
    if isByRow {
      tell(.addedPhoto(made, file))
      if let id = clue?.id, witness.unknown.contains(id) { tell(.unindexed(made)) }
      if carried.last?.isDoubtful == true { tell(.doubtful(made)) }
    } else {
      tell(.remade(made, file, because: clue?.reason))
    }
    found.tellDamage(of: made, tell)
    if !isWhole { tell(.versions(made)) }
  }

  /// Gives a post that is in the new journal a photo of which an index, or its name, still says that it is one of
  /// its.
  private func add(
    _ found: UnnamedPhoto, _ photos: PhotoSalvage, to place: Int, _ salvage: JournalSalvage,
    _ report: JournalSalvage.Report, _ tell: (PostSalvageFinding) -> Void
  ) throws {
    let (post, file) = (carried[place], found.content.file)
    let known = clues.photo(file)
    let isCover = known != nil && known?.id == post.lostCover
    let isAdded: Bool = try JournalError.wrapping {
      try salvage.database.write { db in
        let rows = PostRows(owner: post.owner, db)
        let settings = try JournalSettings.load(owner: post.owner, db)
        var photo = found.photo(known, in: post.time, settings.rule(of: post.time))
        guard try PostPhoto.all(of: post.row, db).count < Post.photoLimit,
          files.isDisjoint(with: photo.files),
          (try? ImportedPost.photo(ExportedPhoto(photo, look: settings.look))) != nil,
          let stored = try Post.stored(as: post.row, db),
          // A photo that was stamped again may have left its earlier file, which has its name too.
          known?.post != nil || stored.photos.allSatisfy({ $0.originalHash != photo.originalHash })
        else { return false }
        photo.look = try rows.lookID(settings.look)
        let taken = try Int.fetchSet(
          db, sql: "SELECT place FROM photo WHERE post = ?", arguments: [post.row])
        let free = known?.place.flatMap { taken.contains($0) ? nil : $0 }
        try rows.removeFromSearch(stored)
        let row = try rows.insert(photo, in: post.row, at: free ?? (taken.max() ?? 0) + 1)
        if isCover || stored.photos.isEmpty { try rows.setCover(row, of: stored) }
        if let changed = try Post.stored(as: post.row, db) { try rows.addToSearch(changed) }
        files.formUnion(photo.files)
        return true
      }
    }
    guard isAdded else { return try setAside(found, salvage, report) }
    carried[place].hasFoundPhoto = true
    if isCover { carried[place].lostCover = nil }
    try write(found, photos)
    tell(.addedPhoto(post.name, file))
    found.tellDamage(of: post.name, tell)
  }

  private func setAside(
    _ found: UnnamedPhoto, _ salvage: JournalSalvage, _ report: JournalSalvage.Report
  ) throws {
    for file in found.files { try salvage.setAside(file.file, report) }
  }

  private func write(_ found: UnnamedPhoto, _ photos: PhotoSalvage) throws {
    for file in found.files { try photos.write(file, to: file.file) }
  }
}

extension JournalSettings {
  /// Tells times that say no offset as a post's time was told.
  fileprivate func rule(of time: PostTime) -> DayRule {
    (try? CaptureZone.parse(time.zone)).map { DayRule(zone: $0, start: dayStart) } ?? rule
  }
}
