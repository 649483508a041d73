extension Reversal {
  /// This reversal with the original's data of every scan that is coded anew, which takes as many
  /// bytes as those: for scans that an encoder coded in a way of its own.
  package func keepingScans(of original: JPEGPicture) -> Reversal {
    var whole = self
    whole.edits = edits.map { edit in
      guard case .scan(let edit) = edit else { return edit }
      return .bytes(
        ByteEdit(
          range: edit.range, original: Array(original.bytes[original.scans[edit.scan].data])))
    }
    return whole
  }
}
