import { lineAt, type Prose, readProse } from './prose.ts';
import { findWideLines } from './shape.ts';
import type { SourceFile } from './tree.ts';

const MAX_WORDS = 25;
/** Decisions and migrations that were merged before the rules keep their text. */
const LAST_OLD_DECISION = 22;
const LAST_OLD_MIGRATION = 7;

/** What a sentence must not say, and what it says instead. A blank stands for a line break too. */
const BANNED: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bnobody('s|’s)?\b|\bno one\b/i, '"no" and the noun: "no process", "no caller"'],
  [/\b(some|any|every)(body|one)\b/i, 'the noun: "another process", "a caller", "every account"'],
  [/\bwho(m|so)?ever\b/i, 'the noun: "the process that ..."'],
  [/\bwhatever\b/i, '"any", "every", or "regardless of"'],
  [/\bwhichever\b/i, '"any", or "the one that"'],
  [/\bhowever (often|many|much|long|large|few|late)\b/i, '"at any number", "regardless of the length"'],
  [/\bso (many|much|long)\b/i, 'the number, the limit, or its name'],
  [/\b(that|this|as) (many|much|long) as (may|can|there)\b/i, 'the number or the limit'],
  [/\bhow-?manieth\b/i, '"sequence number"'],
  [/\ba word (of|from|about|on)\b|\bwithout a word\b/i, '"a status of"'],
  [/\bwhat becomes of\b/i, '"the outcome of"'],
  [/\btold\b/i, '"notified", "reported", "announced"'],
  [/\bnews\b/i, '"updates", "events"'],
  [/\bhears? of\b/i, '"is notified of"'],
  [/\b(is|are|be) at it\b/i, '"works on it", "holds it"'],
  [/\bof (its|their|his|her|our|your) own\b/i, '"its own ...", or "a separate ..."'],
  [/\bof ours\b/i, '"our ..."'],
  [/\b(that|those) of (all|what|those|whom|which)\b/i, 'the noun again'],
  [/\bfor good\b/i, '"permanently"'],
  [/\bgone until\b/i, '"removed until"'],
  [/\bfor (want|lack) of\b/i, '"without"'],
  [/\bin vain\b/i, '"without success"'],
  [/\bin hand\b|\bin (its|their|his|our) hands?\b/i, '"in flight", or "leased by"'],
  [/\bof (this|that|one|a|the) moment\b/i, '"of one batch"'],
  [/\bnothing but\b/i, '"only"'],
  [/\banew\b/i, '"again"'],
  [/\blest\b/i, '"so that ... not"'],
  [/\bupon\b/i, '"on"'],
  [/\btill\b/i, '"until"'],
  [/\bshall\b/i, '"must"'],
  [/\bthe like\b/i, '"similar ..."'],
  [/\bstands? (in|at|beside|still)\b/i, '"is in", "is idle", "is paused"'],
  [/\bwants? (no|none)\b/i, '"opted out", "needs no"'],
  [/\bcrowds?( \w+)? out\b/i, '"starves"'],
  [/\bmend(s|ed|ing)?\b/i, '"fix"'],
  [/\bways of the\b/i, '"how ..."'],
  [/\bhopeless\b/i, '"expired"'],
  [/\bstranded\b/i, '"orphaned"'],
];

const PHRASES = BANNED.map(([phrase, instead]) => ({
  pattern: new RegExp(phrase.source.replaceAll(' ', '\\s+'), 'gi'),
  instead,
}));

/** Finds what is not in plain English: banned phrases, comments with long sentences, lines that are too wide. */
export function findWordProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isChecked(path))
    .flatMap((file) => {
      const problems = readProse(file).flatMap((prose) => proseProblems(file.path, prose));
      return /\.(md|sql)$/.test(file.path) ? problems : [...problems, ...findWideLines(file)];
    });
}

function isChecked(path: string): boolean {
  const decision = path.match(/^docs\/decisions\/(\d{4})/)?.[1];
  const migration = path.match(/^migrations\/(\d{4})/)?.[1];
  if (decision) return Number(decision) > LAST_OLD_DECISION;
  if (migration) return Number(migration) > LAST_OLD_MIGRATION;
  // The contract is not ours to word.
  if (['docs/api-contract.md', 'web/src/api/schema.ts', 'web/src/api/limits.ts'].includes(path)) return false;
  return /^(docs\/[^/]+|README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$|\.[cm]?[jt]sx?$/.test(path);
}

function proseProblems(path: string, prose: Prose): string[] {
  const at = (offset: number) => `${path}:${prose.line + lineAt(prose.text, offset) - 1}`;
  const banned = PHRASES.flatMap(({ pattern, instead }) =>
    [...prose.text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${at(index)}: "${found.replace(/\s+/g, ' ')}", say ${instead}`,
    ),
  );
  if (prose.kind !== 'comment') return banned;
  const long = sentencesOf(prose.text)
    .map(({ text, offset }) => ({ offset, words: countWords(text) }))
    .filter(({ words }) => words > MAX_WORDS)
    .map(({ offset, words }) => `${at(offset)}: a sentence of ${words} words, at most ${MAX_WORDS}`);
  return [...banned, ...long];
}

/** Ends of sentences, blank lines and bullets divide a text. A colon or a semicolon does not. */
function sentencesOf(text: string): { text: string; offset: number }[] {
  const boundary = /(?<=[.!?][)"'`’”]*)\s+(?=[^\p{Ll}\s])|\n\s*\n\s*|\n\s*(?=[-@] ?\w)/gu;
  const starts = [0, ...[...text.matchAll(boundary)].map(({ 0: gap, index }) => index + gap.length)];
  return starts.map((offset, index) => ({ text: text.slice(offset, starts[index + 1]), offset }));
}

/** Code in backticks is one word; marks between blanks are none. */
function countWords(sentence: string): number {
  return sentence
    .replace(/`[^`]*`/g, 'code')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
