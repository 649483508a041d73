package import CaptureTime
package import Files
package import Store

/// Something of a post that a salvage could not bring over as it was.
package enum PostSalvageFinding: AreaSalvageFinding {
  /// Neither its row nor its photo can be read; the reason is what is wrong with the row, where there
  /// is one.
  case lost(SalvagedPost, because: (any Error)?)
  /// Its row is gone; this photo gives its time, and what an index has still known, the rest.
  case remade(SalvagedPost, ContainedPath, because: (any Error)?)
  /// Its row is gone or damaged, and those of its photos are as they were: it has its day and time by this
  /// one, and what an index, or the damaged row, has still known, the rest.
  case gathered(SalvagedPost, ContainedPath, because: (any Error)?)
  /// The row of this photo of it is gone; its file brought it back.
  case addedPhoto(SalvagedPost, ContainedPath)
  /// The photo that stood for it is gone, and its first photo stands for it.
  case cover(SalvagedPost)
  /// Its photo is gone; its words or mood are there.
  case noPhoto(SalvagedPost)
  /// No index has its row, which may be that of a post that was deleted.
  case unindexed(SalvagedPost)
  /// One of its files, a path from either journal's folder.
  case photo(SalvagedPost, PostProblem.Part, ContainedPath, PhotoLoss)
  /// Its row is damaged or lost; what can be read of its words, now or before, is back on its day.
  case rewritten(SalvagedPost, because: (any Error)?)
  /// Its words are lost; those of this earlier version stand in their place.
  case earlierWords(SalvagedPost, version: Int)
  /// Its words end where their page is damaged.
  case cut(SalvagedPost)
  /// Not all earlier versions of its words can be read.
  case versions(SalvagedPost)
  /// Another post has its number.
  case renumbered(SalvagedPost, from: Int)
  /// How its label looks is not known any more, only how it is set now.
  case look(SalvagedPost)
  /// Not all of its tags can be read.
  case tags(SalvagedPost)
  /// Its row says something else than its photo or an index: one of them is damaged.
  case doubtful(SalvagedPost)
  /// Its words, caption or tags differ from the search index.
  case altered(SalvagedPost)

  package enum PhotoLoss: Sendable, Hashable {
    case missing
    /// It has other bytes than were stored; it was copied as it is.
    case damaged
  }

  package var post: SalvagedPost {
    switch self {
    case .lost(let post, _), .remade(let post, _, _), .gathered(let post, _, _),
      .addedPhoto(let post, _), .cover(let post), .noPhoto(let post), .unindexed(let post),
      .photo(let post, _, _, _), .rewritten(let post, _), .earlierWords(let post, _),
      .cut(let post), .versions(let post), .renumbered(let post, _), .look(let post),
      .tags(let post), .doubtful(let post), .altered(let post):
      post
    }
  }
}

/// The known values of a post; nil for lost ones.
package struct SalvagedPost: Sendable, Hashable {
  package let owner: OwnerName?
  package let number: Int?
  package let day: CivilDate?

  package init(owner: OwnerName?, number: Int?, day: CivilDate?) {
    (self.owner, self.number, self.day) = (owner, number, day)
  }
}

/// Why a row is not a valid post, beyond an import's reasons.
package enum SalvagedRowProblem: Error, Sendable, Hashable {
  /// There is no such owner.
  case owner
  /// It had nothing but photos, and none is left.
  case noPhoto
}
