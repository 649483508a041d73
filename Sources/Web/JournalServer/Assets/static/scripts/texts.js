// The wall of texts: more of it comes when its end is near.
import { all, one } from "./dom.js";

const wall = one("[data-wall]");

const observer = new IntersectionObserver(async (entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) await extend(target);
}, { rootMargin: "150% 0px" });

// Where it cannot be had, the link is still there.
async function extend(line) {
  observer.unobserve(line);
  const answer = await fetch(one("a", line).dataset.rows).catch(() => undefined);
  if (answer?.status === 401 || answer?.redirected) return location.reload();
  if (!answer?.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  line.replaceWith(...found.body.children);
  watch();
}

const watch = () => all(".more-posts", wall).forEach((line) => observer.observe(line));

watch();
