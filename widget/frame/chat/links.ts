/** A part of a text. `href`: it is a link. */
export interface Part {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
/** Signs at the end that belong to the sentence, not to the address. */
const SENTENCE_END = /[.,:;!?)\]}*_~]+$/;

/** Finds web addresses in a text of a stranger. Everything else stays as it is. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const shown = found.replace(SENTENCE_END, '');
    const href = parsed(shown)?.href;
    if (href === undefined) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: shown, href });
    at = index + shown.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Of a file of the business: `https` only, as the policy of the page allows. */
export function safeUrl(url: string): string | null {
  const found = parsed(url);
  return found?.protocol === 'https:' ? found.href : null;
}

/** Browsers of 2023 have no URL.parse. */
const parsed = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);
