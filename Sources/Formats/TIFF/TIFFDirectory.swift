/// One image file directory (IFD): its readable entries in file order.
package struct TIFFDirectory: Sendable {
  /// Where the directory begins, from the structure's first byte.
  package let offset: Int
  package let entries: [TIFFEntry]
  /// The directory that follows, nil at the chain's end; it may point anywhere, even back here.
  package let nextOffset: Int?

  /// The first entry with `tag`, as readers agree for a tag that is there twice.
  package subscript(tag: TIFFTag) -> TIFFEntry? {
    entries.first { $0.tag == tag }
  }
}
