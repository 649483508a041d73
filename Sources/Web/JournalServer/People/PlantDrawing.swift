import People

/// A person's plant in its pot, within 64 by 64, in shapes whose colours the style has.
struct PlantDrawing {
  let kind: PlantKind
  let stage: Growth.Stage
  let isWithered: Bool

  init(_ growth: Growth, _ kind: PlantKind, isWithered: Bool) {
    (self.kind, stage, self.isWithered) = (kind, growth.stage, isWithered)
  }

  init(_ kind: PlantKind, _ stage: Growth.Stage, isWithered: Bool) {
    (self.kind, self.stage, self.isWithered) = (kind, stage, isWithered)
  }

  /// For the template `plant`.
  func content(_ words: Words) -> PageContent {
    let text = words(
      isWithered ? "plantWithered" : "plantAlt",
      ["plant": words("plant-\(kind.rawValue)"), "stage": words("stage-\(stage.rawValue)")])
    return ["shapes": shapes, "alt": text, "isWithered": isWithered]
  }

  /// What is within the drawing.
  var shapes: String {
    let plant: [String] =
      switch kind {
      case .daisy: daisy
      case .clover: clover
      case .fern: fern
      case .lavender: lavender
      case .oak: oak
      }
    // A withered plant hangs over.
    let lean = isWithered ? " transform=\"rotate(16 32 46)\"" : ""
    return "<g\(lean)>\(plant.joined())</g>"
      + #"<path class="pot" d="M19 48h26l-3 14h-20z"/><path class="pot" d="M16 44h32v6h-32z"/>"#
  }

  private var step: Int { Growth.Stage.allCases.firstIndex(of: stage) ?? 0 }

  // MARK: Kinds

  private var daisy: [String] {
    let pairs = [leaves(at: 40, 11, 4), leaves(at: 34, 10, 4)]
    return switch stage {
    case .sprout: [stem(to: 32, 37), leaves(at: 38, 9, 4)]
    case .leaf: [stem(to: 32, 25)] + pairs + [leaves(at: 28, 7, 3)]
    case .bloom: [stem(to: 32, 18)] + pairs + [daisyHead(32, 15, 8)]
    case .full:
      [stem(to: 32, 16), stem(to: 18, 27), stem(to: 46, 25)] + pairs
        + [daisyHead(32, 12, 8), daisyHead(17, 24, 6), daisyHead(47, 22, 6)]
    }
  }

  private var clover: [String] {
    let few = [(32, 31), (22, 36), (42, 35)], more = few + [(16, 28), (48, 27)]
    return switch stage {
    case .sprout: [trefoil(32, 36)]
    case .leaf: few.map(trefoil)
    case .bloom: few.map(trefoil) + [cloverHead(32, 19)]
    case .full: more.map(trefoil) + [cloverHead(32, 15), cloverHead(23, 21), cloverHead(42, 20)]
    }
  }

  private var fern: [String] {
    let angles = [[], [-118, -62], [-142, -108, -72, -38], [-160, -132, -106, -78, -50, -22]][step]
    if angles.isEmpty {
      return [#"<path class="stem" d="M32 46V36a5 5 0 1 1 5 5a2.5 2.5 0 1 1 0-5"/>"#]
    }
    return angles.map { frond(Double($0), [0, 20, 26, 30][step]) }
  }

  private var lavender: [String] {
    let fan = [-150, -120, -60, -30].map { leaf(32, 46, Double($0), 14, 2) }
    let stems = [[], [], [(24, 22), (32, 16), (40, 22)]][min(step, 2)]
    return switch stage {
    case .sprout: [leaf(32, 46, -110, 11, 2), leaf(32, 46, -70, 11, 2)]
    case .leaf: fan + [leaf(32, 46, -100, 20, 2), leaf(32, 46, -80, 20, 2)]
    case .bloom: fan + stems.map(spike)
    case .full: fan + (stems + [(16, 27), (48, 27)]).map(spike)
    }
  }

  private var oak: [String] {
    let size = [0, 9, 13, 16][step]
    if size == 0 {
      return [
        stem(to: 32, 34), leaf(32, 36, -150, 11, 5), leaf(32, 36, -30, 11, 5),
        circle("leaf", 32, 32, 3),
      ]
    }
    let top = 40 - 3 * size / 2
    let crown = [
      (0, 0, size * 7 / 10), (-size * 7 / 10, 3, size * 6 / 10),
      (size * 7 / 10, 3, size * 6 / 10), (-size * 3 / 10, size / 2, size * 5 / 10),
      (size * 4 / 10, size / 2, size * 5 / 10),
    ]
    let trunk = #"<path class="wood" d="M30 46l1-\#(46 - top)h2l1 \#(46 - top)z"/>"#
    let acorns = step == 3 ? [(24, 18), (38, 16), (42, 24), (29, 25)] : []
    return [trunk]
      + crown.map { circle($0.0 < 0 ? "leaf" : "leaf shade", 32 + $0.0, top + $0.1, $0.2) }
      + acorns.map { circle("sun", $0.0, $0.1, 2) }
  }

  // MARK: Parts

  private func stem(to x: Int, _ y: Int) -> String {
    #"<path class="stem" d="M32 47Q32 \#((47 + y) / 2) \#(x) \#(y)"/>"#
  }

  private func circle(_ name: String, _ x: Int, _ y: Int, _ radius: Int) -> String {
    #"<circle class="\#(name)" cx="\#(x)" cy="\#(y)" r="\#(radius)"/>"#
  }

  /// A leaf from a place on, in degrees from the right downwards.
  private func leaf(
    _ x: Int, _ y: Int, _ angle: Double, _ length: Int, _ width: Int, _ name: String = "leaf"
  ) -> String {
    let (half, side) = (length / 2, width)
    return """
      <path class="\(name)" d="M0 0Q\(half) \(-side) \(length) 0Q\(half) \(side) 0 0z" \
      transform="translate(\(x) \(y)) rotate(\(Int(angle)))"/>
      """
  }

  /// Two leaves of a stem in the middle.
  private func leaves(at y: Int, _ length: Int, _ width: Int) -> String {
    leaf(32, y, -155, length, width) + leaf(32, y, -25, length, width, "leaf shade")
  }

  private func daisyHead(_ x: Int, _ y: Int, _ radius: Int) -> String {
    (0..<8).map { leaf(x, y, Double($0) * 45, radius, 3, "petal") }.joined()
      + circle("sun", x, y, radius / 3 + 1)
  }

  private func trefoil(_ x: Int, _ y: Int) -> String {
    stem(to: x, y) + circle("leaf", x - 3, y, 3) + circle("leaf", x + 3, y, 3)
      + circle("leaf shade", x, y - 4, 3)
  }

  private func cloverHead(_ x: Int, _ y: Int) -> String {
    stem(to: x, y) + circle("petal", x, y, 5)
      + [-60, -90, -120].map { leaf(x, y + 3, Double($0), 8, 2, "petal shade") }.joined()
  }

  private func frond(_ angle: Double, _ length: Int) -> String {
    let leaflets = stride(from: 4, to: length, by: 4).map { place in
      let size = max(3, (length - place) / 3 + 2)
      return leaf(place, 0, -55, size, 2) + leaf(place, 0, 55, size, 2, "leaf shade")
    }
    return """
      <g transform="translate(32 47) rotate(\(Int(angle)))"><path class="stem" d="M0 0H\(length)"/>\
      \(leaflets.joined())</g>
      """
  }

  private func spike(_ x: Int, _ y: Int) -> String {
    let buds = (0..<5).map { index in
      circle("bud", x + (index % 2 == 0 ? -1 : 2), y - 6 + index * 3, index == 0 ? 2 : 3)
    }
    return stem(to: x, y) + buds.joined()
  }
}
