import Store

/// Daystamp's own collection: questions and thoughts for a day's page, written for it in English,
/// with a Korean translation.
enum ShippedCollection {
  static let name = "Daystamp"

  /// What is said of it.
  static func description() throws -> NewCollection {
    try NewCollection(
      CollectionName(name), licence: "MIT", language: "en", source: name, format: .tsv)
  }

  /// Whether this describes it, in whichever version.
  static func isDescribed(by other: NewCollection) throws -> Bool {
    let own = try description()
    return (own.name, own.licence, own.language, own.source)
      == (other.name, other.licence, other.language, other.source)
  }

  /// The bytes of its file, whose keys are numbers.
  static var file: [UInt8] {
    let lines = texts.split(separator: "\n\n").enumerated().map { index, text in
      let parts = text.split(separator: "\n")
      return "Daystamp.\(index + 1)\t" + parts.joined(separator: "\t")
    }
    return Array((["key\ttext\ttranslation"] + lines).joined(separator: "\n").utf8)
  }

  /// Each in English and, on the next line, in Korean.
  private static let texts = """
    What did you see today that nobody else would have noticed?
    오늘 나 아니면 아무도 눈여겨보지 않았을 것은 무엇인가요?

    Which five minutes of today would you live again?
    오늘 하루 중 다시 살고 싶은 5분은 언제인가요?

    Who made something easier for you, perhaps without knowing it?
    자기도 모르게 나를 편하게 해 준 사람은 누구인가요?

    What are you putting off, and what would the first two minutes of it look like?
    미루고 있는 일이 있다면, 그 일의 첫 2분은 어떤 모습일까요?

    What did you change your mind about lately?
    최근에 생각이 바뀐 일이 있나요?

    Write down a sentence that somebody said to you today.
    오늘 누군가 나에게 한 말 한마디를 그대로 적어 보세요.

    What was on your table at breakfast, and what does that say about your morning?
    아침 식탁에는 무엇이 있었나요? 그것이 오늘 아침을 어떻게 말해 주나요?

    What would you like to be asked tonight?
    오늘 밤 누가 나에게 무엇을 물어봐 주면 좋겠나요?

    Which small thing went right because you had prepared it?
    미리 준비해 둔 덕분에 잘된 작은 일은 무엇인가요?

    What did you learn from somebody younger than you?
    나보다 어린 사람에게서 배운 것이 있나요?

    Where were you most at ease today?
    오늘 가장 마음이 편했던 곳은 어디인가요?

    Which sound belongs to your home and to no other?
    우리 집에서만 나는 소리는 무엇인가요?

    What have you owned longest, and why is it still here?
    가장 오래 간직한 물건은 무엇이고, 왜 아직 곁에 있나요?

    If today had a title, what would it be?
    오늘 하루에 제목을 붙인다면 무엇일까요?

    What did you do today only because you wanted to?
    오늘 오로지 하고 싶어서 한 일은 무엇인가요?

    A day is not made of hours but of the few moments that we were there.
    하루는 시간이 아니라, 내가 정말로 그곳에 있었던 몇 순간으로 이루어집니다.

    Whom would you call if you had exactly ten minutes?
    딱 10분이 있다면 누구에게 전화하고 싶나요?

    What made you laugh, and would it be funny to anyone who was not there?
    무엇 때문에 웃었나요? 그 자리에 없던 사람도 웃을까요?

    What do you know how to do now that you could not do a year ago?
    1년 전에는 못 했지만 지금은 할 줄 아는 것은 무엇인가요?

    Which habit of yours would you hand on to a child?
    아이에게 물려주고 싶은 나의 습관은 무엇인가요?

    Which habit of yours would you rather a child never saw?
    아이가 닮지 않았으면 하는 나의 습관은 무엇인가요?

    What did the sky do today?
    오늘 하늘은 어떤 모습이었나요?

    What are you carrying that is not yours to carry?
    내 몫이 아닌데도 짊어지고 있는 것은 무엇인가요?

    What would today's you thank yesterday's you for?
    오늘의 내가 어제의 나에게 고마워할 일은 무엇인가요?

    What can you do tonight that tomorrow's you will be thankful for?
    내일의 내가 고마워할 일을 오늘 밤 하나 한다면 무엇일까요?

    When did you last do something for the first time?
    마지막으로 무언가를 처음 해 본 것은 언제인가요?

    Which song has been with you this week, and where did it find you?
    이번 주에 곁에 있던 노래는 무엇이고, 어디서 만났나요?

    What did you nearly say today, and why did you not?
    오늘 하려다 만 말은 무엇이고, 왜 하지 않았나요?

    Describe the light where you are sitting now.
    지금 앉아 있는 곳의 빛을 그려 보세요.

    What do you want to remember about the people you live with, just as they are now?
    함께 사는 사람들의 지금 모습 그대로에서 기억하고 싶은 것은 무엇인가요?

    Which worry of last year did not come true?
    작년에 했던 걱정 중 일어나지 않은 것은 무엇인가요?

    What is the kindest thing that you did today where nobody could see it?
    오늘 아무도 보지 않는 곳에서 한 가장 다정한 일은 무엇인가요?

    What you write in one line today will be a whole evening to you in ten years.
    오늘 적은 한 줄이 10년 뒤에는 하루 저녁을 통째로 되살려 줄 것입니다.

    What are you waiting for, and what are you doing while you wait?
    무엇을 기다리고 있나요? 기다리는 동안 무엇을 하고 있나요?

    Which taste takes you back to a certain kitchen?
    어떤 맛이 어느 부엌으로 나를 데려가나요?

    What would you do with a free day that nobody knew about?
    아무도 모르는 하루의 휴가가 생긴다면 무엇을 할까요?

    Which question do you keep coming back to?
    자꾸 되돌아오게 되는 질문은 무엇인가요?

    Who taught you something that you use every day?
    매일 쓰는 것을 나에게 가르쳐 준 사람은 누구인가요?

    What went wrong today, and how much will it matter in a week?
    오늘 잘못된 일은 무엇이고, 일주일 뒤에는 얼마나 중요할까요?

    What is the best thing that you bought for little money?
    적은 돈으로 산 것 중 가장 좋았던 것은 무엇인가요?

    Which part of your way to work or school would you miss?
    출근길이나 등굣길에서 사라지면 아쉬울 곳은 어디인가요?

    What do your hands remember how to do?
    손이 저절로 기억하는 일은 무엇인가요?

    What did you see growing?
    무엇이 자라는 것을 보았나요?

    Whom did you think of today without a reason?
    오늘 까닭 없이 떠오른 사람은 누구인가요?

    What would you like to be worse at?
    차라리 덜 잘했으면 싶은 일이 있나요?

    Rest is not what is left of the day. It is a part of it.
    쉼은 하루의 나머지가 아니라 하루의 한 부분입니다.

    Which room of your life needs its windows opened?
    내 삶에서 창문을 열어 환기해야 할 방은 어디인가요?

    What have you stopped doing that was good for you?
    나에게 좋았는데 어느새 그만둔 일은 무엇인가요?

    What was the first thing that you thought this morning?
    오늘 아침 맨 처음 한 생각은 무엇인가요?

    What did your body tell you today?
    오늘 몸이 나에게 한 말은 무엇인가요?

    Which rule of your own did you break, and was it worth it?
    스스로 정한 규칙을 어겼다면, 그럴 만한 일이었나요?

    What would you show a guest who has one hour in your town?
    우리 동네에 한 시간만 머무는 손님에게 무엇을 보여 줄까요?

    Which book, film or song came to you at just the right time?
    꼭 맞는 때에 나를 찾아온 책이나 영화, 노래는 무엇인가요?

    What do people come to you for?
    사람들은 무엇이 필요할 때 나를 찾아오나요?

    What are you proud of that cannot be seen?
    겉으로는 보이지 않지만 자랑스러운 것은 무엇인가요?

    What was the most beautiful ordinary thing today?
    오늘 가장 아름다웠던 평범한 것은 무엇인가요?

    To whom do you owe an answer?
    아직 답을 해 주지 못한 사람은 누구인가요?

    What would you do differently if nobody would ever hear of it?
    아무도 알 수 없다면 무엇을 다르게 하겠나요?

    When did time go fast today, and when slowly?
    오늘 시간이 빨리 간 때와 느리게 간 때는 언제인가요?

    What do you hope stays as it is?
    이대로 머물러 주었으면 하는 것은 무엇인가요?

    What would your street say about you?
    우리 골목은 나를 어떤 사람이라고 말할까요?

    A photo keeps how it looked. Write down how it was.
    사진은 어떻게 보였는지를 남깁니다. 어땠는지는 글로 남겨 보세요.

    What did you give away today: time, a thing, a word?
    오늘 무엇을 나누어 주었나요? 시간, 물건, 아니면 말 한마디?

    Which mistake are you glad to have made?
    저지르길 잘했다 싶은 실수는 무엇인가요?

    What smelled good today?
    오늘 맡은 좋은 냄새는 무엇인가요?

    What is enough for you, today?
    오늘의 나에게 충분한 것은 어느 만큼인가요?

    Which conversation would you like to have over again?
    다시 나누고 싶은 대화가 있나요?

    What did you do with your hands?
    오늘 손으로 무엇을 했나요?

    Where did you walk, and what was at the end of it?
    어디를 걸었고, 그 끝에는 무엇이 있었나요?

    What is the oldest thing that you touched today?
    오늘 만진 것 중 가장 오래된 것은 무엇인가요?

    Which of your plans has quietly become another one?
    나도 모르게 다른 계획으로 바뀐 계획은 무엇인가요?

    What are you saving for a special day, and what if it were today?
    특별한 날을 위해 아껴 둔 것이 있나요? 그날이 오늘이라면요?

    What would you tell somebody who is where you were five years ago?
    5년 전의 나와 같은 자리에 있는 사람에게 무슨 말을 해 줄까요?

    What did you hear when it was quiet?
    조용할 때 무엇이 들렸나요?

    Which animal crossed your way today?
    오늘 어떤 동물과 마주쳤나요?

    What surprised you about somebody whom you know well?
    잘 아는 사람의 어떤 점에 놀랐나요?

    What can wait until tomorrow, truly?
    정말로 내일까지 미뤄도 되는 일은 무엇인가요?

    Nobody else has today from where you are standing.
    내가 선 자리에서 본 오늘은 나 말고는 아무도 가지고 있지 않습니다.

    What would make tomorrow a good day, if only one thing went well?
    내일 한 가지만 잘된다면, 무엇이 좋은 하루를 만들까요?

    Which of your things would you repair rather than replace?
    새로 사느니 고쳐 쓰고 싶은 물건은 무엇인가요?

    What have you been told about yourself that turned out to be right?
    나에 대해 들은 말 중 나중에 보니 맞았던 것은 무엇인가요?

    What did you pretend today?
    오늘 무엇을 아닌 척, 혹은 그런 척했나요?

    Who was glad to see you?
    오늘 나를 보고 반가워한 사람은 누구인가요?

    What did you eat slowly?
    오늘 천천히 먹은 것은 무엇인가요?

    Which dream do you remember, even a piece of it?
    한 조각이라도 기억나는 꿈이 있나요?

    What is on the last photo you took, and what is just outside of it?
    마지막으로 찍은 사진에는 무엇이 있고, 그 바로 바깥에는 무엇이 있었나요?

    What do you do when you do not know what to do?
    어찌할 바를 모를 때 나는 무엇을 하나요?

    Which day of this month would you keep, if you could keep one?
    이번 달에서 하루만 간직할 수 있다면 어느 날인가요?

    What did you understand today that had been words before?
    그동안 말로만 알다가 오늘 비로소 이해한 것은 무엇인가요?

    What is the weather inside?
    지금 마음속 날씨는 어떤가요?

    Whose voice would you like to hear again?
    다시 듣고 싶은 목소리는 누구의 것인가요?

    What would you attempt if it were allowed to go badly?
    잘 안 되어도 괜찮다면 무엇을 해 보고 싶나요?

    What did you throw away today, and was it hard?
    오늘 무엇을 버렸나요? 버리기 어려웠나요?

    Small days are where most of a life is kept.
    삶의 대부분은 별일 없는 날들 속에 담겨 있습니다.

    Which word did you use too often today?
    오늘 너무 자주 쓴 말은 무엇인가요?

    What is the next small step of something large?
    큰일을 향한 다음 작은 한 걸음은 무엇인가요?

    What does a good morning smell, sound and feel like to you?
    나에게 좋은 아침은 어떤 냄새와 소리, 느낌인가요?

    What have you forgiven, and what not yet?
    무엇을 용서했고, 무엇을 아직 용서하지 못했나요?

    Which stranger do you remember from this week?
    이번 주에 만난 낯선 사람 중 기억나는 이는 누구인가요?

    What did you want to be as a child, and what of that are you?
    어릴 때 무엇이 되고 싶었나요? 그중 무엇이 지금의 나에게 있나요?

    What would you rather have done with the last hour?
    지난 한 시간, 차라리 무엇을 했더라면 좋았을까요?

    What keeps you company when you are alone?
    혼자 있을 때 무엇이 곁을 지켜 주나요?

    Which door did you not open, and do you still think of it?
    열어 보지 않은 문이 있나요? 아직도 생각나나요?

    What did you get for nothing today?
    오늘 거저 받은 것은 무엇인가요?

    What would you write on a card to yourself?
    나에게 카드를 쓴다면 뭐라고 쓸까요?

    What deserves a closer look tomorrow?
    내일 좀 더 자세히 들여다볼 만한 것은 무엇인가요?

    Which of today's troubles had a funny side?
    오늘 힘들었던 일 중 우스운 구석이 있었던 것은 무엇인가요?

    Where is there dust, and what lies under it?
    어디에 먼지가 쌓였고, 그 아래에는 무엇이 있나요?

    What do you believe now that you would have argued against once?
    예전 같으면 반대했을 텐데 지금은 믿는 것은 무엇인가요?

    It need not have been a good day to be worth a line.
    좋은 날이 아니었어도 한 줄 남길 만한 날입니다.

    What did you finish?
    오늘 끝낸 일은 무엇인가요?

    What did you begin?
    오늘 시작한 일은 무엇인가요?

    Who knows you from before, and what would they say of you now?
    예전의 나를 아는 사람은 지금의 나를 보고 뭐라고 할까요?

    Which colour was today?
    오늘은 무슨 색이었나요?

    What do you own too much of?
    너무 많이 가지고 있는 것은 무엇인가요?

    What would you like more of, that costs nothing?
    돈이 들지 않는 것 중 더 갖고 싶은 것은 무엇인가요?

    When did you feel that you belonged?
    내가 있을 자리에 있다고 느낀 때는 언제인가요?

    What is true today that will not be true in a year?
    오늘은 맞지만 1년 뒤에는 달라져 있을 것은 무엇인가요?

    What is the last thing you will see tonight before you close your eyes?
    오늘 밤 눈을 감기 전 마지막으로 볼 것은 무엇인가요?

    What made today different from yesterday?
    무엇이 오늘을 어제와 다르게 만들었나요?
    """
}
