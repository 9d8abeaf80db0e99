import { cut } from './text.ts';

const MAX_CARD = 65_536;
const MAX_LINE = 1_000;
const MAX_FIELDS = 500;

/** `item1.TEL;type=CELL:+62 812` has the name TEL and the parameters `;type=CELL`. */
export interface VcardField {
  name: string;
  parameters: string;
  value: string;
}

/** The fields of one card, of every version of the format. Unreadable lines are skipped. */
export function vcardFields(card: string): VcardField[] {
  const lines = linesOf(cut(card, MAX_CARD)).slice(0, MAX_FIELDS);
  return lines.flatMap((line) => fieldOf(cut(line, MAX_LINE)) ?? []);
}

/** The name of the person, by the first field that has one: FN, N, NICKNAME, ORG. Empty without any. */
export function vcardName(fields: readonly VcardField[]): string {
  const structured = (value: string) => {
    const [last, first, middle] = partsOf(value);
    return [first, middle, last].filter(Boolean).join(' ');
  };
  const names = [
    fieldValue(fields, 'FN', unescaped),
    fieldValue(fields, 'N', structured),
    fieldValue(fields, 'NICKNAME', unescaped),
    vcardCompany(fields),
  ];
  return names.find(Boolean) ?? '';
}

export const vcardCompany = (fields: readonly VcardField[]): string =>
  fieldValue(fields, 'ORG', (value) => partsOf(value).filter(Boolean).join(', '));

/** `waid` has the digits by which the network knows the number. */
export function vcardPhones(fields: readonly VcardField[]): { phone: string; waid: string | null }[] {
  return fields
    .filter(({ name }) => name === 'TEL')
    .map(({ parameters, value }) => ({
      phone: unescaped(value).replace(/^tel:/i, '').trim(),
      waid: /;waid=(\d{1,20})(;|$)/i.exec(parameters)?.[1] ?? null,
    }))
    .filter(({ phone, waid }) => phone !== '' || waid !== null);
}

export const vcardEmails = (fields: readonly VcardField[]): string[] =>
  fields.flatMap(({ name, value }) => (name === 'EMAIL' && unescaped(value).trim()) || []);

function fieldValue(fields: readonly VcardField[], name: string, read: (value: string) => string): string {
  return fields.map((field) => (field.name === name ? read(field.value).trim() : '')).find(Boolean) ?? '';
}

/** A line that begins with a blank continues the line before; so does a line after `=` in quoted-printable. */
function linesOf(card: string): string[] {
  const lines = card.replace(/\r?\n[ \t]/g, '').split(/\r?\n|\r/);
  const whole: string[] = [];
  let open = false;
  for (const line of lines) {
    const isQuoted: boolean = open || isQuotedPrintable(line);
    if (open) whole.push(`${whole.pop() ?? ''}${line}`);
    else whole.push(line);
    open = isQuoted && line.endsWith('=');
    if (open) whole.push((whole.pop() ?? '').slice(0, -1));
  }
  return whole;
}

const isQuotedPrintable = (line: string) => /^[^:]*;(ENCODING=)?QUOTED-PRINTABLE/i.test(line);

function fieldOf(line: string): VcardField | null {
  const [, head, rest] = /^((?:"[^"]*"|[^":])*):(.*)$/s.exec(line) ?? [];
  if (head === undefined || rest === undefined) return null;
  const semicolon = head.indexOf(';');
  const label = semicolon < 0 ? head : head.slice(0, semicolon);
  const parameters = semicolon < 0 ? '' : head.slice(semicolon);
  const value = isQuotedPrintable(line) ? decoded(rest, parameters) : rest;
  return {
    name: label
      .slice(label.indexOf('.') + 1)
      .trim()
      .toUpperCase(),
    parameters,
    value: value.trim(),
  };
}

function decoded(text: string, parameters: string): string {
  const charset = /CHARSET=(ISO-8859-1|WINDOWS-1252)/i.test(parameters) ? 'latin1' : 'utf8';
  return text.replaceAll(/(?:=[0-9A-F]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('=', ''), 'hex').toString(charset),
  );
}

/** The parts of a value, at its semicolons. */
const partsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^;\\])*(?:;|$)/g) ?? []).map((part) => unescaped(part.replace(/;$/, '')).trim());

const unescaped = (value: string) =>
  value.replaceAll(/\\([\\,;:nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
