import type { proto } from 'baileys';
import { cut } from '../../../lib/text.ts';

const MAX_CARD = 65_536;
const MAX_LINE = 1_000;
const MAX_NAME = 200;
const MAX_PHONES = 10;
const MAX_PHONE = 50;

interface ContactCard {
  name: { formatted_name: string };
  phones: { phone: string; wa_id?: string }[];
}

/** Name and numbers of a contact card, under the keys of the official provider. */
export function readCard({ displayName, vcard }: proto.Message.IContactMessage): ContactCard {
  // A line that begins with a blank continues the line before.
  const lines = cut(vcard ?? '', MAX_CARD)
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  const fields = lines.map((line) => fieldOf(cut(line, MAX_LINE)));
  const name = displayName || fields.find((field) => field.name === 'FN')?.value || '';
  const phones = fields
    .filter((field) => field.name === 'TEL' && field.value !== '')
    .slice(0, MAX_PHONES)
    .map(({ value, parameters }) => {
      const wa_id = /;waid=(\d{1,20})(;|$)/i.exec(parameters)?.[1];
      return { phone: cut(value, MAX_PHONE), ...(wa_id !== undefined && { wa_id }) };
    });
  return { name: { formatted_name: cut(name, MAX_NAME) }, phones };
}

/** `item1.TEL;type=CELL;waid=62812:+62 812` has the name TEL. */
function fieldOf(line: string): { name: string; parameters: string; value: string } {
  const colon = line.indexOf(':');
  const head = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).trim();
  const semicolon = head.indexOf(';');
  const label = semicolon < 0 ? head : head.slice(0, semicolon);
  const parameters = semicolon < 0 ? '' : head.slice(semicolon);
  return { name: label.slice(label.indexOf('.') + 1).toUpperCase(), parameters, value };
}
