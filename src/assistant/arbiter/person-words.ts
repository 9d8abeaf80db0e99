import { phrasesIn, setOf, wordsIn } from '../languages/words.ts';
import { normalise, prepareText } from '../matching.ts';

const MAX_WORDS = 8;

const ASKING = setOf(({ handOff }) => handOff.asking);
const GREETINGS = setOf(({ handOff }) => handOff.greetings);
const BESIDE = setOf(({ handOff }) => handOff.beside);
const OTHER_QUESTIONS = phrasesIn(({ handOff }) => handOff.otherQuestions).map((phrase) => ` ${phrase} `);
const NOUN_ENDINGS = ['', ...wordsIn(({ reading }) => reading.nounEndings)];

/**
 * A word for a person, alone or before a form of address, or in a short request: `mau bicara sama admin`. Neither in a
 * greeting (`halo admin`) nor in a question (`admin, berapa harganya`).
 */
export function asksForPerson(text: string | null, personWords: readonly string[]): boolean {
  const message = prepareText(text);
  if (message.text === '' || OTHER_QUESTIONS.some((words) => message.words.includes(words))) return false;
  const count = message.words.trim().split(' ').length;
  return personWords.some((written) => {
    const word = normalise(written);
    if (message.text === word) return true;
    // `adminnya`: the admin.
    const found = NOUN_ENDINGS.map((ending) => ` ${word}${ending} `).find((form) =>
      message.words.includes(form),
    );
    if (found === undefined || count > MAX_WORDS) return false;
    return isRequest(message.words, found, personWords);
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
  const message = prepareText(text).text;
  return message !== '' && words.some((word) => normalise(word) === message);
}
