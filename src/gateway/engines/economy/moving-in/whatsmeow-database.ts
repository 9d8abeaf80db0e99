import { DatabaseSync } from 'node:sqlite';
import { UnusableSession } from '../../moved-session.ts';
import { MAX_COLUMN } from './limits.ts';
import { schemaProblem } from './schema-pages.ts';
import { torn } from './torn.ts';
import { sessionOf, TABLES, type Table } from './whatsmeow.ts';

const MAGIC = Buffer.from('SQLite format 3\0');
/** Of the header: 2 demands a log beside the file, and 1 none. */
const FORMATS = [18, 19];
const MERGE =
  'has no linked number: its latest changes may be in the file -wal beside it. ' +
  `Merge it: sqlite3 whatsmeow.db 'pragma wal_checkpoint(truncate)'`;

export const isDatabase = (file: Buffer): boolean => file.subarray(0, MAGIC.length).equals(MAGIC);

/** In memory: nothing of it reaches the disk. UnusableSession. */
export async function readDatabase(file: Buffer, phone: string | null) {
  const bytes = Buffer.from(file);
  for (const at of FORMATS) if (bytes[at] === 2) bytes[at] = 1;
  const limits = { length: MAX_COLUMN };
  const db = new DatabaseSync(':memory:', { allowExtension: false, defensive: true, limits });
  try {
    const problem = schemaProblem(bytes);
    if (problem !== null) throw torn('The database', problem);
    db.deserialize(bytes);
    db.exec('pragma trusted_schema = off');
    return await sessionOf((table) => rowsOf(db, table), phone);
  } catch (error) {
    const isUnlinked = error instanceof UnusableSession && error.problem === 'not_linked';
    if (isUnlinked && FORMATS.some((at) => file[at] === 2)) throw torn('The database', MERGE);
    if (error instanceof UnusableSession) throw error;
    throw torn('The database', `is damaged (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    db.close();
  }
}

/** Without a condition: a crafted file has endless rows that meet none, and one step would not end. */
function rowsOf(db: DatabaseSync, table: Table): Iterable<unknown> {
  const columns = columnsOf(db, table).filter((name) => Object.hasOwn(TABLES[table].shape, name));
  return columns.length === 0 ? [] : db.prepare(`select ${columns.join(', ')} from ${table}`).iterate();
}

/** Views, virtual tables and generated columns would run code that the file chooses. */
function columnsOf(db: DatabaseSync, name: Table): string[] {
  const row = db.prepare('select type, sql from sqlite_schema where name = ?').get(name);
  const isEmpty = !db.prepare('select 1 from sqlite_schema limit 1').get();
  if (!row && (isEmpty || name !== 'whatsmeow_device')) return [];
  if (!row)
    throw new UnusableSession(
      'unknown_form',
      'The database is none of whatsmeow: it has no whatsmeow_device.',
    );
  const columns = db.prepare('select name, hidden from pragma_table_xinfo(?)').all(name);
  const isTable = row.type === 'table' && /^create table/i.test(String(row.sql));
  if (!isTable || columns.some(({ hidden }) => hidden !== 0))
    throw new UnusableSession('unknown_form', `${name} of the database is no plain table.`);
  return columns.map((column) => String(column.name));
}
