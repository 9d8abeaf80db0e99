import { codeOf } from '../error-code.ts';
import { openDatabase } from './db.ts';
import { assertSchema } from './migrate.ts';

/** The table of migrations is missing, or the role may not read it. */
const UNSEEN = new Set(['42P01', '42501']);

/** False without tables of Kurir for this role. Throws SchemaMismatch for tables of another version. */
export async function hasSchema(url: string): Promise<boolean> {
  const { db, close } = openDatabase(url, { max: 1, name: 'kurir check' });
  try {
    await assertSchema(db);
    return true;
  } catch (error) {
    if (UNSEEN.has(codeOf(error))) return false;
    throw error;
  } finally {
    await close();
  }
}
