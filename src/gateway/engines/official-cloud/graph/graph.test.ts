import { expect, onTestFinished, test } from 'vitest';
import { lookup } from '../../../../../test/harness/names.ts';
import { startReceiver } from '../../../../../test/harness/receiver.ts';
import { createGraph } from './graph.ts';

const MINUTE = 60_000;
const usage = (...minutes: number[]) =>
  JSON.stringify({ 10: minutes.map((each) => ({ estimated_time_to_regain_access: each })) });

test.each([
  [{ 'retry-after': '7', 'x-business-use-case-usage': usage(19) }, 7_000],
  [{ 'x-business-use-case-usage': usage(0, 19, 3) }, 19 * MINUTE],
  [{ 'x-business-use-case-usage': usage(0) }, null],
  [{ 'x-business-use-case-usage': '{"10":[{"type":"messaging"}]}' }, null],
  [{ 'x-business-use-case-usage': 'soon' }, null],
  [{ 'retry-after': '1e30' }, 24 * 60 * MINUTE],
  [{}, null],
])('with the headers %j the wait is %s ms', async (headers, retryAfterMs) => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(400, headers).end('{"error":{"code":80007,"message":"Too many calls"}}'),
  );
  const graph = createGraph({ url, version: 'v25.0', lookup });
  onTestFinished(() => graph.close());

  const reply = await graph.call({ method: 'POST', path: '1/messages', token: 'EAAG', body: {} });

  expect(reply).toMatchObject({ outcome: 'error', retryAfterMs });
});

test.each([
  ['null values', { code: 131047, message: 'No', error_subcode: null, error_data: null }],
  ['no message', { code: 131047, message: null }],
  ['a code as text', { code: '131047', message: 'No' }],
  ['details of another form', { code: 131047, message: 'No', error_data: '{"details":"none"}' }],
  ['a subcode of another form', { code: 131047, message: 7, error_subcode: 'x', error_data: { details: 7 } }],
])('a refusal with %s is read as a refusal', async (_name, error) => {
  const reply = await replyTo(400, JSON.stringify({ error }));

  expect(reply).toMatchObject({ outcome: 'error', error: { code: 131047, subcode: null, details: null } });
});

test.each([
  ['no code', 400, '{"error":{"message":"No"}}'],
  ['a text as error', 400, '{"error":"No"}'],
  ['a list', 200, '[]'],
  ['nothing', 200, ''],
  ['too many bytes', 200, JSON.stringify({ messages: [{ id: 'x'.repeat(1024 * 1024) }] })],
])('an answer with %s leaves the outcome of the call unknown', async (_name, status, body) => {
  expect(await replyTo(status, body)).toEqual({ outcome: 'unknown' });
});

test('an answer with an error is a refusal, even with status 200', async () => {
  expect(await replyTo(200, '{"error":{"code":190,"message":"No"}}')).toMatchObject({
    outcome: 'error',
    error: { code: 190 },
  });
});

async function replyTo(status: number, body: string) {
  const { url } = await startReceiver((_, response) => response.writeHead(status).end(body));
  const graph = createGraph({ url, version: 'v25.0', lookup });
  onTestFinished(() => graph.close());
  return graph.call({ method: 'POST', path: '1/messages', token: 'EAAG', body: {} });
}
