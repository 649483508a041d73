import Store

/// An owner as one object of JSON.
struct OwnerJSON: Encodable {
  let name: String
  let locked: Bool
  /// Without those in the trash; missing where the journal is locked.
  let posts: Int?
  let inTrash: Int?

  init(_ owner: OwnerName, _ size: (posts: Int, inTrash: Int)?) {
    name = owner.text
    locked = size == nil
    (posts, inTrash) = (size?.posts, size?.inTrash)
  }
}
