import { expect } from 'vitest';
import type { Answer } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { type Command, command, type Real, viewOf } from './commands.ts';
import { CONTENTS, type Model, RECIPIENTS, type Refusal, type SendRequest } from './model.ts';

const UNKNOWN_DEVICE = '11111111-1111-4111-8111-111111111111';

/** The customer sends one message. */
export function send(request: SendRequest): Command {
  return command(`send ${JSON.stringify(request)}`, async (model, real) => {
    model.count();
    const answer = await post(model, real, request);
    if (model.status !== 'active') return expectRefusal(answer, [403, 'account_inactive']);

    const { minute } = await windowOf(real);
    if (minute !== model.window.minute) model.window = { minute, used: 0 };
    const passed = model.remainingRate > 0;
    if (passed) model.window.used += 1;
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': `${model.plan.rate_per_minute}`,
      'x-ratelimit-remaining': `${model.remainingRate}`,
    });
    if (passed) expectVerdict(model, answer, request);
    else expectRefusal(answer, [429, 'rate_limited']);
  });
}

/** The customer sends several messages at once: each with a new key, or all with one new key. */
export function burst(options: { count: number; device: number; oneKey: boolean }): Command {
  const { count, device, oneKey } = options;
  return command(`burst ${JSON.stringify(options)}`, async (model, real) => {
    model.count(count);
    model.bursts += 1;
    const requests = Array.from({ length: count }, (_, n): SendRequest => {
      const key = `burst-${model.bursts}-${oneKey ? 'all' : n}`;
      return { key, device, to: 'good', content: 'text' };
    });

    const before = await minuteNow(real);
    const answers = await Promise.all(requests.map((request) => post(model, real, request)));
    const turned = (await minuteNow(real)) !== before;

    if (model.status !== 'active') {
      for (const answer of answers) expectRefusal(answer, [403, 'account_inactive']);
      return;
    }
    const passed = answers.filter(({ status }) => status !== 429);
    if (before !== model.window.minute) model.window = { minute: before, used: 0 };
    // If the minute changed during the burst, only the window itself can be checked.
    if (!turned) expect(passed).toHaveLength(Math.min(count, model.remainingRate));
    model.window = turned
      ? await windowOf(real)
      : { minute: before, used: model.window.used + passed.length };

    // Replays are compared last, after their first messages are known.
    const isReplay = ({ headers }: Answer) => Number(headers['idempotency-replayed'] === 'true');
    const inOrder = answers
      .map((answer, n) => ({ answer, request: requests[n] }))
      .filter(({ answer }) => answer.status !== 429)
      .sort((a, b) => isReplay(a.answer) - isReplay(b.answer) || a.answer.status - b.answer.status);
    for (const { answer, request } of inOrder) if (request) expectVerdict(model, answer, request);
  });
}

function post(model: Model, { shop }: Real, request: SendRequest): Promise<Answer> {
  const body = {
    device_uuid: model.deviceOf(request)?.uuid ?? UNKNOWN_DEVICE,
    to: RECIPIENTS[request.to],
    ...CONTENTS[request.content].fields,
  };
  return shop.api(
    'POST',
    '/v1/messages',
    body,
    request.key === null ? {} : { 'idempotency-key': request.key },
  );
}

/** Compares the answer with the model, and stores an accepted message in it. */
function expectVerdict(model: Model, answer: Answer, request: SendRequest): void {
  const verdict = model.judge(request);
  if ('refused' in verdict) {
    expectRefusal(answer, verdict.refused);
    return;
  }
  const replayed = 'replayOf' in verdict;
  const message = replayed
    ? verdict.replayOf
    : model.accept(String(request.key), answer.body.id, verdict.accepted, request);
  const isOther = message.request !== model.requestIdentity(request);

  expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: viewOf(message) });
  expect(answer.headers['idempotency-replayed']).toBe(replayed ? 'true' : undefined);
  expect(answer.headers['idempotency-mismatch']).toBe(isOther ? 'true' : undefined);
}

function expectRefusal({ status, body }: Answer, [expected, problem]: Refusal): void {
  expect([status, body.error ?? Object.keys(body.errors ?? {})]).toEqual([expected, problem]);
}

/** The rate window of the last request. */
async function windowOf({ ctx, shop }: Real): Promise<{ minute: number; used: number }> {
  return tablesOf(ctx.db)
    .selectFrom('rate_windows')
    .select(['minute', 'used'])
    .where('account_id', '=', shop.account.id)
    .executeTakeFirstOrThrow();
}

async function minuteNow({ ctx }: Real): Promise<number> {
  const { rows } = await ctx.pool.query<{ minute: number }>(
    'select floor(extract(epoch from clock_timestamp()) / 60)::float8 as minute',
  );
  return rows[0]?.minute ?? 0;
}
