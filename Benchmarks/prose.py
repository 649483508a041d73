"""Makes words of posts: English as Python's own documentation has it, word after word, and Korean."""

import random
import re
from pydoc_data.topics import topics

KOREAN = """
오늘 어제 내일 아침 점심 저녁 친구 가족 아이 학교 회사 회의 여행 바다 제주도 부산 서울 일본 비빔밥 냉면 커피 산책 운동 공원
한강 사진 일기 생각 마음 시간 사람 이야기 노래 영화 책 고양이 강아지 날씨 바람 하늘 구름 저녁노을 눈 비 봄 여름 가을 겨울
""".split()
ENDINGS = ["", "이", "가", "을", "를", "은", "는", "에서", "에", "도", "와", "하고", "까지", "부터", "이다", "였다", "했다"]


class Prose:
    """Texts of a length, of which a share is Korean, and one word of thirty is a name that few have."""

    def __init__(self, characters, korean=0.3, seed=1):
        self.characters, self.korean, self.chance = characters, korean, random.Random(seed)
        words = re.findall(r"[A-Za-z][A-Za-z']*[.,]?", " ".join(topics.values()))
        self.followers = {}
        for word, follower in zip(words, words[1:] + words[:1]):
            self.followers.setdefault(word, []).append(follower)
        self.word = words[0]

    def begin(self, seed):
        """From here on the texts depend on the seed alone."""
        self.chance.seed(seed)
        self.word = self.chance.choice(list(self.followers))

    def __call__(self):
        next_word = self.korean_word if self.chance.random() < self.korean else self.english_word
        text = ""
        while len(text) < self.characters:
            text += next_word() + " "
        return text[:self.characters].strip()

    def english_word(self):
        self.word = self.chance.choice(self.followers[self.word])
        return self.name("bcdfghklmnprstvw", "aeiou", 3) if self.chance.random() < 1 / 30 else self.word

    def korean_word(self):
        if self.chance.random() < 1 / 30:
            return "".join(chr(self.chance.randrange(0xAC00, 0xD7A4)) for _ in range(3))
        # The first of the list are the most common.
        place = int(len(KOREAN) * self.chance.random() ** 2)
        return KOREAN[place] + self.chance.choice(ENDINGS)

    def name(self, consonants, vowels, syllables):
        return "".join(self.chance.choice(consonants) + self.chance.choice(vowels) for _ in range(syllables))
