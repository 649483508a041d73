"""What the program stores of a post for the search, written a second time in another language."""

import re
import unicodedata

# Runs of letters, of Han, kana and Hangul, and what is neither.
SYLLABLES = "\uac00-\ud7ff\u1100-\u11ff\u3005-\u3007\u3041-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
RUNS = re.compile(f"([{SYLLABLES}]+)|([^\\W_{SYLLABLES}]+)|( )|(.)", re.DOTALL)
SIGNS = {code: 0xE000 + code for code in range(0x80) if not chr(code).isalnum()}


def tokens(texts, tags):
    found = [token for text in texts for token in tokens_of(folded(text))]
    return "".join(token.translate(SIGNS) + " " for token in found + ["#" + folded(tag) for tag in tags])


def folded(text):
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if not text.isascii():
        # Accents of Latin letters.
        text = re.sub("[\u00c0-\u024f\u1e00-\u1eff]", lambda match: unicodedata.normalize("NFD", match[0])[0], text)
    return " ".join(text.split())


def tokens_of(text):
    runs = [(match.lastindex, match[0]) for match in RUNS.finditer(text)]
    for index, (kind, run) in enumerate(runs):
        after = runs[index + 1] if index + 1 < len(runs) else (0, "")
        if kind == 3:
            continue
        if kind == 4:
            yield run + (after[1][:1] if after[0] in (1, 2, 4) else "")
        else:
            width = 2 if kind == 1 else 4
            for start in range(len(run)):
                yield run[start:start + width]
        # Where it meets another word.
        if after[0] == 3 and index + 2 < len(runs):
            other = runs[index + 2]
            yield run[-1] + " " + other[1][:3 if other[0] == 2 else 1]
        elif {kind, after[0]} == {1, 2}:
            yield run[-1] + after[1][:3 if after[0] == 2 else 1]
