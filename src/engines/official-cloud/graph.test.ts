import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../../test/harness/receiver.ts';
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
])('with %j the wait is %s ms', async (headers, retryAfterMs) => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(400, headers).end('{"error":{"code":80007,"message":"Too many calls"}}'),
  );
  const graph = createGraph({ url, version: 'v25.0' });
  onTestFinished(() => graph.close());

  const reply = await graph.call({ method: 'POST', path: '1/messages', token: 'EAAG', body: {} });

  expect(reply).toMatchObject({ outcome: 'error', retryAfterMs });
});
