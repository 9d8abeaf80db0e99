import { listen, normalise } from '../matching.ts';

/** Longer messages ask for more than a person. */
const MAX_WORDS = 8;

/** What surrounds the word for a person in a short request, in Indonesian and English. */
const REQUEST_WORDS = new Set(
  (
    'mau mo pengen pingin ingin minta tolong bisa boleh bicara ngomong ngobrol chat hubungi hubungkan sambungkan ' +
    'sambungin panggil panggilkan dibantu bantu bantuan ke sama dengan dgn dg ada apa saya sy aku gua gue kami saja ' +
    'aja langsung dong donk deh ya yah kak ka kakak min mas mbak bang pak bu gan sis halo hai hi hello permisi yang ' +
    'asli nyata beneran sekarang dulu lah nih oleh tidak bukan bot robot please pls can could i id want to would ' +
    'like need talk speak chat connect me with a an the real live actual some get contact transfer us is there any ' +
    'not may now you for just let have'
  ).split(' '),
);

/**
 * The message is a word for a person, or a short request with one: `mau bicara sama admin`. A question that names
 * one (`admin, berapa harganya`) is a question.
 */
export function asksForPerson(text: string | null, personWords: readonly string[]): boolean {
  const said = listen(text);
  if (said.text === '') return false;
  const words = said.words.trim().split(' ');
  return personWords.some((written) => {
    const word = normalise(written);
    if (said.text === word) return true;
    if (words.length > MAX_WORDS || !said.words.includes(` ${word} `)) return false;
    const rest = said.words.replace(` ${word} `, '  ').split(' ');
    return rest.every((each) => each === '' || REQUEST_WORDS.has(each) || personWords.includes(each));
  });
}

export function isOneOf(text: string | null, words: readonly string[]): boolean {
  const said = listen(text).text;
  return said !== '' && words.some((word) => normalise(word) === said);
}
