import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Http } from '../../src/platform/lib/http/server.ts';
import { testContext } from '../harness/context.ts';
import { mediaFolder } from '../harness/media-folder.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import { watchLog } from './log-watch.ts';
import { reproduce } from './report.ts';
import { openTarget } from './target.ts';

const SEED = 7;
const Body = z.object({ count: z.int().min(0).max(1000) });

/** null: cuts the connection. */
type Answers = (count: number, authorization: string | undefined) => { status: number; body: unknown } | null;

/** Operations with one fault each, and the promise that it breaks. */
const FAULTS: Record<string, { promise: string; answer: Answers }> = {
  fails: {
    promise: 'nothing fails inside',
    answer: (count) => {
      if (count > 7) throw new Error('more than this can count');
      return { status: 201, body: { ok: true } };
    },
  },
  'invents-a-status': {
    promise: 'every status is documented',
    answer: () => ({ status: 418, body: { error: 'invalid_phone', message: 'A teapot has none.' } }),
  },
  'forgets-a-field': {
    promise: 'the body of 201 is as documented',
    answer: () => ({ status: 201, body: {} }),
  },
  'invents-a-code': {
    promise: 'the code of 404 is documented',
    answer: () => ({ status: 404, body: { error: 'message_not_found', message: 'Not here.' } }),
  },
  'shows-the-code': {
    promise: 'no answer shows where the code is',
    answer: () => ({ status: 404, body: { error: 'device_not_found', message: new Error('no').stack } }),
  },
  'speaks-sql': {
    promise: 'no answer speaks of SQL',
    answer: () => ({
      status: 404,
      body: { error: 'device_not_found', message: 'relation "devices" is gone' },
    }),
  },
  'tells-the-key': {
    promise: 'no answer repeats a secret',
    answer: (_count, key) => ({
      status: 404,
      body: { error: 'device_not_found', message: `not yours: ${key}` },
    }),
  },
  'takes-anything': {
    promise: 'what the document forbids is refused',
    answer: () => ({ status: 201, body: { ok: true } }),
  },
  'says-nothing': { promise: 'there is an answer', answer: () => null },
};

const watch = watchLog();
const ctx = await testContext({
  ...{ parts: { log: watch.log }, cleanup: afterAll },
  env: await mediaFolder(afterAll),
});
const { document, port, close } = await openTarget(ctx, plant);
afterAll(close);
const operations = document.operations.filter(({ name }) => name in FAULTS);
const campaign: Campaign = {
  ctx,
  port,
  document: { ...document, operations },
  seed: SEED,
  requests: 400,
  concurrency: 1,
};
const { findings } = await runCampaign(campaign);

function plant(http: Http): void {
  for (const [name, { answer }] of Object.entries(FAULTS)) {
    const schema = {
      operationId: name,
      tags: ['Devices'],
      summary: name,
      body: Body,
      response: { 201: z.object({ ok: z.literal(true) }) },
    };
    const config = { errors: ['device_not_found' as const] };
    const attachValidation = name === 'takes-anything';
    http.post(`/v1/planted/${name}`, { config, schema, attachValidation }, (request, reply) => {
      const answered = answer(request.body.count, request.headers.authorization);
      // The schemas would refuse the answer.
      reply.hijack();
      if (answered === null) request.socket.destroy();
      else {
        const head = reply.raw.writeHead(answered.status, { 'content-type': 'application/json' });
        head.end(JSON.stringify(answered.body));
      }
    });
  }
}

test.each(Object.entries(FAULTS))('finds the operation that %s', (name, { promise }) => {
  const found = findings.filter(({ request }) => request.operation?.name === name);

  expect(found.map((finding) => finding.promise)).toContain(promise);
});

test('reports only the planted faults', () => {
  const wrong = findings
    .filter(
      ({ request, promise }) => request.operation && FAULTS[request.operation.name]?.promise !== promise,
    )
    .map(({ request, promise }) => `${request.operation?.name}: ${promise}`);

  expect(wrong).toEqual([]);
});

test('shows the smallest request that fails', () => {
  const finding = findings.find(({ request }) => request.operation?.name === 'fails');

  expect(finding?.request.json).toEqual({ count: 8 });
  expect(finding && reproduce(finding.request)).toMatch(
    /^curl .*-X POST "\$KURIR_URL"'\/v1\/planted\/fails' .*--data-binary '\{"count":8\}'$/,
  );
});

test('prints no key', () => {
  expect(findings.map(({ request }) => reproduce(request)).join('\n')).not.toMatch(/kurir_\w{11}_\w{27}/);
});

test('reproduces a finding by its seed and its number of requests', async () => {
  const finding = findings.find(({ request }) => request.operation?.name === 'fails');

  const again = await runCampaign({
    ...campaign,
    seed: finding?.seed ?? 0,
    requests: (finding?.index ?? 0) + 1,
  });

  expect(again.findings.map(({ request, index }) => [request.operation?.name, index])).toContainEqual([
    'fails',
    finding?.index,
  ]);
});

test('finds logged errors and keys in the log', () => {
  const key = `kurir_${'a'.repeat(11)}_${'b'.repeat(27)}`;
  const leak = watchLog();

  leak.log.info({ note: `came with ${key}` }, 'http.answered');

  expect(leak.findings().map(({ promise }) => promise)).toEqual(['no line of the log shows a secret']);
  expect(watch.findings().map(({ promise }) => promise)).toEqual(['nothing is logged as an error']);
});
