/** Protobuf without a schema, for messages unknown to the installed protocol. */

export interface Field {
  number: number;
  /** Of a text, bytes or a message. */
  bytes: Uint8Array | null;
}

const MAX_FIELDS = 500;
const MAX_DEPTH = 8;
const MAX_TEXTS = 200;

/** Null: no message. */
export function fieldsOf(bytes: Uint8Array): Field[] | null {
  const fields: Field[] = [];
  let at = 0;
  while (at < bytes.length && fields.length < MAX_FIELDS) {
    const tag = varintAt(bytes, at);
    if (!tag || tag.value < 8) return null;
    const content = contentAt(bytes, tag.end, tag.value & 7);
    if (!content || content.end > bytes.length) return null;
    fields.push({ number: Math.floor(tag.value / 8), bytes: content.bytes });
    at = content.end;
  }
  return fields;
}

function contentAt(
  bytes: Uint8Array,
  at: number,
  type: number,
): { end: number; bytes: Uint8Array | null } | null {
  if (type === 1) return { end: at + 8, bytes: null };
  if (type === 5) return { end: at + 4, bytes: null };
  const varint = varintAt(bytes, at);
  if (!varint) return null;
  if (type === 0) return { end: varint.end, bytes: null };
  const end = varint.end + varint.value;
  return type === 2 ? { end, bytes: bytes.subarray(varint.end, end) } : null;
}

/** At most ten bytes. */
function varintAt(bytes: Uint8Array, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = start; at < Math.min(start + 10, bytes.length); at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * 2 ** (7 * (at - start));
    if (byte < 128) return { value, end: at + 1 };
  }
  return null;
}

/** At any depth. */
export function textsOf(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  collect(bytes, texts, 0);
  return texts;
}

function collect(bytes: Uint8Array, texts: string[], depth: number): void {
  if (texts.length >= MAX_TEXTS) return;
  const inner = depth < MAX_DEPTH ? (fieldsOf(bytes) ?? []).flatMap((field) => field.bytes ?? []) : [];
  const before = texts.length;
  for (const part of inner) collect(part, texts, depth + 1);
  const text = texts.length === before ? printable(bytes) : null;
  if (text) texts.push(text);
}

function printable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\n\r\t]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
