import Stamping

extension LabelStyle {
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  init(presetNamed name: String) throws(SettingProblem) {
    guard let preset = Preset(rawValue: name) else {
      throw .unknownName(expected: Preset.allCases.map(\.rawValue))
    }
    self.init(preset)
  }
}

extension LabelPosition {
  /// - Throws: ``SettingProblem/unknownName(expected:)``.
  init(named name: String) throws(SettingProblem) {
    guard let position = LabelPosition(rawValue: name) else {
      throw .unknownName(expected: Self.allCases.map(\.rawValue))
    }
    self = position
  }
}
