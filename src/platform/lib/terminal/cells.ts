import { eastAsianWidth } from 'get-east-asian-width';

const ASCII = /^[\x20-\x7e]*$/;
const EMOJI = /^\p{RGI_Emoji}$/v;
const ZERO_WIDTH = /^[\p{Mark}\p{Format}]+$/u;
const segmenter = new Intl.Segmenter();

/** 2 per wide character, 0 per combining mark. */
export function cellsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of segmenter.segment(text)) cells += cellsOfCharacter(segment);
  return cells;
}

export function padCells(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - cellsOf(text)));
}

/** With `…` at a cut. */
export function cutToCells(text: string, cells: number): string {
  if (cellsOf(text) <= cells) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of segmenter.segment(text)) {
    used += cellsOfCharacter(segment);
    if (used > cells) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** A longer word stays whole. */
export function wrapWords(text: string, cells: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && cellsOf(line) + 1 + cellsOf(word) <= cells)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function cellsOfCharacter(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return EMOJI.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0);
}
