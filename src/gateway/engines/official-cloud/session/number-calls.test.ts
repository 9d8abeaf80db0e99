import { expect, test } from 'vitest';
import { MemoryHost } from '../../../../../test/harness/memory-host.ts';
import { credentials } from '../../../../../test/harness/official-bench.ts';
import { CALL_LIMIT_MS } from '../../engine.ts';
import { decodeCredentials } from '../credentials/credentials.ts';
import type { Graph, GraphCall } from '../graph/graph.ts';
import { readReply } from '../graph/reply.ts';
import { DeviceCredentials } from './device-credentials.ts';
import { NumberCalls } from './number-calls.ts';

/** The provider refuses the first token; the next token is stored after this time. */
async function scene(renewalMs: number) {
  const { store } = new MemoryHost();
  const known = new DeviceCredentials(store, () => {});
  known.current = decodeCredentials(credentials());
  store.loadCreds = async () => {
    const end = performance.now() + renewalMs;
    while (performance.now() <= end) await Promise.resolve();
    return credentials('EAAGnext');
  };
  const calls: GraphCall[] = [];
  const refused = Buffer.from(JSON.stringify({ error: { code: 190, message: 'expired' } }));
  const accepted = Buffer.from('{"messages":[{"id":"wamid.1"}]}');
  const graph: Graph = {
    async call(call) {
      calls.push(call);
      return call.token === 'EAAGnext' ? readReply(200, {}, accepted) : readReply(401, {}, refused);
    },
    close: async () => {},
  };
  const judged: [string, string][] = [];
  const number = new NumberCalls(graph, known, (reply, used) => {
    judged.push([reply.outcome, used.accessToken]);
  });
  return { calls, judged, number };
}

test('a call that is repeated with a new token keeps the time limit of the first', async () => {
  const { calls, judged, number } = await scene(5);

  const reply = await number.post('messages', {}, {});

  expect(reply.outcome).toBe('ok');
  expect(calls.map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, expect.any(Number)]);
  expect(calls[1]?.timeoutMs).toBeLessThan(CALL_LIMIT_MS);
  expect(judged).toEqual([['ok', 'EAAGnext']]);
});

test('a new token that comes after the time limit repeats no call', async () => {
  const { calls, judged, number } = await scene(5);

  const reply = await number.post('messages', {}, { timeoutMs: 1 });

  expect([reply.outcome, calls.length]).toEqual(['error', 1]);
  expect(judged).toEqual([['error', calls[0]?.token]]);
});
