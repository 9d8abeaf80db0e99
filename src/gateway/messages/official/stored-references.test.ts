import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { tokenOf } from './stored-references.ts';

const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, [{ network: 'live', appSecret: 'secret', verifyToken: 'verify' }]);
const account = await insertAccount(ctx);
const PHONE = '201012345678';
const USER_ID = 'EG.1442738230941002';
const TOKEN = 'A566B545C242DB332755FC281B7A5E98';

/** An id of the provider: the chat by number or user id, the side, and the token. */
function idOf(peer: string, token: string, isTheirs = true): string {
  const text = (value: string) => [0x18, value.length, ...Buffer.from(value)];
  const kind = /^\d/.test(peer) ? 0x02 : 0x14;
  const bytes = [0x1c, ...text(peer), 0x15, kind, 0, isTheirs ? 0x12 : 0x11, ...text(token), 0];
  return `wamid.${Buffer.from(bytes).toString('base64')}`;
}

async function officialNumber() {
  const { id } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const numberId = String(9_000 + id);
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ official_phone_number_id: numberId })
    .where('id', '=', id)
    .execute();
  const arrive = async (fields: object) => {
    const message = { from: PHONE, from_user_id: USER_ID, timestamp: '1749416383', ...fields };
    const contacts = [{ wa_id: PHONE, user_id: USER_ID }];
    const value = { metadata: { phone_number_id: numberId }, contacts, messages: [message] };
    const text = JSON.stringify({ entry: [{ id: 'W', changes: [{ field: 'messages', value }] }] });
    expect((await callBack(http, text, signCallback(text, 'secret'))).statusCode).toBe(200);
  };
  return { id, arrive };
}

const say = (id: string, more: object = {}) => ({ id, type: 'text', text: { body: 'Yang merah' }, ...more });

test.each([
  [USER_ID, true],
  [PHONE, false],
  ['15550783881', false],
])(
  'a quote, an edit and a reaction find a message that their ids name by %s, theirs: %s',
  async (peer, isTheirs) => {
    const { id, arrive } = await officialNumber();
    const stored = idOf(PHONE, TOKEN);
    const other = idOf(peer, TOKEN, isTheirs);
    await arrive(say(idOf(PHONE, `B${TOKEN}`)));
    await arrive(say(stored));

    await arrive(say('wamid.quote', { context: { from: PHONE, id: other } }));
    await arrive({ id: 'wamid.reaction', type: 'reaction', reaction: { message_id: other, emoji: '👍' } });
    const edit = { original_message_id: other, message: { type: 'text', text: { body: 'Yang biru' } } };
    await arrive({ id: 'wamid.edit', type: 'edit', edit });

    const { rows } = await ctx.pool.query(
      `select details #>> '{context,id}' as quoted, details #>> '{edit,original_message_id}' as edited from messages
     where device_id = $1 and wa_message_id in ('wamid.quote', 'wamid.edit') order by id`,
      [id],
    );
    const { rows: changes } = await ctx.pool.query(
      'select distinct target_wa_message_id as target from message_changes where device_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { quoted: stored, edited: null },
      { quoted: null, edited: stored },
    ]);
    expect(changes).toEqual([{ target: stored }]);
  },
);

test('a deletion by another id of a message erases its text', async () => {
  const { id, arrive } = await officialNumber();
  await arrive(say(idOf(PHONE, TOKEN)));

  await arrive({ id: 'wamid.revoke', type: 'revoke', revoke: { original_message_id: idOf(USER_ID, TOKEN) } });

  const { rows } = await ctx.pool.query('select body from messages where device_id = $1', [id]);
  expect(rows).toEqual([{ body: null }]);
});

test.each([
  ['of another message', idOf(USER_ID, 'C566B545C242DB332755FC281B7A5E98')],
  ['of another form', 'wamid.unknown'],
])('a quote %s keeps its id', async (_, other) => {
  const { id, arrive } = await officialNumber();
  await arrive(say(idOf(PHONE, TOKEN)));

  await arrive(say('wamid.quote', { context: { id: other } }));

  const { rows } = await ctx.pool.query(
    `select details #>> '{context,id}' as quoted from messages where device_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([{ quoted: null }, { quoted: other }]);
});

test.each([
  [
    'wamid.HBgTRUcuMTQ0MjczODIzMDk0MTAwMhUUABIYIEE1NjZCNTQ1QzI0MkRCMzMyNzU1RkMyODFCN0E1RTk4AA==',
    'A566B545C242DB332755FC281B7A5E98',
  ],
  ['wamid.HBgMMzkzNDYyNDU0MjgyFQIAEhgUM0E2RDRCN0Y5NURBRTM3OEJBN0IA', '3A6D4B7F95DAE378BA7B'],
  ['wamid.HBgLMTY0', null],
  ['3EB0C8712CC1E53869085F', null],
  ['', null],
])('the token of %s is %s', (id, token) => {
  expect(tokenOf(id)).toBe(token);
});
