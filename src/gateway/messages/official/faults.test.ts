import { afterAll, expect, onTestFinished, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';

const SECRET = 'secret-of-the-app';
const NUMBER = '501';
const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, [{ network: 'live', appSecret: SECRET, verifyToken: null }]);

const { id, account_id } = await insertDevice(ctx, await insertAccount(ctx), { engine: 'official_cloud' });
await tablesOf(ctx.db)
  .updateTable('devices')
  .set({ official_phone_number_id: NUMBER })
  .where('id', '=', id)
  .execute();

async function tell(value: object): Promise<number> {
  const changes = [{ field: 'messages', value: { metadata: { phone_number_id: NUMBER }, ...value } }];
  const payload = JSON.stringify({ entry: [{ id: 'WABA', changes }] });
  return (await callBack(http, payload, signCallback(payload, SECRET))).statusCode;
}
const message = (of: string) => ({ from: '6281234567890', id: of, type: 'text', text: { body: 'Halo' } });
const stored = async () =>
  (
    await tablesOf(ctx.db)
      .selectFrom('messages')
      .select('wa_message_id')
      .where('direction', '=', 'in')
      .execute()
  ).map(({ wa_message_id }) => wa_message_id);

test.each([
  ['a right that is missing', '42501'],
  ['a column that an update has not made yet', '42703'],
  ['a statement that took too long', '57014'],
  ['a lock that nobody gave', '55P03'],
  ['a fault of its own', 'XX000'],
])(
  'what the database does not store because of %s is not taken, so that it comes again',
  async (_name, code) => {
    await breakMessages(code);
    const refused = await tell({ messages: [message(`wamid.${code}`)] });
    await mend();

    const again = await tell({ messages: [message(`wamid.${code}`)] });

    expect([refused, again]).toEqual([500, 200]);
    expect(await stored()).toContain(`wamid.${code}`);
  },
);

test.each([['22P05'], ['23514'], ['54000'], ['P0001']])(
  'an item that the database refuses for its content (%s) is dropped, and the others are stored',
  async (code) => {
    await breakMessages(code, `wamid.bad.${code}`);

    const answer = await tell({ messages: [message(`wamid.bad.${code}`), message(`wamid.good.${code}`)] });

    expect(answer).toBe(200);
    expect(await stored()).toContain(`wamid.good.${code}`);
    expect(await stored()).not.toContain(`wamid.bad.${code}`);
  },
);

/** The insert of a message (with this id, if one is named) fails with this error while the condition holds. */
async function breakMessages(code: string, waMessageId?: string, condition = 'true'): Promise<void> {
  const which = waMessageId === undefined ? '' : `when (new.wa_message_id = '${waMessageId}')`;
  await ctx.pool.query(`
    create function refuse() returns trigger language plpgsql as $$
      begin if ${condition} then raise exception 'refused' using errcode = '${code}'; end if; return new; end $$;
    create trigger refuse before insert on messages for each row ${which} execute function refuse()`);
  onTestFinished(mend);
}

async function mend(): Promise<void> {
  await ctx.pool.query('drop function if exists refuse cascade');
}

test('what lost to another process that stores the same is stored at once', async () => {
  await ctx.pool.query('create sequence losses');
  await breakMessages('40P01', undefined, "nextval('losses') <= 2");

  const answer = await tell({ messages: [message('wamid.loser')] });

  expect(answer).toBe(200);
  expect(await stored()).toContain('wamid.loser');
});

test('a secret that cannot be opened signs nothing; other signatures count', async () => {
  const other = await insertDevice(ctx, await insertAccount(ctx), { engine: 'official_cloud' });
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ official_phone_number_id: '502', official_app_secret: Buffer.from('sealed with another key') })
    .where('id', '=', other.id)
    .execute();
  const beside = { messages: [message('wamid.beside')], metadata: { phone_number_id: '502' } };

  const answers = await Promise.all([tell(beside), tell({ messages: [message('wamid.alone')] })]);

  expect(answers).toEqual([200, 200]);
  expect(await stored()).toEqual(expect.arrayContaining(['wamid.beside', 'wamid.alone']));
});

test('a status with our reference and one without it are about one message', async () => {
  const columns = {
    status: 'sent',
    maybe_written: true,
    reserved_wa_id: 'kurir.1',
    wa_message_id: 'wamid.1',
  } as const;
  await insertMessage(ctx, { id, account_id }, columns);
  const status = (name: string, reference?: string) => ({
    id: 'wamid.1',
    status: name,
    biz_opaque_callback_data: reference,
  });

  await tell({ statuses: [status('read'), status('sent', 'kurir.1'), status('delivered', 'kurir.1')] });

  const row = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('status')
    .where('reserved_wa_id', '=', 'kurir.1')
    .executeTakeFirst();
  expect(row?.status).toBe('read');
});
