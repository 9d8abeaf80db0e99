import { readFile } from 'node:fs/promises';

/** A piece of code of a guide, with the answer that is shown right below it. */
export interface Block {
  /** `sending.md:31`. */
  place: string;
  language: string;
  code: string;
  answer: { language: string; text: string } | null;
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;
const DOCS = new URL('../../docs/', import.meta.url);

/** Every block of code of a guide in `docs/`, in its order. */
export async function readGuide(name: string): Promise<Block[]> {
  return blocksOf(name, await readFile(new URL(name, DOCS), 'utf8'));
}

export function blocksOf(name: string, text: string): Block[] {
  const found = [...text.matchAll(FENCE)].map((match) => ({
    language: match[1] ?? '',
    code: match[2] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }));
  return found.map(({ language, code, start, end }, index) => {
    const next = found[index + 1];
    const isAnswer = next !== undefined && next.start === end + 1 && ['json', 'text'].includes(next.language);
    return {
      place: `${name}:${text.slice(0, start).split('\n').length + 1}`,
      language,
      code,
      answer: isAnswer ? { language: next.language, text: next.code.trim() } : null,
    };
  });
}

/** The values of these fields must be equal. Of other fields the type counts. */
const WORDS = [
  'error',
  'message',
  'errors',
  'status',
  'direction',
  'type',
  'engine',
  'label',
  'url',
  'events',
];

/** Where an answer differs from the one that a guide shows; empty when it is of that shape. */
export function differences(shown: unknown, found: unknown, path = 'answer'): string[] {
  if (kindOf(shown) !== kindOf(found)) return [`${path}: ${kindOf(found)}, not ${kindOf(shown)}`];
  if (!isRecord(shown) || !isRecord(found)) return [];
  const missing = Object.keys(shown).filter((key) => !(key in found));
  const unknown = Object.keys(found).filter((key) => !(key in shown));
  return [
    ...missing.map((key) => `${path}.${key}: missing`),
    ...unknown.map((key) => `${path}.${key}: not in the guide`),
    ...Object.entries(shown).flatMap(([key, value]) => {
      if (!(key in found)) return [];
      if (!WORDS.includes(key)) return differences(value, found[key], `${path}.${key}`);
      const [one, other] = [JSON.stringify(value), JSON.stringify(found[key])];
      return one === other ? [] : [`${path}.${key}: ${other}, not ${one}`];
    }),
  ];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
