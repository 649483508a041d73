"""What the program stores of a post for the search, written a second time in another language."""

import functools
import re
import unicodedata

# Runs of letters, of Han, kana and Hangul, and what is neither.
SYLLABLES = "\uac00-\ud7ff\u1100-\u11ff\u3005-\u3007\u3041-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
RUNS = re.compile(f"([{SYLLABLES}]+)|([^\\W_{SYLLABLES}]+)|(.)", re.DOTALL)
SIGNS = {code: 0xE000 + code for code in range(0x80) if not chr(code).isalnum()}
BLANK = " ".translate(SIGNS)


def tokens(texts, tags):
    return "".join([tokens_of(folded(text)) for text in texts] + [f"#{folded(tag)}".translate(SIGNS) + " " for tag in tags])


def folded(text):
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if not text.isascii():
        # Accents of Latin letters.
        text = re.sub("[\u00c0-\u024f\u1e00-\u1eff]", lambda match: unicodedata.normalize("NFD", match[0])[0], text)
    return " ".join(text.split())


def tokens_of(text):
    words = [word_tokens(word) for word in text.split()]
    # Where a word meets another.
    meetings = [
        token + " " for (_, _, lasts), (_, first, _) in zip(words, words[1:]) for token in joined(lasts, BLANK, first)]
    return "".join([inside for inside, _, _ in words] + meetings)


@functools.lru_cache(maxsize=100_000)
def word_tokens(word):
    """The tokens inside a word, and what those have of it that join it to others: its beginning and its end."""
    runs = [(match.lastindex, match[0]) for match in RUNS.finditer(word)]
    found = [token.translate(SIGNS) + " " for token in tokens_of_runs(runs)]
    return "".join(found), runs[0][1][:3].translate(SIGNS), ends(*runs[-1])


def tokens_of_runs(runs):
    for before, (kind, run), after in zip([None] + runs, runs, runs[1:] + [None]):
        if kind == 3:
            yield run + (after[1][:1] if after else "")
            if before and before[0] != 3:
                yield run + before[1][::-1][:3]
        else:
            width = 2 if kind == 1 else 4
            for start in range(len(run)):
                yield run[start:start + width]
        # Where a run of letters meets one of other letters.
        if after and {kind, after[0]} == {1, 2}:
            yield from joined(ends(kind, run), "", after[1][:3])


def joined(lasts, between, first):
    """The tokens that join two words."""
    return [last + between + (first[0] if place else first) for place, last in enumerate(lasts)]


def ends(kind, run):
    """The last letter of a word and, of two syllables or more, the last two."""
    return [run[-1].translate(SIGNS)] + ([run[-2:]] if kind == 1 and len(run) > 1 else [])
