import type { Texts } from '../answer-texts.ts';

/** What needs no knowledge: the text of `texts.ts` that answers it. */
export type SmallTalk = keyof Pick<Texts, 'greeting' | 'thanks' | 'agreed'>;

const MAX_WORDS = 6;
const MAX_EMOJI = 100;
/** In UTF-16 units, with the signs after the words. */
const MAX_TEXT = 500;

const wordsOf = (text: string) => new Set(text.split(/\s+/));

/** Each message of the kind has one of its words, and no others than these and the ones beside them. */
const KINDS: Record<SmallTalk, ReadonlySet<string>> = {
  greeting: wordsOf(
    `halo hallo helo hello hai hay hei hey hi hoi p ping permisi punten assalamualaikum assalamu alaikum
    assalamualaykum ass salam pagi siang sore malam morning afternoon evening greetings misi`,
  ),
  thanks: wordsOf(
    `makasih makasi mksh trims terimakasih tengkyu tq ty thx thanks thank suwun nuhun syukron kasih`,
  ),
  agreed: wordsOf(`ok oke okay okey okeh okei sip siap baik baiklah noted mantap alright sure great perfect`),
};

/** Forms of address, and words that only go with others. */
const BESIDE = wordsOf(
  `kak kakak ka min mimin admin gan agan sis sist bro mas mbak mba pak bapak bu ibu bos boss team tim cs dear
  selamat good there sir madam terima banyak sekali ya yah iya deh dong lah nih you u so very much wr wb
  warahmatullahi wabarakatuh wr.wb atas infonya bantuannya kalau gitu semua all`,
);

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
