import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../../../platform/lib/command.ts';
import { readJsonFile, readTextFile, sizeOfFile } from '../../../platform/lib/command-files.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { nearestName } from '../../../platform/lib/nearest-name.ts';
import { type Field, kindsOf, type Operation } from './operations.ts';

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: Buffer | string;
}

/** In bytes. Operations have limits. */
const MAX_FILE = 100 * 1024 * 1024;
const JSON_TYPE = 'application/json';

type Given = { field: Field; texts: string[] } | { field: Field; json: unknown };

/** `name=text`, `name:=json`, `name=@file`, `name:=@file`. Throws CommandError. */
export async function callOf(
  operation: Operation,
  words: readonly string[],
  { file, values = {} }: { file?: string | undefined; values?: Record<string, string> } = {},
): Promise<Call> {
  const given = new Map<string, Given>();
  for (const [name, text] of Object.entries(values)) give(given, fieldNamed(operation, name), text);
  for (const word of words) await readWord(operation, given, word);
  const of = (place: Field['in']) => [...given.values()].filter(({ field }) => field.in === place);
  const key = operation.fields.some(({ name }) => name === 'Idempotency-Key') ? randomUUID() : null;
  const headers = of('header').map((each) => [each.field.name.toLowerCase(), textsOf(each)[0] ?? '']);
  const { payload, type } = await bodyOf(operation, of('body'), file);
  return {
    method: operation.method,
    url: addressOf(operation, of('path'), of('query')),
    headers: {
      ...(key !== null && { 'idempotency-key': key }),
      ...Object.fromEntries(headers),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  };
}

async function readWord(operation: Operation, given: Map<string, Given>, word: string): Promise<void> {
  const [, name, sign, value = ''] = /^([\w-]+)(:?=)(.*)$/s.exec(word) ?? [];
  if (name === undefined) throw new CommandError(`'${word}' is no field: write name=value.`, 'invalid_usage');
  const field = fieldNamed(operation, name);
  const text = value.startsWith('@') ? await readTextFile(value.slice(1), MAX_FILE) : value;
  if (sign === '=') return give(given, field, text);
  try {
    given.set(name, { field, json: JSON.parse(text) });
  } catch {
    throw new CommandError(`The value of ${name}:= is no JSON.`, 'invalid_usage');
  }
}

function give(given: Map<string, Given>, field: Field, text: string): void {
  const before = given.get(field.name);
  const earlier = before && 'texts' in before ? before.texts : [];
  given.set(field.name, { field, texts: [...earlier, text] });
}

function fieldNamed({ fields, name: operation }: Operation, name: string): Field {
  const found = fields.find((each) => each.name === name);
  if (found) return found;
  const names = fields.map((each) => each.name);
  const nearest = nearestName(name, names);
  const help = `See ${KURIR} api '${operation}' --help`;
  throw new CommandError(
    `Unknown field '${name}'.${nearest ? ` Did you mean ${nearest}?` : ''} ${help}`,
    'invalid_usage',
  );
}

function addressOf(operation: Operation, path: readonly Given[], query: readonly Given[]): string {
  const address = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const [text = ''] = path.flatMap((each) => (each.field.name === name ? textsOf(each) : []));
    if (text === '') throw new CommandError(`Which ${name}? Add ${name}=VALUE.`, 'invalid_usage');
    return encodeURIComponent(text);
  });
  const search = new URLSearchParams(
    query.flatMap((each) => textsOf(each).map((text): [string, string] => [each.field.name, text])),
  );
  return search.size === 0 ? address : `${address}?${search}`;
}

async function bodyOf(
  operation: Operation,
  fields: readonly Given[],
  file: string | undefined,
): Promise<{ payload?: Buffer | string; type?: string }> {
  const { body, name } = operation;
  if (body === null) {
    if (file === undefined) return {};
    throw new CommandError(`${name} takes no file.`, 'invalid_usage');
  }
  if (body === JSON_TYPE) {
    const read =
      file === undefined ? {} : await readJsonFile(file, z.record(z.string(), z.unknown()), MAX_FILE);
    for (const field of Object.keys(read)) fieldNamed(operation, field);
    const named = fields.map((each) => [each.field.name, bodyValueOf(each)]);
    return { payload: JSON.stringify({ ...read, ...Object.fromEntries(named) }), type: body };
  }
  if (file === undefined) throw new CommandError('Which file? Add --file FILE.', 'invalid_usage');
  await sizeOfFile(file, MAX_FILE);
  const bytes = await readFile(file);
  return body === 'multipart/form-data' ? formOf(fields, file, bytes) : { payload: bytes, type: body };
}

async function formOf(fields: readonly Given[], file: string, bytes: Buffer<ArrayBuffer>) {
  const form = new FormData();
  for (const each of fields) for (const text of textsOf(each)) form.append(each.field.name, text);
  form.append('file', new Blob([bytes]), basename(file));
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await encoded.arrayBuffer()), type };
}

function textsOf(given: Given): string[] {
  if ('texts' in given) return given.texts;
  return [given.json].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
}

/** The field decides: `5` is a text where it takes a text. The gateway refuses what does not fit. */
function bodyValueOf(given: Given): unknown {
  if ('json' in given) return given.json;
  const { schema } = given.field;
  const list = [schema, ...(schema.anyOf ?? [])].find(({ type }) => type === 'array');
  if (list) return given.texts.map((text) => typed(text, kindsOf(list.items ?? {})));
  return typed(given.texts.at(-1) ?? '', kindsOf(schema));
}

function typed(text: string, kinds: ReadonlySet<string>): unknown {
  if (kinds.has('string')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
