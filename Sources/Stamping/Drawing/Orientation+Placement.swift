import Formats
import Raster

extension Placement {
  /// Maps pixels that are upright on the displayed photo to the pixels as they are coded.
  ///
  /// The eight values of TIFF 6.0's Orientation tag say where the coded picture's first row and
  /// column lie on the displayed one; this is the way back.
  ///
  /// - Parameters:
  ///   - x: the displayed column where the upright pixel (0, 0) comes to lie.
  ///   - y: its displayed row.
  ///   - orientation: how the coded picture is turned for display.
  ///   - width: the coded picture's width.
  ///   - height: the coded picture's height.
  init(x: Int, y: Int, orientation: Orientation, codedWidth width: Int, codedHeight height: Int) {
    let (lastX, lastY) = (width - 1, height - 1)
    switch orientation {
    case .topLeft: self.init(originX: x, originY: y, right: .right, down: .down)
    case .topRight: self.init(originX: lastX - x, originY: y, right: .left, down: .down)
    case .bottomRight: self.init(originX: lastX - x, originY: lastY - y, right: .left, down: .up)
    case .bottomLeft: self.init(originX: x, originY: lastY - y, right: .right, down: .up)
    case .leftTop: self.init(originX: y, originY: x, right: .down, down: .right)
    case .rightTop: self.init(originX: y, originY: lastY - x, right: .up, down: .right)
    case .rightBottom: self.init(originX: lastX - y, originY: lastY - x, right: .up, down: .left)
    case .leftBottom: self.init(originX: lastX - y, originY: x, right: .down, down: .left)
    }
  }
}
