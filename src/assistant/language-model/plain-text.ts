import { toStorable } from '../../platform/lib/text.ts';

const CITATIONS = / ?\[\d{1,2}(?:, ?\d{1,2})*\]/g;
/** They turn digits around. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const BLANK_LINES = /\n{3,}/g;

/** With the marks of a messenger in place of Markdown. */
export function plainText(answer: string): string {
  return toStorable(answer)
    .replace(CITATIONS, '')
    .replace(DIRECTIONS, '')
    .replace(/^#{1,6} +/gm, '')
    .replace(/\*\*(?=\S)([^*\n]+)\*\*/g, '*$1*')
    .replace(BLANK_LINES, '\n\n')
    .trim();
}
