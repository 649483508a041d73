import Wording

let plansTexts: [String: ErrorText] = [
  "too-many-plans": .init("there are too many plans", "읽기 계획을 더 추가할 수 없습니다."),
  "too-many-plans.limit": .init(
    "there are {limit} plans, the most possible",
    "읽기 계획이 {limit}개 있어 더 추가할 수 없습니다.", hint: "; daystamp plan remove removes one"),
  "too-many-runs": .init("you have followed the plan too often", "이 계획은 더 시작할 수 없습니다."),
  "too-many-runs.limit": .init(
    "you have followed “{name}” {limit} times, the most possible",
    "“{name}” 계획은 {limit}번 시작하여 더 시작할 수 없습니다."),
  "plan": .init("the plan cannot be added", "읽기 계획을 추가할 수 없습니다."),
  "plan.problems": .init(
    "{count|line is|lines are} wrong, so nothing was added; {first}",
    "{count}줄이 잘못되어 아무것도 추가하지 않았습니다. {first}"),
  "plan.empty": .init(
    "it has no days; write a day on a line, as 60=Exod.12.21-Exod.12.50, Luke.15",
    "날이 하나도 없습니다. 한 줄이 하루입니다. 보기: 60=Exod.12.21-Exod.12.50, Luke.15"),
  "plan.portions": .init(
    "it has {observed} portions; a plan can have at most {limit}",
    "분량이 {observed}개입니다. 계획 하나에는 {limit}개까지 둘 수 있습니다."),
  "plan.texts": .init(
    "“{name}” has {observed} texts; a plan can read a collection of at most {limit}",
    "“{name}”에는 글이 {observed}개 있습니다. 계획은 글 {limit}개까지의 모음을 읽습니다."),
  "plan.no-collection": .init(
    "no collection has the text or section “{key}”, the first in the plan",
    "계획이 처음에 말하는 글이나 부분 “{key}”이(가) 있는 글 모음이 없습니다.",
    hint: "; choose with --collection"),
  "plan.several": .init(
    "several collections fit: {collections}", "여러 글 모음이 해당됩니다: {collections}",
    hint: "; choose with --collection"),
  "plan.days": .init(
    "a plan has 1 to {limit} days, not {observed}", "계획은 1일에서 {limit}일까지입니다. 지금은 {observed}일입니다."),
  "plan.few-sections": .init(
    "“{name}” has {observed|section|sections}, too few for {days|day|days}",
    "“{name}”의 부분은 {observed}개라서 {days}일 동안 날마다 나누어 읽기에 모자랍니다."),
  "plan.testaments": .init(
    "“{name}” does not have both testaments", "“{name}”에는 구약과 신약이 함께 있지 않습니다."),
  "plan.few-books": .init(
    "“{name}” has {observed|book|books}, but needs {expected}",
    "“{name}”에는 책이 {observed}권 있습니다. {expected}권이 있어야 합니다."),
  "plan-exists": .init("there is a plan with this name already", "같은 이름의 계획이 이미 있습니다."),
  "plan-exists.name": .init(
    "there is a plan “{name}” already", "“{name}” 계획이 이미 있습니다.",
    hint: "; name this one with --name"),
  "no-plan": .init("there is no such plan", "그런 계획이 없습니다."),
  "no-plan.first": .init(
    "there is no plan “{name}”, nor any other yet", "“{name}” 계획이 없습니다. 아직 계획이 하나도 없습니다.",
    hint: "; daystamp plan add makes one"),
  "no-plan.known": .init(
    "there is no plan “{name}”, only {known}", "“{name}” 계획이 없습니다. 있는 계획: {known}"),
  "no-plan.none": .init(
    "there are no plans yet", "아직 계획이 하나도 없습니다.", hint: "; daystamp plan add makes one"),
  "plan-followed": .init("you follow this plan already", "이미 따르고 있는 계획입니다."),
  "plan-followed.since": .init(
    "you follow “{name}” already, since {day}", "“{name}” 계획은 {day}부터 이미 따르고 있습니다.",
    hint: "; move it with daystamp plan at DAY, or end it with daystamp plan stop"),
  "not-followed": .init("you do not follow this plan", "따르고 있지 않은 계획입니다."),
  "not-followed.name": .init(
    "you do not follow “{name}”", "“{name}” 계획을 따르고 있지 않습니다.",
    hint: "; daystamp plan start starts it"),
  "not-followed.none": .init(
    "you follow no plan", "따르고 있는 계획이 없습니다.", hint: "; daystamp plan start starts one"),
  "not-followed.several": .init(
    "you follow several plans: {names}", "여러 계획을 따르고 있습니다: {names}",
    hint: "; name one"),
  "no-portion": .init("the plan has no such portion", "계획에 그런 분량이 없습니다."),
  "no-portion.number": .init(
    "day {day} has {portions|portion|portions}, no portion {number}",
    "{day}일째에는 분량이 {portions}개이고 {number}번째는 없습니다."),
  "no-portion.day": .init(
    "the plan has {days|day|days}, no day {day}", "계획은 {days}일이고 {day}일째는 없습니다."),
  "plan-read": .init("you have read the whole plan", "계획을 모두 읽었습니다."),
  "plan-read.name": .init("you have read all of “{name}”", "“{name}” 계획을 모두 읽었습니다."),
  "plan-waits": .init("the plan has not started", "아직 시작하지 않은 계획입니다."),
  "plan-waits.start": .init(
    "“{name}” starts on {day}", "“{name}” 계획은 {day}에 시작합니다.",
    hint: "; choose one of its days with --day N"),
  "no-collection.plan": .init(
    "“{name}” reads the collection “{collection}”, which is missing",
    "“{name}” 계획이 읽는 “{collection}” 모음이 지금은 없습니다."),
  "plan-line": .init("a line of the plan is wrong", "계획의 한 줄이 잘못되었습니다."),
  "plan-line.line": .init("line {line}: {reason}", "{line}번째 줄: {reason}"),
  "plan-line.encoding": .init(
    "it is not UTF-8, or has control characters", "UTF-8이 아니거나 제어 문자가 있습니다."),
  "plan-line.size": .init("it has more than {limit} KiB", "{limit}KiB를 넘습니다."),
  "plan-line.syntax": .init(
    "write a day, an equals sign and portions, as 60=Exod.12.21-Exod.12.50, Luke.15",
    "한 줄은 날, 등호, 분량입니다. 보기: 60=Exod.12.21-Exod.12.50, Luke.15"),
  "plan-line.day": .init(
    "days are 1 to {limit}, not {observed}", "날은 1에서 {limit}까지입니다. 지금은 {observed}입니다."),
  "plan-line.same-day": .init(
    "day {day} is in line {first} already", "{day}일째는 {first}번째 줄에 이미 있습니다."),
  "plan-line.no-portions": .init("day {day} has no portions", "{day}일째에 분량이 없습니다."),
  "plan-line.portions": .init(
    "it has {observed} portions; a day can have at most {limit}",
    "분량이 {observed}개입니다. 하루에는 {limit}개까지 둘 수 있습니다."),
  "plan-line.same-portion": .init(
    "it has the portion “{portion}” twice", "“{portion}” 분량이 두 번 있습니다."),
  "plan-line.unknown": .init(
    "the collection has neither a text nor a section “{key}”",
    "글 모음에 “{key}”이라는 글도 부분도 없습니다."),
  "plan-line.backwards": .init(
    "“{last}” comes before “{first}”", "“{last}”이(가) “{first}”보다 앞에 있습니다."),
]
