import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { MAX_SIMULATIONS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

/** Asks the assistant, and says one text with the date. */
const saying = (words: string, more: object[] = []) => ({
  nodes: [
    { id: 'start', type: 'start', next: 'know', triggers: [{ match: 'word', patterns: ['ukuran'] }] },
    { id: 'know', type: 'ask_assistant', question: '{{message.text}}', answered: 'say', not_answered: 'say' },
    { id: 'say', type: 'send_text', text: words, next: 'end' },
    { id: 'end', type: 'end' },
    ...more,
  ],
});
const SIMULATION = { name: 'Ukuran', messages: [{ text: 'ukuran' }] };

async function shopWith(definition: object = saying('Halo {{flow.now_date}}')) {
  const shop = await service.customer();
  const { api } = shop;
  const path = `/v1/flows/${(await api('POST', '/v1/flows', { name: 'Ukuran', definition })).body.id}`;
  return {
    ...{ api, path },
    save: (next: object) => api('PATCH', path, { definition: next }),
    store: (more: object = {}) => api('POST', `${path}/simulations`, { ...SIMULATION, ...more }),
    publish: (body: object = {}) => api('POST', `${path}/publish`, body),
    check: async () => (await api('POST', `${path}/simulations/check`, {})).body.data,
  };
}

test('a stored simulation ends as before on another day, and says what it depends on', async () => {
  const shop = await shopWith();
  const stored = await shop.store({ assistant_answers: { know: 'Ada S dan M.' } });
  ctx.clock.advance(3 * DAY);

  const checked = await shop.check();

  const sent = stored.body.expected.entries.filter(({ event }: { event: string }) => event === 'sent');
  expect(stored.status).toBe(201);
  expect(stored.body.depends_on).toEqual({ business_hours: true, flows: [] });
  expect(sent.map(({ details }: { details: { body: string } }) => details.body)).toEqual([
    'Ada S dan M.',
    expect.stringMatching(/^Halo \d/),
  ]);
  expect(checked).toMatchObject([{ id: stored.body.id, difference_count: 0, differences: [] }]);
});

test('a draft that ends differently is not published, until the caller accepts or ignores it', async () => {
  const shop = await shopWith(saying('Halo'));
  const { body: stored } = await shop.store();
  await shop.save(saying('Hai'));

  const refused = await shop.publish();
  const ignored = await shop.publish({ simulations: 'ignore' });
  const stillRefused = await shop.publish();
  const accepted = await shop.publish({ simulations: 'accept' });
  const again = await shop.publish();

  expect([refused.status, refused.body.error]).toEqual([409, 'flow_simulations_differ']);
  expect(refused.body.simulations).toMatchObject([
    {
      ...{ id: stored.id, name: 'Ukuran', difference_count: 1 },
      differences: [{ expected: { details: { body: 'Halo' } }, actual: { details: { body: 'Hai' } } }],
    },
  ]);
  expect([ignored.body.version, stillRefused.status]).toEqual([1, 409]);
  expect([accepted.status, again.status, again.body.version]).toEqual([200, 200, 1]);
  expect(await shop.check()).toMatchObject([{ difference_count: 0 }]);
});

test('a new name for a node is no difference', async () => {
  const shop = await shopWith(saying('Halo'));
  await shop.store();
  await shop.save(JSON.parse(JSON.stringify(saying('Halo')).replaceAll('"say"', '"greet"')));

  expect((await shop.publish()).status).toBe(200);
});

test('an export brings the simulations to another account, with their results', async () => {
  const shop = await shopWith();
  await shop.store();
  const { body: exported } = await shop.api('GET', `${shop.path}/export`);
  const { api } = await service.customer();

  const imported = await api('POST', '/v1/flows/import', exported);

  const path = `/v1/flows/${imported.body.id}`;
  expect((await api('GET', `${path}/export`)).body).toEqual(exported);
  expect((await api('POST', `${path}/simulations/check`, {})).body.data).toMatchObject([
    { name: 'Ukuran', difference_count: 0 },
  ]);
  const { simulations: _, ...old } = exported;
  expect((await api('POST', '/v1/flows/import', old)).status).toBe(201);
});

test('a simulation is replaced with another result, listed, and deleted', async () => {
  const shop = await shopWith(saying('Halo {{message.text}}'));
  const { body: stored } = await shop.store();
  const path = `${shop.path}/simulations/${stored.id}`;

  const replaced = await shop.api('PUT', path, { name: 'Dua', messages: [{ text: 'ukuran dua' }] });
  const listed = await shop.api('GET', `${shop.path}/simulations`);
  const deleted = await shop.api('DELETE', path);

  const { request: _, expected, ...summary } = replaced.body;
  expect(JSON.stringify(expected)).toContain('Halo ukuran dua');
  expect(listed.body).toEqual({ data: [summary] });
  expect([deleted.status, (await shop.api('GET', path)).body.error]).toEqual([
    204,
    'flow_simulation_not_found',
  ]);
});

test('a flow has a bounded number of simulations of bounded size, also at the same moment', async () => {
  const shop = await shopWith(saying('Halo'));
  const long = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(2_000) }));
  const large = await shop.store({ messages: long });

  const answers = await Promise.all(Array.from({ length: MAX_SIMULATIONS + 2 }, () => shop.store()));

  expect([large.status, Object.keys(large.body.errors)]).toEqual([422, ['messages']]);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body.error)).toEqual(Array(2).fill('flow_simulation_limit_reached'));
});
