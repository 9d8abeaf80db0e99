import type { Context } from '../../../context.ts';
import { enqueueMissing } from '../../../platform/lib/jobs-queue.ts';
import * as store from './store.ts';

export const WALK = 'sites.walk';

/** For sites whose time to be read again has come. */
export async function enqueueDueSites({ db, now }: Context): Promise<void> {
  await enqueueMissing(db, WALK, await store.listAccountsWithDueSites(db, now()));
}
