import { codePoints } from '../../platform/lib/text.ts';
import { contactValue, type NamedContact } from '../contacts/named-contact.ts';
import { fieldNamed, PLACEHOLDER } from '../contacts/placeholders.ts';
import { MAX_TEXT } from '../engines/kinds.ts';
import { createSeededRandom } from './seeded-random.ts';

/** Code points, with all alternatives. */
export const MAX_TEMPLATE = 65_536;
/** Deeper groups are plain text. */
const MAX_DEPTH = 5;

const VARIABLE = '{nama}';
const WRITTEN = new RegExp(PLACEHOLDER, 'y');
const OF_CUSTOMER = /^customer\.(name|first_name)$/;

interface NamePart {
  kind: 'name';
  /** Of the contact, as after `contact.` */
  field: string;
  fallback: string;
}

export type Part =
  | { kind: 'text'; text: string }
  | NamePart
  | { kind: 'choice'; alternatives: readonly (readonly Part[])[] };

export interface Template {
  parts: readonly Part[];
}

/**
 * Every string is valid. `{a|b}` is a choice; `{nama}` and `{{customer.first_name|Kak}}` are the name,
 * `{{contact.kota}}` is another field. Other braces and bars are plain text. Takes linear time.
 */
export function parseTemplate(text: string): Template {
  const groups = findGroups(text);
  return { parts: parse(0, text.length, 0) };

  function parse(from: number, to: number, depth: number): Part[] {
    const parts: Part[] = [];
    let plainFrom = from;
    let offset = from;
    const close = (end: number) => {
      if (end > plainFrom) parts.push({ kind: 'text', text: text.slice(plainFrom, end) });
    };
    while (offset < to) {
      const group = text[offset] === '{' ? groups.get(offset) : undefined;
      const name = group && nameAt(text, offset);
      if (!group || (!name && (group.bars.length === 0 || depth === MAX_DEPTH))) {
        offset += 1;
        continue;
      }
      close(offset);
      if (name) {
        parts.push(name);
      } else {
        const starts = [offset, ...group.bars].map((before) => before + 1);
        const ends = [...group.bars, group.end];
        const alternatives = starts.map((start, index) => parse(start, ends[index] ?? group.end, depth + 1));
        parts.push({ kind: 'choice', alternatives });
      }
      offset = group.end + 1;
      plainFrom = offset;
    }
    close(to);
    return parts;
  }
}

function nameAt(text: string, offset: number): NamePart | null {
  if (text.startsWith(VARIABLE, offset)) return { kind: 'name', field: 'name', fallback: '' };
  WRITTEN.lastIndex = offset;
  const [, name = '', fallback = ''] = WRITTEN.exec(text) ?? [];
  const field = OF_CUSTOMER.exec(name.trim())?.[1] ?? fieldNamed(name);
  return field === null ? null : { kind: 'name', field, fallback: fallback.trim() };
}

/** Whether a name without a fallback is in the text or in one of its alternatives. */
export function hasBareName({ parts }: Template): boolean {
  return parts.some((part) => {
    if (part.kind === 'choice') return part.alternatives.some((each) => hasBareName({ parts: each }));
    return part.kind === 'name' && part.fallback === '' && /^(first_)?name$/.test(part.field);
  });
}

interface Group {
  end: number;
  /** Offsets of bars at its own level. */
  bars: number[];
}

/** By the offset of the opening brace. */
function findGroups(text: string): Map<number, Group> {
  const groups = new Map<number, Group>();
  const open: { start: number; bars: number[] }[] = [];
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '{') open.push({ start: offset, bars: [] });
    else if (character === '|') open.at(-1)?.bars.push(offset);
    else if (character === '}') {
      const group = open.pop();
      if (group) groups.set(group.start, { end: offset, bars: group.bars });
    }
  }
  return groups;
}

/**
 * The same template, seed and index choose the same alternatives. Values are inserted literally, or through `spell`.
 * They are shortened if the text exceeds `max` code points. The text may be blank if the name is.
 */
export function render(
  template: Template,
  recipient: { seed: number; index: number; contact: NamedContact },
  { max = MAX_TEXT, spell = (name: string) => name } = {},
): string {
  const pieces: (string | NamePart)[] = [];
  choose(template.parts, createSeededRandom(recipient.seed, recipient.index), pieces);
  const texts = pieces.filter((piece) => typeof piece === 'string');
  const maxName = Math.max(
    0,
    Math.floor((max - codePoints(texts.join(''))) / (pieces.length - texts.length)),
  );
  const nameOf = ({ field, fallback }: NamePart) =>
    truncate(spell(contactValue(recipient.contact, field) || fallback), maxName);
  const written = pieces.map((piece) => (typeof piece === 'string' ? piece : nameOf(piece)));
  return truncate(written.join(''), max);
}

function choose(
  parts: readonly Part[],
  pick: (count: number) => number,
  pieces: (string | NamePart)[],
): void {
  for (const part of parts) {
    if (part.kind === 'text') pieces.push(part.text);
    else if (part.kind === 'name') pieces.push(part);
    else choose(part.alternatives[pick(part.alternatives.length)] ?? [], pick, pieces);
  }
}

function truncate(text: string, max: number): string {
  let [end, count] = [0, 0];
  for (const character of text) {
    if (count === max) break;
    end += character.length;
    count += 1;
  }
  return text.slice(0, end);
}

/** For its author; null if valid. A name counts as one character, because `render` shortens it. */
export function templateProblem(template: Template, max: number = MAX_TEXT): string | null {
  const { longest, canBeBlank } = extent(template.parts);
  if (canBeBlank) return 'must not become blank for any choice of alternatives';
  if (longest > max) return `can become ${longest} characters long, at most ${max} are allowed`;
  return null;
}

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
      const extents = part.alternatives.map(extent);
      longest += extents.reduce((max, { longest }) => Math.max(max, longest), 0);
      if (!extents.some((alternative) => alternative.canBeBlank)) canBeBlank = false;
    }
  }
  return { longest, canBeBlank };
}
