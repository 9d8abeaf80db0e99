import type { SmallTalk } from '../languages/language.ts';
import { setOf } from '../languages/words.ts';

const MAX_WORDS = 6;
const MAX_EMOJI = 100;
/** In UTF-16 units, with the signs after the words. */
const MAX_TEXT = 500;

/** Each message of the kind has one of its words, and no others than these and the ones beside them. */
const KINDS: Record<SmallTalk, ReadonlySet<string>> = {
  greeting: setOf(({ chat }) => chat.smallTalk.greeting),
  thanks: setOf(({ chat }) => chat.smallTalk.thanks),
  agreed: setOf(({ chat }) => chat.smallTalk.agreed),
};

/** Forms of address, and words that only go with others. */
const BESIDE = setOf(({ chat }) => chat.besideSmallTalk);

/** Of a message without words. */
const EMOJI: readonly (readonly [SmallTalk, RegExp])[] = [
  ['agreed', /^[👍👌🆗✅✔🙆🫡💯🙂😄😁😀]+$/u],
  ['thanks', /^[🙏🤲🤝💖💕❤♥🥰😍😘😊☺🤗👍👌]+$/u],
  ['greeting', /^👋+$/u],
];
/** Colours of skin and hair, and joiners. */
const MODIFIERS = /[\p{Emoji_Modifier}\p{Cf}\p{Mn}\s♀♂]/gu;

/** Null: it is more than that. */
export function smallTalkOf(text: string): SmallTalk | null {
  if (text.length > MAX_TEXT) return null;
  const bare = text.length > MAX_EMOJI ? '' : text.replace(MODIFIERS, '');
  const shown = EMOJI.find(([, signs]) => signs.test(bare));
  if (shown) return shown[0];
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length === 0 || words.length > MAX_WORDS || /\d|\?.*\p{L}/u.test(text)) return null;
  const short = words.map((word) => word.replace(/(\p{L})\1{2,}/gu, '$1'));
  // A thanks can begin with an ok, and an ok with a greeting.
  for (const kind of ['thanks', 'agreed', 'greeting'] as const) {
    const known = (word: string) => isOf(kind, word) || BESIDE.has(word) || isBefore(kind, word);
    if (short.every(known) && short.some((word) => isOf(kind, word))) return kind;
  }
  return null;
}

const isOf = (kind: SmallTalk, word: string) => KINDS[kind].has(word);

const isBefore = (kind: SmallTalk, word: string) =>
  kind === 'thanks' && (isOf('agreed', word) || isOf('greeting', word));
