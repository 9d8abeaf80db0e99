/** `item1.TEL;TYPE=CELL:+62 812` has the name TEL and TYPE=CELL. */
export interface VcardField {
  line: number;
  name: string;
  parameters: readonly string[];
  /** See `vcardText` and `vcardParts`. */
  value: string;
}

const FIELD = /^\s*(?:[\w-]+\.)?([\w-]+)((?:;(?:[^:;"]|"[^"]*")*)*):(.*)$/s;

/** Of every version of the format. Skips other lines; linear. */
export function vcardFields(text: string): VcardField[] {
  return linesOf(text).flatMap(({ line, parts }) => {
    const [, name, written = '', value = ''] = FIELD.exec(parts.join('')) ?? [];
    if (name === undefined) return [];
    const parameters = written.replaceAll('"', '').split(';').slice(1);
    const isEncoded = parameters.some((each) => /^(?:encoding=)?quoted-printable$/i.test(each));
    const plain = isEncoded ? decoded(value, parameterOf(parameters, /^charset=(.+)$/i)) : value;
    return [{ line, name: name.toUpperCase(), parameters, value: plain }];
  });
}

/** By the first of FN, N, NICKNAME, ORG; else empty. */
export function vcardName(fields: readonly VcardField[]): string {
  const names = [
    firstOf(fields, 'FN', vcardText),
    firstOf(fields, 'N', (value) => {
      const [last, first, middle] = vcardParts(value);
      return [first, middle, last].filter(Boolean).join(' ');
    }),
    firstOf(fields, 'NICKNAME', vcardText),
    firstOf(fields, 'ORG', (value) => vcardParts(value)[0] ?? ''),
  ];
  return names.find(Boolean) ?? '';
}

export const vcardCompany = (fields: readonly VcardField[]): string =>
  firstOf(fields, 'ORG', (value) => vcardParts(value).filter(Boolean).join(', '));

export interface VcardPhone {
  phone: string;
  /** The digits by which the network knows the number. */
  waid: string | null;
  types: ReadonlySet<string>;
}

export function vcardPhones(fields: readonly VcardField[]): VcardPhone[] {
  return fields
    .filter(({ name }) => name === 'TEL')
    .map(({ parameters, value }) => ({
      phone: vcardText(value).replace(/^tel:/i, '').trim(),
      waid: parameterOf(parameters, /^waid=(\d{1,20})$/i) ?? null,
      types: new Set(
        parameters.flatMap((each) =>
          each
            .toUpperCase()
            .replace(/^TYPE=/, '')
            .split(','),
        ),
      ),
    }))
    .filter(({ phone, waid }) => phone !== '' || waid !== null);
}

export const vcardEmails = (fields: readonly VcardField[]): string[] =>
  fields.flatMap(({ name, value }) => (name === 'EMAIL' && vcardText(value).replace(/^mailto:/i, '')) || []);

export const vcardText = (value: string): string =>
  value.replaceAll(/\\([\\,;:nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();

const vcardParts = (value: string): string[] =>
  (value.match(/(?:\\.|[^;\\])*(?:;|$)/g) ?? []).map((part) => vcardText(part.replace(/;$/, '')));

export function writeVcard(fields: readonly (readonly [name: string, ...parts: string[]])[]): string {
  const lines = fields.flatMap(([name, ...parts]) =>
    parts.some((part) => part !== '') ? `${name}:${parts.map(escaped).join(';')}` : [],
  );
  return ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\n');
}

const escaped = (text: string) => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

function firstOf(fields: readonly VcardField[], name: string, read: (value: string) => string): string {
  return fields.map((field) => (field.name === name ? read(field.value) : '')).find(Boolean) ?? '';
}

const parameterOf = (parameters: readonly string[], pattern: RegExp): string | undefined =>
  parameters.flatMap((each) => pattern.exec(each)?.[1] ?? [])[0];

interface Line {
  line: number;
  parts: string[];
  isQuoted: boolean;
}

/** A leading blank, or `=` in quoted-printable, continues a line. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const [index, part] of text.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1);
    const end = last?.parts.at(-1) ?? '';
    if (last && /^[ \t]/.test(part)) last.parts.push(part.slice(1));
    else if (last?.isQuoted && end.endsWith('=')) last.parts.splice(-1, 1, end.slice(0, -1), part);
    else lines.push({ line: index + 1, parts: [part], isQuoted: isQuoted(part) });
  }
  return lines;
}

/** One pattern would take quadratic time without a colon. */
const isQuoted = (line: string) => /quoted-printable/i.test(line.slice(0, Math.max(0, line.indexOf(':'))));

/** Quoted-printable. */
function decoded(value: string, charset = 'utf-8'): string {
  const bytes = Array.from(value.matchAll(/=([0-9a-f]{2})|([^=]+|=)/gi), ([, hex, text = '']) =>
    hex === undefined ? [...new TextEncoder().encode(text)] : [Number.parseInt(hex, 16)],
  );
  return decoderOf(charset).decode(new Uint8Array(bytes.flat()));
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
