import { jsonObject } from './content-bounds.ts';

const MAX_PARTS = 2_000;
/** Of each list. */
const MAX_ITEMS = 50;
const MAX_TEXT = 20_000;

/** For machines, unless several words. */
const MACHINE_NAME =
  /(id|url|uri|link|path|sha256|hash|type|token|key|namespace|source|secret|nonce|payload|thumbnail)s?$/i;
/** Quotes, ads, or words of the provider. */
const CONTEXTS: readonly string[] = ['contextInfo', 'messageContextInfo', 'context', 'referral', 'errors'];

/** The longest human text, or null. */
export function humanText(message: unknown): string | null {
  let [longest, spare]: (string | null)[] = [null, null];
  for (const [name, text] of textsIn(message)) {
    if (!MACHINE_NAME.test(name)) longest = longer(longest, text);
    else if (/\s/.test(text)) spare = longer(spare, text);
  }
  return longest ?? spare ?? null;
}

const longer = (one: string | null | undefined, other: string) =>
  other.length > (one?.length ?? 0) ? other : (one ?? null);

/** Bounded: a stranger wrote it. */
function* textsIn(message: unknown): Generator<[name: string, text: string]> {
  let count = 0;
  let level: [string, unknown][] = [['', message]];
  while (level.length > 0) {
    const next: [string, unknown][] = [];
    for (const [name, part] of level) {
      count += 1;
      if (count > MAX_PARTS) return;
      const inner = innerParts(name, part);
      if (inner) next.push(...inner);
      else if (typeof part === 'string' && isHuman(part)) yield [name, part.trim().slice(0, MAX_TEXT)];
    }
    level = next;
  }
}

/** Null: a single value. Buttons have parameters in JSON text. */
function innerParts(name: string, part: unknown): [string, unknown][] | null {
  if (part instanceof Uint8Array) return [];
  if (Array.isArray(part)) return part.slice(0, MAX_ITEMS).map((each) => [name, each]);
  const fields = typeof part === 'string' && !/^\s*\{/.test(part) ? null : jsonObject(part);
  return (
    fields &&
    Object.entries(fields)
      .filter(([key]) => !CONTEXTS.includes(key))
      .slice(0, MAX_PARTS)
  );
}

/** No id, address, file type or encoded bytes. */
function isHuman(text: string): boolean {
  const words = text.trim();
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return false;
  if (/\s/.test(words)) return true;
  if (/^[a-z][a-z0-9+.-]*:\S+$/i.test(words) || words.includes('@')) return false;
  if (/^[\w.+-]+\/[\w.+-]+$/.test(words) || words.startsWith('/')) return false;
  return !isCode(words);
}

/** Latin letters and digits unlike a word. */
function isCode(word: string): boolean {
  if (/^[0-9a-f-]{16,}$/i.test(word)) return true;
  return /^[A-Za-z0-9+/_=-]{20,}$/.test(word) && /\d/.test(word);
}
