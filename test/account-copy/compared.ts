import { type Layout, meaningOf, readLayouts } from '../../src/app/account-copy/catalog.ts';
import { Manifest, tableEntry } from '../../src/app/account-copy/manifest.ts';
import { COPIED } from '../../src/app/account-copy/tables.ts';
import { linesOf, readText, readZip } from '../../src/app/account-copy/zip-reader.ts';
import type { TestContext } from '../harness/context.ts';

type Row = Record<string, unknown>;

/** Rows of the renewed automation have the time of their arrival. */
const OWN_TIMES: Readonly<Record<string, readonly string[]>> = { knowledge_sites: ['due_at'] };

/** The rows of a ZIP, with ids as their distance from the first one: equal in two exports of one account. */
export async function comparable(ctx: TestContext, path: string): Promise<Map<string, Row[]>> {
  const zip = await readZip(path);
  try {
    const { ids } = Manifest.parse(JSON.parse(await readText(zip, 'manifest.json', 10_000_000)));
    const found = new Map<string, Row[]>();
    for (const layout of await readLayouts(ctx.db, COPIED)) {
      const rows: Row[] = [];
      for await (const line of linesOf(zip, tableEntry(layout.name)))
        rows.push(withoutIds(layout, line, ids));
      found.set(layout.name, rows);
    }
    return found;
  } finally {
    zip.close();
  }
}

/** Uploads have new names in each copy. */
export const withoutUploads = (json: string): string =>
  json.replaceAll(/("(?:file_id|(?:header_)?media_id|media":\{"id)"\s*:\s*)"[0-9a-f-]{36}"/g, '$1"upload"');

function withoutIds(layout: Layout, line: string, ids: Manifest['ids']): Row {
  const row: Row = JSON.parse(withoutUploads(line).replaceAll(/kurir-media:\d+/g, 'kurir-media:'));
  for (const column of layout.columns) {
    const meaning = meaningOf(layout, column);
    const value = row[column.name];
    const isOwn = layout.set && column.name in layout.set;
    if (isOwn || OWN_TIMES[layout.name]?.includes(column.name)) delete row[column.name];
    else if (meaning?.kind === 'id') row[column.name] = distance(value, ids[meaning.of]?.min ?? 0);
    else if (meaning?.kind !== 'value') delete row[column.name];
  }
  return row;
}

function distance(value: unknown, min: number): unknown {
  if (Array.isArray(value)) return value.map((each) => distance(each, min));
  return typeof value === 'number' && value > 0 ? value - min : value;
}

/** Each text of a ZIP: rows, lists and the manifest. */
export async function textOf(path: string): Promise<string> {
  const zip = await readZip(path);
  try {
    const names = ['manifest.json', 'files.jsonl', ...COPIED.map(({ name }) => tableEntry(name))];
    return (await Promise.all(names.map((name) => readText(zip, name, 10_000_000)))).join('\n');
  } finally {
    zip.close();
  }
}
