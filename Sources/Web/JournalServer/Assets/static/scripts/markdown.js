// What Markdown makes of a line, for who writes it: its marks stay, and no letter changes its place.
import { element } from "./dom.js";

const letter = "[\\p{L}\\p{N}]";
const inline = new RegExp([
  "(?<code>(?<ticks>`+)(?!`).*?[^`]\\k<ticks>(?!`))",
  "(?<open>!?\\[)(?<label>[^[\\]]*)(?<to>\\]\\([^()\\s]*\\))",
  `(?<two>\\*\\*|(?<!${letter})__)(?=[^\\s*_])(?<strong>.+?)(?<=\\S)\\k<two>`,
  `(?<one>\\*|(?<!${letter})_)(?=[^\\s*_])(?<slanted>.+?)(?<=[^\\s*])\\k<one>(?![*_])`,
  "(?<address>https?://[^\\s<>()\\]]+)",
  "\\\\.",
].join("|"), "gu");
const heading = /^( {0,3}#{1,6})(?=\s|$)(.*)$/;
const rule = /^ {0,3}([-*_])([ \t]*\1){2,}[ \t]*$/;
const quote = /^([ \t]*>)+ ?/;
const item = /^[ \t]*([-*+]|\d{1,9}[.)])[ \t]+(\[[ xX]\](?=\s))?/;
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
// Letters of the pages' own faces, which a browser slants as wide as they are; others may have a face for that.
const own = /^[\p{Script=Latin}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\P{L}]*$/u;
// Of a longer line nothing is styled: it takes too long.
const longest = 4_000;

function span(part, ...children) {
  const made = element("span", {}, ...children);
  made.part = part;
  return made;
}

function inlineParts(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(inline)) {
    const { code, open, label, to, two, strong, one, slanted, address } = found.groups;
    const mark = two ?? one;
    parts.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    if (code) parts.push(span("code", code));
    else if (to) parts.push(span("mark", open), span("link", label), span("mark", to));
    else if (address) parts.push(span("link", address));
    else if (mark) {
      const part = strong ? "strong" : own.test(slanted) ? "slanted" : "emphasis";
      const held = span(part, ...inlineParts(strong ?? slanted));
      parts.push(span("mark", mark), held, span("mark", mark));
    } else parts.push(found[0]);
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

// The texts and elements of a line, which say together what the line says.
export function partsOf(text, isCode) {
  if (text.length > longest) return [text];
  if (isCode) return [span("code", text)];
  const title = text.match(heading);
  if (title) {
    return [span("mark", title[1]), span("heading", ...inlineParts(title[2]))];
  }
  if (rule.test(text)) return [span("mark", text)];
  const mark = text.match(quote)?.[0] ?? text.match(item)?.[0] ?? "";
  const rest = inlineParts(text.slice(mark.length));
  if (!mark) return rest;
  return [span(mark.includes(">") ? "mark" : "item", mark), ...rest];
}

// Which lines are code between fences, with the fences.
export function codeLines(lines) {
  let open;
  return lines.map((line) => {
    const [, marks, rest] = line.match(fence) ?? [];
    if (open) {
      if (marks?.startsWith(open) && !rest.trim()) open = undefined;
      return true;
    }
    if (!marks || (marks[0] === "`" && rest.includes("`"))) return false;
    open = marks;
    return true;
  });
}
