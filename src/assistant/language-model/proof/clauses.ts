import { normalForm } from '../grounding/normal-form.ts';

/** A part of a text that says one thing, or denies it. */
export interface Clause {
  text: string;
  isNegative: boolean;
}

/** A dot after these ends no sentence. */
const ABBREVIATIONS = 'rp|no|jl|min|max|maks|tgl|telp|hp|pkl|jam|dr|mr|mrs|ms|st|a\\.m|p\\.m|dll|dsb|approx';
const SENTENCE_END = new RegExp(`(?<=[.!?…])(?<!(?<!\\p{L})(?:${ABBREVIATIONS})\\.)\\s+|[\\n;•|]+`, 'u');
const CONTRAST = '(?:tapi|tetapi|namun|melainkan|sedangkan|kecuali|but|however|whereas|except)(?!\\p{L})';
const CONTRASTS = new RegExp(`[,\\s]+(?=${CONTRAST})`, 'u');
const STARTS_WITH_CONTRAST = new RegExp(`^${CONTRAST}`, 'u');
const PARTS = /[,:]\s+|\s+(?:dan|serta|and|atau|or)\s+/u;
const SHORT_FORMS = 'do|does|did|is|are|was|were|ca|wo|could|would|should|has|have|had';
const NEGATION = new RegExp(
  '(?<!\\p{L})(?:' +
    '(?:tidak|tdk|tak|nggak|ngga|enggak|gak|ga|gk|bukan)(?! (?:hanya|cuma|apa-apa))|belum|blm|jangan|tanpa|kecuali|' +
    'dilarang|gada|gabisa|not(?! only)|never|without|cannot|except|excluding|nor|neither|none|unable|' +
    'no(?! ?[.:]? ?\\d|\\.|mor)' +
    `)(?!\\p{L})|(?<!\\p{L})(?:${SHORT_FORMS})n['’]?t(?!\\p{L})`,
  'u',
);

export const isNegative = (text: string): boolean => NEGATION.test(text);

/** In the normal form. */
export function sentencesOf(text: string): string[] {
  return normalForm(text)
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Of a source: a negation counts for all of its clause, wherever it stands. */
export function clausesOf(sentence: string): Clause[] {
  return sentence.split(CONTRASTS).map((text) => ({ text, isNegative: isNegative(text) }));
}

/** Of an answer: parts between commas. A negation counts until the next contrast. */
export function claimsOf(sentence: string): Clause[] {
  return sentence.split(CONTRASTS).flatMap((clause) => {
    let denied = false;
    return partsOf(clause).map((text) => {
      denied ||= isNegative(text);
      return { text, isNegative: denied };
    });
  });
}

export function partsOf(clause: string): string[] {
  const text = clause.replace(STARTS_WITH_CONTRAST, (word) => (isNegative(word) ? word : ''));
  return text.split(PARTS).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
