import Store
package import Wording

extension TemplateError: Worded {
  package var wording: ErrorMessage {
    switch self {
    case .unknown(let name, known: []):
      ErrorMessage("no-template.first", ["name": .text(name.text)])
    case .unknown(let name, let known):
      ErrorMessage(
        "no-template.known", ["name": .text(name.text), "known": .names(known.map(\.text))])
    case .exists(let name): ErrorMessage("template-exists.name", ["name": .text(name.text)])
    case .tooMany(let limit): ErrorMessage("too-many-templates.limit", ["limit": .number(limit)])
    case .empty: ErrorMessage("template.empty")
    case .tooLong(let observed, let limit):
      ErrorMessage("template.too-long", ["observed": .number(observed), "limit": .number(limit)])
    case .tooManyBytes(let observed, let limit):
      ErrorMessage("template.bytes", ["observed": .number(observed), "limit": .number(limit)])
    }
  }
}

/// Texts of what is said of templates, by their keys.
let templateTexts: [String: ErrorText] = [
  "no-template": .init("there is no such template", "그런 글틀은 없습니다."),
  "no-template.first": .init(
    "there is no template “{name}”, nor any other yet",
    "“{name}” 글틀이 없습니다. 아직 글틀이 하나도 없습니다.",
    hint: "; daystamp template add adds one"),
  "no-template.known": .init(
    "there is no template “{name}”, only {known}", "“{name}” 글틀이 없습니다. 있는 글틀: {known}."),
  "template-exists": .init(
    "there is a template with this name already", "같은 이름의 글틀이 이미 있습니다."),
  "template-exists.name": .init(
    "there is a template “{name}” already", "“{name}” 글틀이 이미 있습니다."),
  "too-many-templates": .init("there are too many templates", "글틀이 너무 많습니다."),
  "too-many-templates.limit": .init(
    "there are {limit} templates, the most possible; remove one first",
    "글틀이 {limit}개 있어서 더 만들 수 없습니다."),
  "template": .init("this is not a template", "글틀이 아닙니다."),
  "template.empty": .init("the template is empty", "글틀에 내용이 없습니다."),
  "template.too-long": .init(
    "the template has {observed} characters; at most {limit} are possible",
    "글틀이 {observed}자입니다. {limit}자까지 쓸 수 있습니다."),
  "template.bytes": .init(
    "the template has {observed} bytes; at most {limit} are possible",
    "글틀이 {observed}바이트입니다. {limit}바이트까지 쓸 수 있습니다."),
  "import.template-twice": .init("an earlier line has the template “{name}” too"),
  "import.templates": .init("there are more than {limit} templates, the most for an owner"),
]
