import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface ProtoField {
  name: string;
  type: string;
  isRepeated: boolean;
}

/** The fields of each message of the installed protocol, by its full name. */
export function protoSchema(): ReadonlyMap<string, readonly ProtoField[]> {
  const path = createRequire(import.meta.url).resolve('baileys/WAProto/WAProto.proto');
  const fields = new Map<string, ProtoField[]>();
  const open: { name: string; isMessage: boolean }[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, kind, opened] = /^\s*(message|enum|oneof) (\w+) \{/.exec(line) ?? [];
    if (kind && opened) {
      open.push({ name: opened, isMessage: kind === 'message' });
      if (kind === 'message') fields.set(pathOf(open), []);
    } else if (/^\s*\}/.test(line)) open.pop();
    const [, label, type, name] = /^\s*(optional |repeated |required )?([\w.]+) (\w+) = \d+/.exec(line) ?? [];
    if (!kind && type && name)
      fields.get(pathOf(open))?.push({ name, type, isRepeated: label === 'repeated ' });
  }
  return fields;
}

const pathOf = (open: readonly { name: string; isMessage: boolean }[]) =>
  open
    .filter(({ isMessage }) => isMessage)
    .map(({ name }) => name)
    .join('.');

/** The full name of a type, as a field of this message names it: in the message, or around it. */
export function typeNamed(
  schema: ReadonlyMap<string, readonly ProtoField[]>,
  within: string,
  type: string,
): string | null {
  const parts = within.split('.');
  for (let length = parts.length; length >= 0; length -= 1) {
    const name = [...parts.slice(0, length), type].join('.');
    if (schema.has(name)) return name;
  }
  return null;
}
