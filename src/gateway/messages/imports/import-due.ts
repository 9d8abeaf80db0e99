import type { Context } from '../../../context.ts';
import { enqueueMissing } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const IMPORT = 'messages.import';

/** For callbacks that a process of the previous version stored, or whose job was given up. */
export async function enqueueImports({ db }: Context): Promise<void> {
  const rows = await store.listDueAccounts(db, {});
  await enqueueMissing(
    db,
    IMPORT,
    rows.map(({ account_id }) => account_id),
  );
}
