import { afterAll, expect, test } from 'vitest';
import { erasureSteps } from '../../src/app/erasure.ts';
import { deleteRemovedMedia } from '../../src/gateway/messages/media/retention.ts';
import { erasureJob } from '../../src/gateway/people/erasure/job.ts';
import { createLog } from '../../src/platform/lib/log.ts';
import { CATALOGUES } from '../../web/src/texts/test-texts.ts';
import { testContext } from '../harness/context.ts';
import { conversationsOf, inbound } from '../harness/conversations.ts';
import { enqueueDue, runJobs } from '../harness/jobs.ts';
import { openService, openWebhookWorker } from '../harness/service.ts';
import { tablesOf } from '../harness/tables.ts';
import { openScene, tablesWith } from './scene.ts';
import { ABOUT_PEOPLE, NOT_ABOUT_PEOPLE } from './tables.ts';

const lines: string[] = [];
const log = createLog('debug', 'test', {
  format: 'json',
  destination: { write: (line) => void lines.push(line) },
});
const ctx = await testContext({ cleanup: afterAll, parts: { log } });
const service = await openService(ctx);
const webhooks = openWebhookWorker(ctx, { start: false });
const ERASE = { confirm: 'erase' };
let shops = 0;
const people = () => {
  shops += 1;
  const of = (n: number, word: string) => ({ phone: `62813777${shops}00${n}1`, word: `${word}${shops}x` });
  return [of(1, 'zurlimar'), of(2, 'kelonova')] as const;
};

test('an erased person is in no table, file or log, and another one stays whole', async () => {
  const scene = await openScene(ctx, service, webhooks);
  const { api } = scene;
  const [ani, budi] = people();
  const { person } = await scene.mark(ani);
  await scene.mark(budi);
  await scene.settle();
  const before = await tablesWith(ctx, [ani.phone, ani.word]);
  const ofBudi = await tablesWith(ctx, [budi.phone, budi.word]);

  const begun = await api('POST', `/v1/people/${person}/erase`, ERASE);
  await scene.erase();

  expect(before).toEqual(ABOUT_PEOPLE);
  expect(await tablesWith(ctx, [ani.phone, ani.word])).toEqual([]);
  expect((await scene.files.texts()).filter((text) => text.includes(ani.word))).toEqual([]);
  expect(lines.filter((line) => line.includes(ani.phone) || line.includes(ani.word))).toEqual([]);
  expect(await tablesWith(ctx, [budi.phone, budi.word])).toEqual(ofBudi);
  expect((await scene.files.texts()).filter((text) => text.includes(budi.word))).toHaveLength(1);
  const { body: receipt } = await api('GET', `/v1/erasures/${begun.body.id}`);
  expect(receipt).toMatchObject({ status: 'finished', progress: { done: scene.steps.length } });
  expect(receipt.erased).toMatchObject({ messages: 9, files: 1, notes: 1, contacts: 1, opt_outs: 1 });
  expect((await api('GET', '/v1/erasures')).body.data).toEqual([receipt]);
});

test('the dashboard has words for each kind of erased data, in both languages', () => {
  const kinds = erasureSteps(ctx).map(({ kind }) => kind);

  const missing = CATALOGUES.flatMap(([language, { settings }]) =>
    kinds.filter((kind) => !Object.hasOwn(settings.erased, kind)).map((kind) => `${language}: ${kind}`),
  );

  expect(kinds.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});

test('each table is known to hold what people leave, or not', async () => {
  const { rows } = await ctx.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );

  expect(rows.map(({ name }) => name)).toEqual([...ABOUT_PEOPLE, ...NOT_ABOUT_PEOPLE].sort());
});

test('figures, quota and the audit log stay, without the person', async () => {
  const scene = await openScene(ctx, service, webhooks);
  const { api, account } = scene;
  const [ani] = people();
  const { id, person } = await scene.mark(ani);
  const usage = (await api('GET', '/v1/usage')).body.messages_sent;
  const count = () =>
    tablesOf(ctx.db).selectFrom('messages').select('phone').where('account_id', '=', account.id);
  const messages = (await count().execute()).length;

  const { body } = await api('POST', `/v1/people/${person}/erase`, ERASE);
  await scene.erase();

  expect(await count().execute()).toEqual(
    Array.from({ length: messages }, () => ({ phone: `${body.id}@erased` })),
  );
  expect(usage - (await api('GET', '/v1/usage')).body.messages_sent).toBe(await waitingOf(account.id));
  expect((await scene.ask('GET', `/v1/conversations/${id}`)).status).toBe(404);
  expect((await scene.ask('GET', `/v1/people/${person}`)).status).toBe(404);
  expect((await api('GET', '/v1/conversations')).body.data).toEqual([]);
  const { body: audit } = await api('GET', '/v1/audit?action=person.erased');
  expect(audit.data).toMatchObject([{ target: body.id, detail: {} }]);
});

/** Messages that were withdrawn: their units come back. */
async function waitingOf(accountId: number): Promise<number> {
  const { rows } = await ctx.pool.query(
    `select from messages where account_id = $1 and error_code = 'person_erased'`,
    [accountId],
  );
  expect(rows.length).toBeGreaterThan(0);
  return rows.length;
}

test('who writes again is a new person, whose earlier opt-out holds until they want messages', async () => {
  const scene = await openScene(ctx, service, webhooks);
  const { api, account, device } = scene;
  const [ani] = people();
  const { person } = await scene.mark(ani);
  await api('POST', `/v1/people/${person}/erase`, ERASE);

  await scene.receive(inbound(device, ani.phone, { body: 'Halo lagi', at: ctx.now() }));
  await scene.erase();
  await api('POST', '/v1/contacts', { phone: ani.phone, tags: ['baru'] });
  const refused = await scene.broadcast('baru');
  await scene.receive(inbound(device, ani.phone, { body: 'START', at: ctx.now() }));
  const sent = await scene.broadcast('baru');

  const chats = await conversationsOf(ctx, account);
  expect(chats.filter(({ phone }) => phone === ani.phone)).toHaveLength(1);
  const { body } = await api('GET', '/v1/conversations');
  expect(body.data).toMatchObject([{ person: { phone: ani.phone } }]);
  expect(body.data[0].person.id).not.toBe(person);
  expect([refused, sent]).toEqual(['opted_out', null]);
});

test('an erasure by number takes a contact who never wrote', async () => {
  const scene = await openScene(ctx, service, webhooks);
  const { api } = scene;
  const [ani] = people();
  await api('POST', '/v1/contacts', { phone: ani.phone, name: ani.word });

  const begun = await api('POST', '/v1/people/erase', { phone: `0${ani.phone.slice(2)}`, ...ERASE });
  await scene.erase();

  expect(begun.status).toBe(202);
  expect(await tablesWith(ctx, [ani.phone, ani.word])).toEqual([]);
});

test('after a kill in any piece, the erasure goes on where it was, and counts nothing twice', async () => {
  const scene = await openScene(ctx, service, webhooks);
  const { api } = scene;
  const [ani] = people();
  const { person } = await scene.mark(ani);
  const { body } = await api('POST', `/v1/people/${person}/erase`, ERASE);
  // Each piece but the last attempt of a step is rolled back once, as by a kill.
  const failed = new Set<string>();
  const steps = scene.steps.map((step, index) => ({
    ...step,
    erase: async (...given: Parameters<typeof step.erase>) => {
      const piece = await step.erase(...given);
      if (failed.size === index) {
        failed.add(`${index}`);
        throw new Error('killed');
      }
      return piece;
    },
  }));
  const job = erasureJob(ctx, steps);

  for (let round = 0; round < 2 * steps.length; round += 1) {
    await enqueueDue(ctx, [job]);
    await runJobs(ctx, [job]).catch(() => {});
    ctx.clock.advance(60_000);
    await deleteRemovedMedia(ctx, scene.files.store);
  }

  expect(failed.size).toBe(steps.length);
  const { body: receipt } = await api('GET', `/v1/erasures/${body.id}`);
  expect(receipt).toMatchObject({ status: 'finished', erased: { messages: 9, notes: 1, contacts: 1 } });
  expect(await tablesWith(ctx, [ani.phone, ani.word])).toEqual([]);
});

test('without the word, or for another person, nothing is erased', async () => {
  const [one, other] = [await openScene(ctx, service, webhooks), await openScene(ctx, service, webhooks)];
  const [ani] = people();
  const { person } = await one.mark(ani);

  expect((await one.ask('POST', `/v1/people/${person}/erase`, {})).status).toBe(422);
  expect((await one.ask('POST', `/v1/people/${person}/erase`, { confirm: 'ya' })).status).toBe(422);
  expect((await other.ask('POST', `/v1/people/${person}/erase`, ERASE)).status).toBe(404);
  expect((await one.api('GET', `/v1/people/${person}`)).status).toBe(200);
});
