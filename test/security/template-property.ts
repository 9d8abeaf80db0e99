import type { Context } from '../../src/context.ts';
import { setWabaId } from '../../src/gateway/devices/official/store.ts';
import { saveTemplate } from '../../src/gateway/templates/making/store.ts';
import { claimBook } from '../../src/gateway/templates/store.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { insertDevice } from '../harness/rows.ts';

/** A template of a number without an access token. */
export async function template(ctx: Context, account: Caller, mark: string): Promise<string> {
  const { id } = await insertDevice(ctx, account, { engine: 'official_cloud', label: mark });
  await ctx.db.transaction((tx) => setWabaId(tx, { device_id: id, waba_id: mark }));
  const book = await claimBook(ctx.db, {
    accountId: account.id,
    wabaId: mark,
    now: ctx.now(),
    before: ctx.now(),
  });
  const content = { header: null, body: mark, footer: null, buttons: [], unsupported: [] };
  const shown = { name: mark, language: 'id', category: 'utility', status: 'approved', provider_id: mark };
  const { id: made } = await ctx.db.transaction((tx) =>
    saveTemplate(tx, book ?? 0, { ...shown, content }, ctx.now()),
  );
  return String(made);
}
