import type { BinaryNode } from 'baileys';

/** Their values are words of the protocol. */
const SHOWN: ReadonlySet<string> = new Set(['type', 'class', 'code', 'reason', 'xmlns', 'stage', 'location']);
const WORD = /^[\w:.-]{1,40}$/;
const MAX_LENGTH = 600;

/**
 * A stanza for a log: tags, names of attributes, and lengths in bytes. Values only of attributes that name no person,
 * so it has no number, key or text.
 */
export function shapeOf(stanza: BinaryNode): string {
  const text = draw(stanza);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function draw({ tag, attrs, content }: BinaryNode): string {
  const shown = Object.entries(attrs).map(([name, value]) =>
    SHOWN.has(name) && WORD.test(value) && !/\d{4}/.test(value) ? ` ${name}=${value}` : ` ${name}`,
  );
  const inside = Array.isArray(content)
    ? content.map(draw).join('')
    : content
      ? `(${Buffer.byteLength(content)})`
      : '';
  return `<${tag}${shown.join('')}>${inside}`;
}
