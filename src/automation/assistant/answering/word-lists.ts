import { compilePattern, listen, type Said } from '../../matching.ts';

/** Of an angry customer, whom no machine should answer. */
const COMPLAINTS: readonly string[] = [
  ...['kecewa', 'komplain', 'penipu', 'penipuan', 'ditipu', 'nipu', 'tertipu', 'lapor polisi', 'laporkan'],
  ...['viralkan', 'tuntut', 'somasi', 'parah banget', 'tidak becus', 'gak becus', 'brengsek', 'bangsat'],
  ...['scam', 'scammer', 'scammed', 'fraud', 'ripped off', 'lawsuit', 'sue you', 'terrible service'],
  ...['worst service', 'unacceptable', 'disgusting', 'very disappointed', 'so disappointed'],
];

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

/** `words` null: the default list. */
export function isComplaint(text: string, words: readonly string[] | null): boolean {
  return firstWord(listen(text), words ?? COMPLAINTS) !== null;
}
