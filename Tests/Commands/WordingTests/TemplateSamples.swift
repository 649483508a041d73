import Wording

@testable import Journal

extension Samples {
  /// Of what is said of templates.
  static let templates: [any Worded] = TemplateName(stored: "Evening").map(templates) ?? []

  private static func templates(_ name: TemplateName) -> [any Worded] {
    let errors: [TemplateError] = [
      .unknown(name, known: []), .unknown(name, known: [name]), .exists(name),
      .tooMany(limit: 50), .empty,
      .tooLong(observed: 10_001, limit: 10_000), .tooManyBytes(observed: 100_001, limit: 100_000),
    ]
    let problems: [ImportProblem] = [.templateTwice(name), .tooManyTemplates(limit: 50)]
    return errors + problems
  }
}
