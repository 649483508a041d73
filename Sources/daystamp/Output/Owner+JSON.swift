/// An owner as one object of JSON.
struct OwnerJSON: Encodable {
  let name: String
  /// Without those in the trash.
  let posts: Int
  let inTrash: Int
}
