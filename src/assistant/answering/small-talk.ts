import type { SmallTalk } from '../languages/language.ts';
import { setOf } from '../languages/words.ts';

const MAX_WORDS = 6;
const MAX_EMOJI = 100;
/** UTF-16 units, with signs. */
const MAX_TEXT = 500;

const KINDS: Record<SmallTalk, ReadonlySet<string>> = {
  greeting: setOf(({ chat }) => chat.smallTalk.greeting),
  thanks: setOf(({ chat }) => chat.smallTalk.thanks),
  agreed: setOf(({ chat }) => chat.smallTalk.agreed),
};

const BESIDE = setOf(({ chat }) => chat.besideSmallTalk);

/** Of a message without words. */
const EMOJI: readonly (readonly [SmallTalk, RegExp])[] = [
  ['agreed', /^[👍👌🆗✅✔🙆🫡💯🙂😄😁😀]+$/u],
  ['thanks', /^[🙏🤲🤝💖💕❤♥🥰😍😘😊☺🤗👍👌]+$/u],
  ['greeting', /^👋+$/u],
];
/** Colours of skin and hair, joiners. */
const MODIFIERS = /[\p{Emoji_Modifier}\p{Cf}\p{Mn}\s♀♂]/gu;

/** Null: more than that. */
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
  // A thanks can begin with an ok.
  for (const kind of ['thanks', 'agreed', 'greeting'] as const) {
    const known = (word: string) => isOf(kind, word) || BESIDE.has(word) || isBefore(kind, word);
    if (short.every(known) && short.some((word) => isOf(kind, word))) return kind;
  }
  return null;
}

const isOf = (kind: SmallTalk, word: string) => KINDS[kind].has(word);

const isBefore = (kind: SmallTalk, word: string) =>
  kind === 'thanks' && (isOf('agreed', word) || isOf('greeting', word));
