import { listen, normalise } from '../matching.ts';

/** Longer messages ask for more than a person. */
const MAX_WORDS = 8;

const wordsOf = (text: string) => new Set(text.split(' '));

/** Indonesian and English words that make a request of the word for a person: `cs dong`, `mana adminnya`. */
const ASKING = wordsOf(
  'mau mo pengen pingin ingin butuh perlu minta tolong bicara ngomong ngobrol chat hubungi hubungkan sambungkan ' +
    'sambungin panggil panggilin panggilkan ke sama dengan dgn dg via lewat langsung dong donk saja aja ada mana ' +
    'kemana asli nyata beneran sekarang kontak nomor nomer no wa hp telepon telpon bukan tidak ' +
    'please pls want would like need talk speak connect contact transfer get real live actual is there any have ' +
    'with not tlg hub balas bales dibalas jawab dijawab respon reply answer help',
);

const GREETINGS = wordsOf('halo hai hi hello hey permisi assalamualaikum pagi siang sore malam selamat');

/** Forms of address, particles, pronouns. */
const BESIDE = wordsOf(
  'kak ka kakak min mimin mas mbak ' +
    'bang pak bu bapak ibu gan sis bisa boleh dibantu bantu bantuan saya sy aku gua gue kami apa yang ya yah deh lah ' +
    'nih kok dulu oleh bot robot can could i id to me a an the some us may now you for just let ' +
    'ga gak gk nggak ngga enggak tdk kah nya sih aq gw plis sm bs here',
);

/** A customer asks where a person comes from. */
const OTHER_QUESTIONS = [' orang mana ', ' orang apa '];

/**
 * The message is a word for a person, alone or before a form of address, or a short request with one: `mau bicara sama
 * admin`. Neither a greeting that names one (`halo admin`) nor a question that does (`admin, berapa harganya`).
 */
export function asksForPerson(text: string | null, personWords: readonly string[]): boolean {
  const said = listen(text);
  if (said.text === '' || OTHER_QUESTIONS.some((words) => said.words.includes(words))) return false;
  const count = said.words.trim().split(' ').length;
  return personWords.some((written) => {
    const word = normalise(written);
    if (said.text === word) return true;
    // `adminnya`: the admin.
    const found = [` ${word} `, ` ${word}nya `].find((form) => said.words.includes(form));
    if (found === undefined || count > MAX_WORDS) return false;
    return isRequest(said.words, found, personWords);
  });
}

function isRequest(words: string, found: string, personWords: readonly string[]): boolean {
  const rest = words
    .replace(found, '  ')
    .split(' ')
    .filter((each) => each !== '');
  const known = [ASKING, GREETINGS, BESIDE, new Set(personWords)];
  if (!rest.every((each) => known.some((some) => some.has(each)))) return false;
  const isGreeting = rest.some((each) => GREETINGS.has(each));
  return rest.some((each) => ASKING.has(each)) || (words.startsWith(found) && !isGreeting);
}

export function isOneOf(text: string | null, words: readonly string[]): boolean {
  const said = listen(text).text;
  return said !== '' && words.some((word) => normalise(word) === said);
}
