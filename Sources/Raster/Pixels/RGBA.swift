/// A colour with straight (not premultiplied) alpha, 255 = opaque.
package struct RGBA: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let clear = RGBA(red: 0, green: 0, blue: 0, alpha: 0)
}
