import { normalForm } from './grounding/normal-form.ts';

const WORD = /\p{L}{4,}/gu;
/** Words of one family begin alike: `kirim`, `kiriman`; `deliver`, `delivery`. */
const STEM = 5;
/** Shorter answers are phrases, such as `Ya, bisa Kak`. */
const MIN_WORDS = 6;
/** Paraphrases share far more, and a poem far less. */
const MIN_SHARE = 0.2;

const COMMON = {
  id:
    'yang dan untuk dari dengan pada adalah atau juga bisa dapat tidak akan sudah kami anda kakak silakan jika ' +
    'ini itu',
  en: 'the and for from with that this you your our are can will have not please when what would there they also',
};
const COMMON_WORDS = { id: new Set(COMMON.id.split(' ')), en: new Set(COMMON.en.split(' ')) };

/**
 * Whether the answer speaks of what the sources say. It cannot be judged across languages, where few words are shared.
 */
export function isSupported(answer: string, sources: readonly string[]): boolean {
  const said = normalForm(answer);
  const known = normalForm(sources.join('\n'));
  const [one, other] = [languageOf(said), languageOf(known)];
  if (one !== null && other !== null && one !== other) return true;
  const words = stemsOf(said);
  if (words.size < MIN_WORDS) return true;
  const proofs = stemsOf(known);
  const shared = [...words].filter((word) => proofs.has(word)).length;
  return shared / words.size >= MIN_SHARE;
}

function stemsOf(text: string): Set<string> {
  const words = text.match(WORD) ?? [];
  const telling = words.filter((word) => !COMMON_WORDS.id.has(word) && !COMMON_WORDS.en.has(word));
  return new Set(telling.map((word) => word.slice(0, STEM)));
}

/** Null: as many common words of both. */
function languageOf(text: string): 'id' | 'en' | null {
  const words = text.match(/\p{L}+/gu) ?? [];
  const count = (language: 'id' | 'en') => words.filter((word) => COMMON_WORDS[language].has(word)).length;
  const difference = count('id') - count('en');
  return difference === 0 ? null : difference > 0 ? 'id' : 'en';
}
