import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { enqueueDue, runJobs } from '../../../../test/harness/jobs.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { openShop, SHOP } from '../../test-scene.ts';
import { trainingJob } from './training.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

const train = () => runJobs(ctx, [trainingJob(ctx)]);
const modelOf = async (id: number) =>
  (await ctx.pool.query('select * from assistant_models where account_id = $1', [id])).rows[0];

test('a change is learned after a moment, and the assistant says how much it knows', async () => {
  const { api, learn, account } = await openShop(ctx, service);
  const before = await modelOf(account.id);

  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?'] });
  const waiting = (await api('GET', '/v1/assistant')).body.model;
  await learn();
  const after = (await api('GET', '/v1/assistant')).body.model;

  expect(waiting).toMatchObject({ state: 'training', report: { faqs: SHOP.length } });
  expect(after).toMatchObject({
    state: 'ready',
    trained_at: ctx.now().toISOString(),
    report: { faqs: SHOP.length + 1, questions: 21, passages: 0 },
  });
  expect((await modelOf(account.id)).version).toBeGreaterThan(before.version);
});

test('a change of other automations trains nothing', async () => {
  const { api, learn, account } = await openShop(ctx, service);
  const { version } = await modelOf(account.id);

  await api('PATCH', '/v1/assistant', { scope: 'pesanan' });
  await learn();

  expect((await modelOf(account.id)).version).toBe(version);
  expect((await api('GET', '/v1/assistant')).body.model.state).toBe('ready');
});

test('a change that a process of the previous version noted without a job is learned after a minute', async () => {
  const { account } = await openShop(ctx, service);
  const { version } = await modelOf(account.id);
  await ctx.pool.query("update assistant_models set source = '' where account_id = $1", [account.id]);
  const note = 'insert into assistant_trainings (account_id, due_at) values ($1, $2)';
  await ctx.pool.query(note, [account.id, ctx.now()]);
  const learnAfter = async (ms: number) => {
    ctx.clock.advance(ms);
    await enqueueDue(ctx, [trainingJob(ctx)]);
    await train();
    return (await modelOf(account.id)).version > version;
  };

  expect([await learnAfter(1_000), await learnAfter(61_000)]).toEqual([false, true]);
});

test('a change during a training is learned by the next one', async () => {
  const { api, account } = await openShop(ctx, service);
  await api('PATCH', '/v1/assistant', { languages: ['en', 'id'] });
  ctx.clock.advance(2_000);

  const running = train();
  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?'] });
  await running;
  ctx.clock.advance(2_000);
  await train();

  expect((await modelOf(account.id)).report.faqs).toBe(SHOP.length + 1);
  expect((await api('GET', '/v1/assistant')).body.model.state).toBe('ready');
});

test('without knowledge there is no model', async () => {
  const { api, learn, account } = await openShop(ctx, service);
  for (const { id } of (await api('GET', '/v1/knowledge/faqs')).body.data)
    await api('DELETE', `/v1/knowledge/faqs/${id}`);

  await learn();

  expect(await modelOf(account.id)).toBeUndefined();
  expect((await api('GET', '/v1/assistant')).body.model).toEqual({
    ...{ state: 'none', trained_at: null, report: null },
  });
});

test('an account whose training takes a minute trains again three minutes later at the earliest', async () => {
  const { api, account } = await openShop(ctx, service);
  await ctx.pool.query(
    `update assistant_models set report = jsonb_set(report, '{train_ms}', '60000') where account_id = $1`,
    [account.id],
  );
  const { version, trained_at } = await modelOf(account.id);
  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?'] });
  const trainAt = async (ms: number) => {
    ctx.clock.advance(trained_at.getTime() + ms - ctx.now().getTime());
    await train();
    return (await modelOf(account.id)).version > version;
  };

  expect([await trainAt(60_000), await trainAt(179_000), await trainAt(180_000)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a training in the future of the clock, which was set back, delays no other one', async () => {
  const { api, learn, account } = await openShop(ctx, service);
  const { version } = await modelOf(account.id);
  const year = 365 * 24 * 3_600_000;
  const ahead = new Date(ctx.now().getTime() + year);
  await ctx.pool.query('update assistant_models set trained_at = $2 where account_id = $1', [
    account.id,
    ahead,
  ]);

  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada mushola?'] });
  await learn();

  expect((await modelOf(account.id)).version).toBeGreaterThan(version);
});

test('a version is never used again, so that no process answers from what was deleted', async () => {
  const { api, ask, learn, account } = await openShop(ctx, service);
  const { version } = await modelOf(account.id);
  await ask('cara bayar?');
  for (const { id } of (await api('GET', '/v1/knowledge/faqs')).body.data)
    await api('DELETE', `/v1/knowledge/faqs/${id}`);
  await learn();

  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?', 'tempat parkir'] });
  await learn();

  expect((await modelOf(account.id)).version).toBeGreaterThan(version);
  expect(await ask('ada parkir?')).toMatchObject({ action: 'answer', text: 'Ada.' });
});

test('a training whose change another process has learned meanwhile stores nothing', async () => {
  const { api, account } = await openShop(ctx, service);
  const { version } = await modelOf(account.id);
  await api('PATCH', '/v1/assistant', { languages: ['id'] });
  ctx.clock.advance(2_000);
  const learned = 'delete from assistant_trainings where account_id = $1';
  const db: Db = {
    ...ctx.db,
    async query(statement, values) {
      if (statement.name === 'automation.find_model_state') await ctx.pool.query(learned, [account.id]);
      return ctx.db.query(statement, values);
    },
  };

  await runJobs(ctx, [trainingJob({ ...ctx, db })]);

  expect((await modelOf(account.id)).version).toBe(version);
});

test('a model of another version of the program answers until it is learned again', async () => {
  const { ask, learn, account } = await openShop(ctx, service);
  const old = (await modelOf(account.id)).bytes.toString('latin1').replace(/"program":"\d/, '"program":"0');
  await ctx.pool.query(
    'update assistant_models set bytes = $2, version = version + 1 where account_id = $1',
    [account.id, Buffer.from(old, 'latin1')],
  );

  const before = await ask('cara bayar?');
  const waiting = await ask('cara bayar?');
  await learn();

  expect([before, waiting]).toMatchObject([{ action: 'answer' }, { action: 'answer', is_current: false }]);
  expect(await ask('cara bayar?')).toMatchObject({ action: 'answer', is_current: true });
});

test('a model of another form is learned again', async () => {
  const { ask, learn, account } = await openShop(ctx, service);
  await ctx.pool.query(
    `update assistant_models set bytes = '\\x00', version = version + 1 where account_id = $1`,
    [account.id],
  );

  const before = await ask('cara bayar?');
  await learn();

  expect(before).toMatchObject({ reason: 'no_knowledge' });
  expect(await ask('cara bayar?')).toMatchObject({ action: 'answer' });
});
