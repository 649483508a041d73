import People
import Testing
import Wording

@testable import JournalCommands

@Suite("A plant as text")
struct PlantDrawingTests {
  private func plant(
    _ kind: PlantKind, _ stage: Growth.Stage, isWithered: Bool = false
  ) -> PlantDrawing {
    PlantDrawing(kind: kind, stage: stage, steps: 4, isWithered: isWithered)
  }

  @Test("has at most five short lines of ASCII, whatever it is", arguments: PlantKind.allCases)
  func size(kind: PlantKind) {
    for stage in Growth.Stage.allCases {
      for isWithered in [false, true] {
        let lines = plant(kind, stage, isWithered: isWithered).lines
        #expect((1...PlantDrawing.height).contains(lines.count))
        #expect(PlantDrawing.height == 5)
        for line in lines {
          #expect(line.utf8.allSatisfy { 0x20...0x7E ~= $0 } && line.count <= 9, "\(line)")
        }
      }
    }
  }

  @Test("looks different at each stage, withered, and from leaf on by kind")
  func different() {
    for kind in PlantKind.allCases {
      let drawings = [false, true].flatMap { isWithered in
        Growth.Stage.allCases.map { plant(kind, $0, isWithered: isWithered).lines }
      }
      #expect(Set(drawings).count == 8, "\(kind)")
    }
    for stage in Growth.Stage.allCases.dropFirst() {
      #expect(Set(PlantKind.allCases.map { plant($0, stage).lines }).count == 5, "\(stage)")
    }
  }

  @Test("is said in words too")
  func words() {
    #expect(Wording.describe(plant(.oak, .full)) == "oak, fully grown, 4 of 12 steps")
    #expect(
      Wording.describe(plant(.daisy, .bloom, isWithered: true))
        == "daisy, in bloom, withered, 4 of 12 steps")
  }
}
