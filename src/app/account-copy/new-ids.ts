import { createHash } from 'node:crypto';
import { BLOCK, firstIdOf, lastIdOf } from '../../gateway/messages/imports/ids.ts';
import { UPLOAD_SCHEME, uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { UUID } from '../../platform/lib/text.ts';
import { type Column, type Layout, meaningOf } from './catalog.ts';
import type { Range } from './manifest.ts';

/** Where ids of the file begin here. */
export type Shifts = ReadonlyMap<string, Range & { shift: number }>;

/** How ids change. `key`: random, so new names cannot be guessed. */
export interface NewIds {
  accountId: number;
  key: string;
  shifts: Shifts;
  /** Public ids are new too: those of the file are taken here. */
  isRenamed: boolean;
}

/** The same as `renamedSql`. */
export function renamed(key: string, uuid: string): string {
  const hex = createHash('sha256').update(`${key}${uuid}`).digest('hex');
  // Version and variant of RFC 9562: calls take no other UUIDs.
  const [first, second, last] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20, 32)];
  return `${first}-${second}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${last}`;
}

const renamedSql = (key: string, value: string) =>
  `overlay(overlay(left(encode(sha256(convert_to('${key}' || ${value}::text, 'UTF8')), 'hex'), 32)
     placing '8' from 13) placing '8' from 17)::uuid`;

/** SQL: inserts rows of JSON (`$1`). */
export function insertSql(table: Layout, ids: NewIds): string {
  const names = table.columns.map(({ name }) => name);
  const extra = Object.keys(table.set ?? {}).filter((name) => !names.includes(name));
  const plain = new Map(table.columns.map((column) => [column.name, movedSql(table, column, ids)]));
  const arriving = (name: string) => {
    const given = table.set?.[name];
    if (given === undefined) return plain.get(name);
    return given.replace(/\{(\w+)(?: of (\w+))?\}/g, (_, name: string, of?: string) =>
      of === undefined ? `(${plain.get(name)})` : `(${idSql(`${name}::bigint`, of, ids)})`,
    );
  };
  const all = [...names, ...extra];
  // Not each table has the account.
  const values = all.map(arriving).join(', ').replaceAll('$2', String(ids.accountId));
  return `insert into ${table.name} (${all.join(', ')}) overriding system value
    select ${values} from json_populate_recordset(null::${table.name}, $1::json) r`;
}

function movedSql(table: Layout, column: Column, ids: NewIds): string {
  const meaning = meaningOf(table, column);
  const value = `r.${column.name}`;
  switch (meaning?.kind) {
    case 'account':
      return '$2::bigint';
    case 'file':
      return renamedSql(ids.key, value);
    case 'place':
      return placeSql(value, ids.shifts);
    case 'id':
      return meaning.isList ? listSql(value, meaning.of, ids) : idSql(value, meaning.of, ids);
    case 'value':
      return value;
    case undefined:
      throw new Error(`${table.name}.${column.name} has no meaning`);
    default:
      return meaning satisfies never;
  }
}

/** 0 means none. An id outside of its range is dropped: it could be one of another account here. */
function idSql(value: string, of: string, { shifts }: NewIds): string {
  const range = shifts.get(of);
  const below = of === 'messages' ? belowZeroSql(value, shifts) : '';
  if (!range) return `case when ${value} = 0 then 0 ${below} end`;
  const { min, max, shift } = range;
  return `case when ${value} = 0 then 0 when ${value} between ${min} and ${max} then ${value} + ${shift} ${below} end`;
}

const listSql = (value: string, of: string, ids: NewIds) =>
  `case when ${value} is not null then array(
     select moved from (
       select ${idSql('item', of, ids)} as moved, n from unnest(${value}) with ordinality u (item, n)
     ) m
     where moved is not null order by n) end`;

/** Imported messages of a number have ids below zero, in blocks: docs/decisions/0145. */
function belowZeroSql(value: string, shifts: Shifts): string {
  const blocks = shifts.get('official_histories');
  if (!blocks) return '';
  return `when ${value} between ${firstIdOf(blocks.max) - 1} and ${lastIdOf(blocks.min)}
    then ${value} - ${blocks.shift * BLOCK}`;
}

function placeSql(value: string, shifts: Shifts): string {
  const { min, max, shift } = shifts.get('messages') ?? { min: 1, max: 1, shift: 0 };
  return `case when ${value} = 0 then 0 ${belowZeroSql(value, shifts)}
    when ${value} > 0 then least(greatest(${value}, ${min - 1}), ${max}) + ${shift} end`;
}

const WHOLE_UUID = new RegExp(`"(${UUID})"`, 'gi');
const UPLOAD = new RegExp(`"${UPLOAD_SCHEME}[0-9]+/(${UUID})"`, 'g');

/** In broadcasts, canned replies, rules and flows. */
const NAMED_UPLOAD = new RegExp(`("(?:file_id|media_id|header_media_id)"\\s*:\\s*)"(${UUID})"`, 'gi');

/** The ids in the JSON of a row. Uploads always have new ones. */
export function moveTexts(line: string, table: Layout, { accountId, key, isRenamed }: NewIds): string {
  const own = line.replace(UPLOAD, (_, id: string) => JSON.stringify(uploadUrl(accountId, renamed(key, id))));
  if (table.isText) return own;
  if (isRenamed) return own.replace(WHOLE_UUID, (_, id: string) => `"${renamed(key, id.toLowerCase())}"`);
  return own.replace(
    NAMED_UPLOAD,
    (_, field: string, id: string) => `${field}"${renamed(key, id.toLowerCase())}"`,
  );
}
