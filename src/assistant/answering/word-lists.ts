import { compilePattern, listen, type Said } from '../matching.ts';

/** Of an angry customer, whom no machine should answer. */
const COMPLAINTS: readonly string[] = [
  ...['kecewa', 'komplain', 'penipu', 'penipuan', 'ditipu', 'nipu', 'tertipu', 'lapor polisi', 'laporkan'],
  ...['viralkan', 'tuntut', 'somasi', 'parah banget', 'tidak becus', 'gak becus', 'brengsek', 'bangsat'],
  ...['scam', 'scammer', 'scammed', 'fraud', 'ripped off', 'lawsuit', 'sue you', 'terrible service'],
  ...['worst service', 'unacceptable', 'disgusting', 'very disappointed', 'so disappointed'],
];

/** What happened to a customer's own things. Calmly said, it is a question like any other. */
const HARMS: readonly string[] = [
  ...[
    'hilang',
    'rusak',
    'robek',
    'sobek',
    'luntur',
    'pecah',
    'bolong',
    'gosong',
    'terbakar',
    'tertukar',
    'salah',
  ],
  ...[
    'hancur',
    'basi',
    'belum sampai',
    'tidak sampai',
    'gak sampai',
    'ga sampai',
    'bohong',
    'lost',
    'missing',
  ],
  ...['broken', 'ruined', 'torn', 'damaged', 'burnt', 'wrong', 'never arrived', 'still waiting'],
];
const SHOUTED = /[!\uff01]\s*[!\uff01]|^(?=(?:.*\p{L}){10})[^\p{Ll}]+$/u;

/** The first of the words that the message has as a whole word or phrase. */
function firstWord(said: Said, words: readonly string[]): string | null {
  return words.find((word) => compilePattern('word', word).test(said)) ?? null;
}

/** The name of the first topic that the message is about. */
export function topicOf(
  text: string,
  topics: readonly { name: string; words: readonly string[] }[],
): string | null {
  if (topics.length === 0) return null;
  const said = listen(text);
  return topics.find(({ words }) => firstWord(said, words) !== null)?.name ?? null;
}

/** Whether an upset customer reports harm, which no answer of a FAQ pair calms. `words` null: the default list. */
export function isUpset(text: string, words: readonly string[] | null): boolean {
  return words === null && SHOUTED.test(text) && firstWord(listen(text), HARMS) !== null;
}

/** `words` null: the default list. */
export function isComplaint(text: string, words: readonly string[] | null): boolean {
  return firstWord(listen(text), words ?? COMPLAINTS) !== null;
}
