import Stamping

/// A photo on its way into the journal: stamped and written, but without a name or a row yet.
///
/// Dropped on the way it leaves nothing behind.
struct Arrival: Sendable {
  let input: InputPhoto
  /// The photo's place among those that are posted together.
  let index: Int
  let uid: [UInt8]
  let time: PostTime
  let look: LabelLook
  let details: PostDetails
  let stamped: StampedPhoto
  let staged: StagedPhoto
}
