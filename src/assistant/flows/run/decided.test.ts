import { afterAll, expect, test } from 'vitest';
import { automatedShop, ruleText } from '../../../../test/harness/automation.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { HOUR } from '../../../platform/lib/clock.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import type { RuleProducer } from '../../arbiter/producers.ts';
import { openAutoReplies } from '../../rules/producer.ts';
import { createFlow } from '../flow.ts';
import { publishFlow } from '../versions/version.ts';
import { flowProducer } from './producer.ts';

const ctx = await testContext({ cleanup: afterAll });
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
afterAll(() => client.close());
const rules: Partial<RuleProducer> = openAutoReplies(ctx);
const flows = flowProducer({ ctx, clients: { live: client, sandbox: client } });

const text = (id: string, body: string) => ({ id, type: 'send_text', text: body, next: 'end' });
const ask = {
  id: 'size',
  type: 'ask',
  text: 'Ukuran?',
  answer: { kind: 'text' },
  save_to: 'size',
  answered: 'say',
};

/** A shop whose flow starts with the word `mulai`. */
async function shopWith(...nodes: readonly ({ id: string } & Record<string, unknown>)[]) {
  const shop = await automatedShop(ctx);
  const account = { ...shop.account, deviceIds: null };
  const triggers = [{ match: 'exact', patterns: ['mulai'] }];
  const start = { id: 'start', type: 'start', triggers, next: nodes[0]?.id };
  const definition = { nodes: [start, ...nodes, { id: 'end', type: 'end' }] };
  const { flow } = await createFlow(ctx, account, { name: 'Ukuran', definition });
  await publishFlow(ctx, account, flow.flow_uuid, {});
  return {
    ...shop,
    flow: flow.flow_uuid,
    decide: (given = rules, producer = flows) => shop.decide({ flows: producer, rules: given }),
  };
}

test('a flow asks, takes the answer and ends, and each decision names its node', async () => {
  const shop = await shopWith(ask, text('say', 'Ukuran {{var.size}} ada'));

  for (const said of ['mulai', 'XL', 'XL']) {
    await shop.write(said);
    await shop.decide();
  }

  const { rows } = await ctx.pool.query(
    'select stage, outcome, reason, flow_id, node_id from automation_decisions where account_id = $1 order by id',
    [shop.account.id],
  );
  expect((await shop.sent()).slice(0, 2)).toEqual(['Ukuran?', 'Ukuran XL ada']);
  expect(rows.slice(0, 2)).toEqual([
    { stage: 'flow', outcome: 'answered', reason: 'exact: mulai', flow_id: shop.flow, node_id: 'size' },
    { stage: 'flow', outcome: 'answered', reason: 'ended', flow_id: shop.flow, node_id: 'end' },
  ]);
});

test('a message costs no look for a flow in a chat that runs none', async () => {
  const shop = await shopWith(ask, text('say', 'Ukuran {{var.size}} ada'));
  const looks: string[] = [];
  const db = watchStatements(ctx.db, ({ name }) => looks.push(name ?? ''));
  const watched = flowProducer({ ctx: { ...ctx, db } });
  const looksAt = async (said: string) => {
    looks.splice(0);
    await shop.write(said);
    await shop.decide(rules, watched);
    return looks.filter((name) => name === 'automation.find_flow_session').length;
  };

  const [plain, starting, answering] = [await looksAt('halo'), await looksAt('mulai'), await looksAt('XL')];

  expect([plain, starting]).toEqual([0, 0]);
  expect(answering).toBeGreaterThan(0);
  expect(await shop.sent()).toEqual(['Ukuran?', 'Ukuran XL ada']);
});

test('a wait ends by itself, once', async () => {
  const wait = { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 3_600 }, next: 'say' };
  const shop = await shopWith(wait, text('say', 'Sejam kemudian'));
  await shop.write('mulai');
  await shop.decide();

  ctx.clock.advance(HOUR);
  await shop.decide();
  await shop.decide();

  expect(await shop.sent()).toEqual(['Sejam kemudian']);
});

test('a person who answers during a slow request makes the flow silent, and ends it', async () => {
  const receiver = await startReceiver((_, response) => {
    void shop.own('human_active').then(() => response.end('{}'));
  });
  const http = {
    id: 'http',
    type: 'http_request',
    url: receiver.url,
    succeeded: 'say',
    failed: 'say',
    json: null,
  };
  const shop = await shopWith(http, text('say', 'Terlambat'));

  await shop.write('mulai');
  await shop.decide();

  expect([receiver.requests.length, await shop.sent()]).toEqual([1, []]);
  expect((await shop.decisions()).at(0)).toMatchObject({ outcome: 'silent', reason: 'owner_changed' });
});

test('a rule starts a flow', async () => {
  const shop = await shopWith(ask, text('say', 'Ada'));
  const promo = {
    choose: async (_: unknown, { text: said }: { text: string | null }) =>
      said === 'promo' ? ruleText('Promo hari ini!', { startFlow: shop.flow }) : null,
  };

  await shop.write('promo');
  await shop.decide(promo);
  await shop.write('M');
  await shop.decide(promo);

  expect(await shop.sent()).toEqual(['Promo hari ini!', 'Ukuran?', 'Ada']);
});
