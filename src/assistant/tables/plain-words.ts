import { LANGUAGES } from '../languages/language.ts';
import { readWords, wordsIn } from '../languages/words.ts';

/** `murah` is no typing error of `merah`. */
export function readPlainWords(): ReadonlySet<string> {
  const files = (['meanings', 'stop-words', 'elsewhere'] as const).flatMap((file) =>
    readWords(file, LANGUAGES),
  );
  const words = files.flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u));
  return new Set([...wordsIn(({ tables }) => tables.saidOfGoods), ...words]);
}
