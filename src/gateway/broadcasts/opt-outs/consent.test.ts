import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { learnRecipients } from '../../people/person.ts';
import { consentHook, optOutHook } from './opt-out.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, [optOutHook(ctx)]);
const phone = '6281234567890';
const LID = '99000000000041@lid';

async function shop() {
  const { api, account } = await service.customer();
  const device = await insertDevice(ctx, account);
  const writes = async (body: string, from = phone) => {
    ctx.clock.advance(MINUTE);
    const { device: of, message } = inbound(device, from);
    await receive({ device: of, message: { ...message, body } });
  };
  const reports = async (marketing: 'stop' | 'resume') => {
    ctx.clock.advance(MINUTE);
    await consentHook(ctx)([{ account_id: account.id, phone, marketing, reason: 'preference' }]);
  };
  const { id } = (await api('POST', '/v1/contacts', { phone, name: 'Budi' })).body;
  const consent = async () => (await api('GET', `/v1/contacts/${id}/consent`)).body;
  return { api, account, writes, reports, consent, id };
}

const change = (change: 'opted_out' | 'opted_in', reason: string, word: string | null = null) => ({
  ...{ phone, change, reason, word, at: expect.any(String) },
});

test('a contact shows when and why the customer opted out and in again', async () => {
  const { api, writes, reports, consent } = await shop();

  const before = await consent();
  await writes('stop');
  await writes('Mulai!');
  await api('POST', '/v1/opt-outs', { phone });
  await reports('resume');
  await api('DELETE', `/v1/opt-outs/${phone}`);
  await reports('stop');
  const during = await consent();
  await reports('resume');
  const after = await consent();

  expect(before).toEqual({ opted_out: false, opt_outs: [], changes: [] });
  expect(during).toMatchObject({ opted_out: true, opt_outs: [{ phone, reason: 'preference' }] });
  expect([after.opted_out, after.opt_outs]).toEqual([false, []]);
  expect(after.changes).toEqual([
    change('opted_in', 'preference'),
    change('opted_out', 'preference'),
    change('opted_in', 'account'),
    change('opted_out', 'account'),
    change('opted_in', 'keyword', 'MULAI'),
    change('opted_out', 'keyword', 'STOP'),
  ]);
  const times = after.changes.map(({ at }: { at: string }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('a word under the hidden number counts for the contact of the person', async () => {
  const { account, writes, consent } = await shop();
  await learnRecipients(ctx, [{ account_id: account.id, known: [phone], others: [LID] }]);

  await writes('STOP', LID);

  expect(await consent()).toMatchObject({
    opted_out: true,
    opt_outs: [{ phone: LID }],
    changes: [{ phone: LID, change: 'opted_out', word: 'STOP' }],
  });
});

test('a customer who changes the mind a hundred times leaves 50 changes', async () => {
  const { account, api, consent } = await shop();

  for (let n = 0; n < 100; n += 1) {
    await api('POST', '/v1/opt-outs', { phone });
    await api('DELETE', `/v1/opt-outs/${phone}`);
  }

  const { rows } = await ctx.pool.query('select from opt_out_changes where account_id = $1', [account.id]);
  expect([rows.length, (await consent()).changes.length]).toEqual([50, 50]);
});
