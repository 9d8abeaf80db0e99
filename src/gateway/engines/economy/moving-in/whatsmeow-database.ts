import { DatabaseSync } from 'node:sqlite';
import { UnusableSession } from '../../moved-session.ts';
import { MAX_KEYS } from './limits.ts';
import { torn } from './torn.ts';
import { sessionOf, TABLES, type WhatsmeowRows } from './whatsmeow.ts';

const MAGIC = Buffer.from('SQLite format 3\0');
/** Of the header: 2 demands a log beside the file, and 1 none. */
const FORMATS = [18, 19];

export const isDatabase = (file: Buffer): boolean => file.subarray(0, MAGIC.length).equals(MAGIC);

/** In memory: nothing of it reaches the disk. UnusableSession. */
export function readDatabase(file: Buffer, phone: string | null) {
  const bytes = Buffer.from(file);
  for (const at of FORMATS) if (bytes[at] === 2) bytes[at] = 1;
  const db = new DatabaseSync(':memory:', { allowExtension: false, defensive: true });
  try {
    db.deserialize(bytes);
    db.exec('pragma trusted_schema = off');
    return sessionOf(readRows(db), phone);
  } catch (error) {
    if (error instanceof UnusableSession) throw error;
    throw torn('The database', `is damaged (${error instanceof Error ? error.message : String(error)})`);
  } finally {
    db.close();
  }
}

function readRows(db: DatabaseSync): WhatsmeowRows {
  const rows = {
    whatsmeow_device: [],
    whatsmeow_pre_keys: [],
    whatsmeow_identity_keys: [],
    whatsmeow_lid_map: [],
  };
  const found: WhatsmeowRows = rows;
  for (const table of TABLES)
    if (isPlainTable(db, table))
      found[table] = db.prepare(`select * from ${table} limit ${MAX_KEYS + 1}`).all();
  return found;
}

/** Views, virtual tables and generated columns would run code that the file chooses. */
function isPlainTable(db: DatabaseSync, name: string): boolean {
  const row = db.prepare('select type, sql from sqlite_schema where name = ?').get(name);
  if (!row && name !== 'whatsmeow_device') return false;
  if (!row)
    throw new UnusableSession(
      'unknown_form',
      'The database is none of whatsmeow: it has no whatsmeow_device.',
    );
  const columns = db.prepare('select hidden from pragma_table_xinfo(?)').all(name);
  const isTable = row.type === 'table' && /^create table/i.test(String(row.sql));
  if (!isTable || columns.some(({ hidden }) => hidden !== 0))
    throw new UnusableSession('unknown_form', `${name} of the database is no plain table.`);
  return true;
}
