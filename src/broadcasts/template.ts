import { codePoints } from '../lib/text.ts';
import { createDraw } from './draw.ts';

/** Code points of a text that is sent: what every engine takes. */
export const MAX_TEXT = 4_096;
/** Code points of a template, all its alternatives together. */
export const MAX_TEMPLATE = 65_536;
/** Groups inside groups; a deeper one is plain text. */
const MAX_DEPTH = 5;

const VARIABLE = '{nama}';

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'name' }
  | { kind: 'choice'; alternatives: readonly (readonly Part[])[] };

/** A parsed `message_template`. */
export interface Template {
  parts: readonly Part[];
}

/**
 * Parses a template; any string is one. `{a|b}` is a choice when a bar stands at its own level, `{nama}` the name. All other braces and
 * bars are plain text: without a partner, without a bar, deeper than MAX_DEPTH. An alternative may be empty. Time grows with the length
 * alone.
 */
export function parseTemplate(text: string): Template {
  const groups = findGroups(text);
  return { parts: parse(0, text.length, 0) };

  function parse(from: number, to: number, depth: number): Part[] {
    const parts: Part[] = [];
    let plainFrom = from;
    let at = from;
    const close = (end: number) => {
      if (end > plainFrom) parts.push({ kind: 'text', text: text.slice(plainFrom, end) });
    };
    while (at < to) {
      const group = text[at] === '{' ? groups.get(at) : undefined;
      const isName = group !== undefined && text.startsWith(VARIABLE, at);
      if (!isName && (group === undefined || group.bars.length === 0 || depth === MAX_DEPTH)) {
        at += 1;
        continue;
      }
      close(at);
      if (isName) {
        parts.push({ kind: 'name' });
      } else {
        const starts = [at, ...group.bars].map((before) => before + 1);
        const ends = [...group.bars, group.end];
        const alternatives = starts.map((start, index) => parse(start, ends[index] ?? group.end, depth + 1));
        parts.push({ kind: 'choice', alternatives });
      }
      at = group.end + 1;
      plainFrom = at;
    }
    close(to);
    return parts;
  }
}

interface Group {
  /** Where its closing brace is. */
  end: number;
  /** The bars at its own level. */
  bars: number[];
}

/** The pairs of braces, by the place of the opening one. */
function findGroups(text: string): Map<number, Group> {
  const groups = new Map<number, Group>();
  const open: { at: number; bars: number[] }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{') open.push({ at, bars: [] });
    else if (sign === '|') open.at(-1)?.bars.push(at);
    else if (sign === '}') {
      const group = open.pop();
      if (group) groups.set(group.at, { end: at, bars: group.bars });
    }
  }
  return groups;
}

/**
 * The text for one recipient: the same template, seed and place choose the same alternatives, always. The name is put in as it is, whatever
 * braces it has; '' when there is none. At most MAX_TEXT code points: the name is shortened when there is no room for all of it.
 * The text may be blank when the name is (see `templateProblem`).
 */
export function render(template: Template, pick: { seed: number; place: number; nama: string }): string {
  const pieces: (string | null)[] = [];
  choose(template.parts, createDraw(pick.seed, pick.place), pieces);
  const fixed = codePoints(pieces.join(''));
  const names = pieces.reduce((count, piece) => count + (piece === null ? 1 : 0), 0);
  const name = names === 0 ? '' : firstOf(pick.nama, Math.max(0, Math.floor((MAX_TEXT - fixed) / names)));
  return firstOf(pieces.map((piece) => piece ?? name).join(''), MAX_TEXT);
}

/** Collects what is chosen; null is where the name goes. */
function choose(parts: readonly Part[], draw: (count: number) => number, pieces: (string | null)[]): void {
  for (const part of parts) {
    if (part.kind === 'text') pieces.push(part.text);
    else if (part.kind === 'name') pieces.push(null);
    else choose(part.alternatives[draw(part.alternatives.length)] ?? [], draw, pieces);
  }
}

/** So many code points of a text, from its beginning. */
function firstOf(text: string, max: number): string {
  let [end, count] = [0, 0];
  for (const character of text) {
    if (count === max) break;
    end += character.length;
    count += 1;
  }
  return text.slice(0, end);
}

/**
 * Why nobody can be sent what this template may choose, in words for its author; null when all is well. A name counts as one character,
 * since `render` shortens it to the room there is, and is taken to be there: a text that is blank only for want of a name concerns one recipient,
 * not the template.
 */
export function templateProblem(template: Template): string | null {
  const { longest, canBeBlank } = extent(template.parts);
  if (canBeBlank) return 'must not become blank for any choice of alternatives';
  if (longest > MAX_TEXT) return `can become ${longest} characters long, at most ${MAX_TEXT} are allowed`;
  return null;
}

/** What the longest and the emptiest choice come to. */
function extent(parts: readonly Part[]): { longest: number; canBeBlank: boolean } {
  let [longest, canBeBlank] = [0, true];
  for (const part of parts) {
    if (part.kind === 'name') {
      longest += 1;
      canBeBlank = false;
    }
    if (part.kind === 'text') {
      longest += codePoints(part.text);
      if (part.text.trim() !== '') canBeBlank = false;
    }
    if (part.kind === 'choice') {
      const each = part.alternatives.map(extent);
      longest += each.reduce((most, { longest }) => Math.max(most, longest), 0);
      if (!each.some((alternative) => alternative.canBeBlank)) canBeBlank = false;
    }
  }
  return { longest, canBeBlank };
}
