// How high rows of posts will be before they have come: by how many posts there are, on how many days,
// and how many of them have a photo, with the sizes that the style sheet has for them.

const usualRatio = 1.35; // Of a photo in a row, with the gap after it.
const stretch = 1.12; // By which a full row is higher than one that is not.

export function measure(list) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isWide = window.matchMedia("(min-width: 60rem)").matches;
  const isNarrow = window.matchMedia("(max-width: 40rem)").matches;
  return {
    width: list.clientWidth, row: (isWide ? 11 : 7.25) * rem, head: 1.75 * rem, rest: 0.75 * rem,
    gap: 0.25 * rem, between: rem, text: isNarrow ? list.clientWidth : 19 * rem, textHeight: 7.5 * rem,
    month: 2.75 * rem, least: 7 * rem, scale: 1, isNarrow,
  };
}

// By what parts have whose height is known: people write more or less.
export function calibrate(size, known) {
  const expected = known.reduce((sum, { part }) => sum + estimate(part, size), 0);
  const found = known.reduce((sum, { height }) => sum + height, 0);
  if (expected > 0) size.scale = Math.min(2, Math.max(0.5, found / expected));
}

export function estimate({ posts, days, photos }, size) {
  if (posts === 0) return 0;
  const texts = posts - photos;
  const row = photos > 0 ? size.row : size.textHeight;
  const wide = (photos * (size.row * usualRatio + size.gap) + texts * (size.text + size.gap)) / days;
  const around = size.head + size.rest;
  // On a phone a day's only photo is as wide as the page.
  if (size.isNarrow && posts < 1.5 * days) {
    const high = (photos * size.width / usualRatio + texts * size.textHeight) / posts;
    return size.scale * (days * (around + high) + size.gap);
  }
  if (wide > size.width) {
    const rows = Math.ceil(wide / (size.width * 0.96));
    const share = texts / posts;
    const high = share * size.textHeight + (1 - share) * size.row * stretch;
    return size.scale * (days * (around + rows * (high + size.gap)) + size.gap);
  }
  // Days of few posts stand side by side.
  const beside = Math.max(1, Math.floor((size.width + size.between) / (Math.max(wide, size.least) + size.between)));
  return size.scale * (Math.ceil(days / beside) * (around + row) + size.gap);
}
