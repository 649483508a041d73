import Formats

/// A JPEG with a layer laid over its picture: only the blocks under the layer are coded anew, every
/// other coefficient and every byte outside the scans stays.
package struct Splice {
  /// The new file; none once it is taken.
  package private(set) var bytes: [UInt8]
  /// What gives the original back.
  package var reversal: Reversal
  /// By component, the blocks that were coded anew.
  package let touched: [BlockArea]

  /// What a decoder must find in the new file.
  let expected: Expected

  struct Expected {
    /// The coefficients of the blocks that were coded anew.
    let store: CoefficientStore
    /// Where the original's scans hold them.
    let traces: [ScanTrace]
  }

  /// Lays a layer over a picture.
  ///
  /// Time and memory are those of reading the entropy-coded data up to the layer's last block, and of
  /// copying what comes behind its first.
  ///
  /// - Parameters:
  ///   - layer: on the picture as it is coded.
  ///   - picture: the original.
  ///   - colour: what its components mean.
  /// - Throws: ``JPEGError`` where the entropy-coded data are damaged.
  package init(
    _ layer: Layer, over picture: JPEGPicture, colour: ComponentColour
  ) throws(JPEGError) {
    let painter = Painter(layer, on: picture, colour: colour)
    touched = painter.touched
    let reader = try PictureReader(picture, areas: touched)
    var store = reader.store
    painter.paint(&store)
    expected = Expected(store: store, traces: reader.traces)

    var assembly = Assembly(picture, store: store)
    for (index, trace) in reader.traces.enumerated() { try assembly.write(index, trace) }
    (bytes, reversal) = assembly.finish()
  }

  /// Gives the new file away, so that it can be changed without being copied.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
