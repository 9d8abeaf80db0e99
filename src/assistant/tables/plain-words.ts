import { LANGUAGES } from '../brain/languages/language.ts';
import { inAllLanguages, readWords } from '../brain/languages/words.ts';

/** Words that mean something else: `murah` is no typing error of `merah`. */
export function readPlainWords(): ReadonlySet<string> {
  const files = (['meanings', 'stop-words', 'elsewhere'] as const).flatMap((file) =>
    readWords(file, LANGUAGES),
  );
  const words = files.flatMap((line) => line.toLowerCase().split(/[^\p{L}]+/u));
  return new Set([...inAllLanguages(({ tables }) => tables.saidOfGoods), ...words]);
}
