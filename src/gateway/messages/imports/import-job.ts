import type { Context } from '../../../context.ts';
import { hasRoom } from '../../../platform/accounts/storage/storage.ts';
import { HOUR, MINUTE } from '../../../platform/lib/clock.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import { nameContacts } from '../../contacts/changes.ts';
import { APP_STATE, type CallbackReader, HISTORY } from '../../engines/callbacks.ts';
import { IMPORT, type ImportHooks, importMessages, openHistory } from './import.ts';
import * as store from './store.ts';

/** A callback may have thousands of messages: another account has a place. */
const SLOTS = 2;
/** Messages are stored once, so that another process may go on. */
const CLAIM_MS = 5 * MINUTE;
/** While the account stores as much as its plan allows. */
const FULL_MS = HOUR;

export interface ImportJobOptions {
  reader: Pick<CallbackReader, 'readHistory' | 'readAppState'>;
  hooks: ImportHooks;
}

/** Reads histories and contacts of the Business app, one callback of each account in turn. */
export const importJob = (ctx: Context, options: ImportJobOptions): AccountJob => ({
  name: IMPORT,
  slots: SLOTS,
  due: () => store.listDueAccounts(ctx.db, {}),
  async run({ accountId }) {
    const now = ctx.now();
    const after = (ms: number) => new Date(now.getTime() + ms);
    const update = await store.claimUpdate(ctx.db, { accountId, now, until: after(CLAIM_MS) });
    // `due` finds those that are postponed.
    if (!update) return;
    const { id, device_id: deviceId, field, payload } = update;
    if (await hasRoom(ctx.db, accountId, JSON.stringify(payload).length)) {
      await (field === HISTORY ? importHistory(ctx, options, update) : readContacts(ctx, options, update));
      await store.finish(ctx.db, { id });
    } else {
      ctx.log.warn({ accountId, deviceId }, 'import.storage_full');
      await store.postpone(ctx.db, { id, until: after(FULL_MS) });
    }
    await enqueue(ctx.db, { name: IMPORT, accountId });
  },
});

async function importHistory(
  ctx: Context,
  { reader, hooks }: ImportJobOptions,
  { account_id, device_id, payload, created_at }: store.DueUpdate,
): Promise<void> {
  const { messages, progress, isDeclined, broken } = reader.readHistory(payload);
  const device = { id: device_id, account_id };
  const history = await openHistory(ctx, { device, at: created_at });
  const stored = await importMessages(ctx, { device, history }, { messages, hooks });
  await store.noteHistory(ctx.db, {
    block: history.block,
    progress: progress ?? 0,
    declined: isDeclined,
    messages: 0,
    now: ctx.now(),
  });
  ctx.log.info(
    { deviceId: device_id, messages: messages.length, stored, broken, progress, isDeclined },
    'import.history',
  );
}

async function readContacts(
  ctx: Context,
  { reader }: ImportJobOptions,
  { account_id, device_id, field, payload }: store.DueUpdate,
): Promise<void> {
  if (field !== APP_STATE) return;
  const contacts = reader.readAppState(payload);
  const named = contacts.map(({ phone, name }) => ({ phone, name: toStorable(name) }));
  await nameContacts(ctx, account_id, named);
  ctx.log.info({ deviceId: device_id, contacts: named.length }, 'import.contacts');
}
