import { type Language, translate } from '../texts/define-texts.ts';
import { asProblem } from './problem.ts';
import { problemTexts } from './texts.ts';

/** Null until they are loaded: the API's own text has to do meanwhile. */
let rareTexts: typeof import('./rare/texts.ts').rareTexts | null = null;
let knownFieldText: typeof import('./rare/field-texts.ts').knownFieldText | null = null;

/** Loads the texts of rare codes and of fields. A page without them works. */
export async function loadRareTexts(): Promise<void> {
  const [codes, fields] = await Promise.all([
    import('./rare/texts.ts').catch(() => null),
    import('./rare/field-texts.ts').catch(() => null),
  ]);
  rareTexts = codes?.rareTexts ?? null;
  knownFieldText = fields?.knownFieldText ?? null;
}

/** One sentence for people: the text of the code, else what the gateway says. */
export function problemText(problem: unknown, language: Language): string {
  const { code, message } = asProblem(problem);
  if (rareTexts && has(rareTexts.en, code)) return translate(rareTexts, language, code);
  const key = textKeyOf(code);
  return key === undefined ? message : translate(problemTexts, language, key);
}

/** What is wrong with a field. A text that is not known stays as the gateway wrote it. */
export function fieldText(text: string, language: Language): string {
  return knownFieldText?.(text, language) ?? text;
}

/** The text that a frequent code has. Things that are gone share one, if none is their own. */
function textKeyOf(code: string): keyof typeof problemTexts.en | undefined {
  if (has(problemTexts.en, code)) return code;
  return code.endsWith('_not_found') ? 'not_found' : undefined;
}

const has = <Key extends string>(texts: Readonly<Record<Key, unknown>>, code: string): code is Key =>
  Object.hasOwn(texts, code);
