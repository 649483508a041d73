// What is copied from a page or a letter, with its bold words, links and lists, is pasted as Markdown; with
// Shift it is pasted as plain text. Nothing of it is ever HTML.
import { put } from "./format.js";

const ignored = "script, style, template, title, noscript, svg, math, iframe, object, select, button";
const blocks = /^(P|DIV|H[1-6]|UL|OL|LI|BLOCKQUOTE|PRE|HR|TABLE|TBODY|THEAD|TR|SECTION|ARTICLE|MAIN|HEADER|FOOTER|DL|DT|DD|FIGURE)$/;
const rich = "b, strong, i, em, a[href], ul, ol, blockquote, h1, h2, h3, h4, h5, h6, code, pre, hr, "
  + "[data-look*='font-weight'], [data-look*='font-style']";

const escaped = (text) => text
  .replace(/[\\*`[\]]/g, "\\$&").replace(/<(?=[a-z/!?])/gi, "\\<")
  .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
// What would begin a list, a heading or a quote at the beginning of a line.
const lineEscaped = (text) => text
  .replace(/^([ \t]*)(#{1,6}(?=\s|$)|>|[-+](?=\s))/gm, "$1\\$2").replace(/^([ \t]*\d{1,9})([.)](?=\s))/gm, "$1\\$2");

const said = (node, name) => node.dataset.look?.match(new RegExp(`${name}\\s*:\\s*(\\w+)`, "i"))?.[1];

function isBold(node) {
  const look = said(node, "font-weight");
  return look ? Number(look) >= 600 || look.startsWith("bold") : node.matches("b, strong");
}

function isSlanted(node) {
  const look = said(node, "font-style");
  return look ? look !== "normal" : node.matches("i, em");
}

// Spaces at the ends stay outside of the marks, within which they would be none.
function marked(text, mark) {
  const [, before, held, after] = text.match(/^(\s*)(.*?)(\s*)$/s);
  return held ? before + mark + held + mark + after : text;
}

function code(text) {
  const most = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(most + 1);
  return most > 0 ? `${ticks} ${text} ${ticks}` : ticks + text + ticks;
}

function inlineOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.data.replace(/[ \t\r\n]+/g, " "));
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(ignored)) return "";
  if (node.localName === "br") return "\n";
  if (node.matches("code, kbd, samp, tt")) return node.textContent.trim() && code(node.textContent.trim());
  let text = [...node.childNodes].map(inlineOf).join("");
  if (isBold(node)) text = marked(text, "**");
  if (isSlanted(node)) text = marked(text, "*");
  const address = node.localName === "a" ? node.getAttribute("href") : undefined;
  if (address && /^(https?:|mailto:)/i.test(address) && text.trim()) {
    return `[${text.trim()}](${address.replace(/[\s()<>]/g, coded)})`;
  }
  return text;
}

const coded = (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
const indented = (text, by) => text.replace(/\n(?=.)/g, `\n${" ".repeat(by)}`);

function listOf(list) {
  let number = Number(list.getAttribute("start") ?? 1);
  return [...list.children].map((child) => {
    const box = child.querySelector(":scope > input[type=checkbox], :scope > label > input[type=checkbox]");
    const mark = list.localName === "ol" ? `${number++}. ` : "- ";
    const text = child.matches("ul, ol") ? listOf(child) : blocksOf(child).join("\n");
    return mark + (box ? (box.hasAttribute("checked") ? "[x] " : "[ ] ") : "") + indented(text, mark.length);
  }).join("\n");
}

function blockOf(node) {
  if (node.matches("ul, ol")) return [listOf(node)];
  if (node.localName === "hr") return ["---"];
  if (node.localName === "pre") return [`\`\`\`\n${node.textContent.replace(/\n$/, "")}\n\`\`\``];
  if (node.localName === "blockquote") return [`> ${blocksOf(node).join("\n\n").replaceAll("\n", "\n> ")}`];
  if (node.localName === "tr") return [[...node.children].map((cell) => inlineOf(cell).trim()).join(" ")];
  const level = node.localName.match(/^h([1-6])$/)?.[1];
  if (!level) return blocksOf(node);
  const text = inlineOf(node).replace(/\s+/g, " ").trim();
  return text ? [`${"#".repeat(level)} ${text}`] : [];
}

const hasBlock = (node) => node.nodeType === Node.ELEMENT_NODE && !node.matches(ignored)
  && (blocks.test(node.tagName) || [...node.children].some(hasBlock));

function blocksOf(node) {
  const made = [];
  let line = "";
  const flush = () => {
    const text = line.replace(/ *\n */g, "\n").trim();
    if (text) made.push(lineEscaped(text));
    line = "";
  };
  for (const child of node.childNodes) {
    if (!hasBlock(child)) {
      line += inlineOf(child);
      continue;
    }
    flush();
    made.push(...blockOf(child));
  }
  flush();
  return made;
}

// Markdown of a page's part; nothing where it has nothing but letters.
export function markdownOf(html) {
  // The page's policy has no styles in it, not even those of what is only read.
  const read = html.replace(/<style\b.*?<\/style>/gis, "").replace(/(<[a-z][^<>]*\s)style\s*=/gi, "$1data-look=");
  const { body } = new DOMParser().parseFromString(read, "text/html");
  return body.querySelector(rich) ? blocksOf(body).join("\n\n") : "";
}

export function pasteMarkdown(field) {
  let isPlain = false;
  field.addEventListener("keydown", (event) => { isPlain = event.shiftKey; });
  field.addEventListener("paste", (event) => {
    const { clipboardData } = event;
    const text = clipboardData.getData("text/plain");
    // Programs give a picture of what they copy beside its text.
    if (text.trim() && clipboardData.files.length > 0) event.stopPropagation();
    const made = isPlain ? "" : markdownOf(clipboardData.getData("text/html"));
    if (!made) return;
    event.preventDefault();
    put(field, field.selectionStart, field.selectionEnd, made);
  });
}
