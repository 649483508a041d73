/// Where on the displayed photo a label stands: one of nine places.
package enum LabelPosition: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Where along one axis the label stands.
  enum Alignment { case start, middle, end }

  var horizontal: Alignment {
    switch self {
    case .topLeft, .left, .bottomLeft: .start
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .end
    }
  }

  var vertical: Alignment {
    switch self {
    case .topLeft, .top, .topRight: .start
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .end
    }
  }
}
