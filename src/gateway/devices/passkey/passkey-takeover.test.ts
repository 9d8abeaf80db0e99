import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openLine, startNode, statusOfDevice } from '../../../../test/harness/line.ts';
import { openPasskeyScene } from '../../../../test/harness/passkey-scene.ts';
import { until } from '../../../../test/harness/until.ts';

const line = await openLine({ cleanup: afterAll });
const { ctx, sandbox } = line;
const { call, demand, sign } = await openPasskeyScene(line);
// Each test has its own processes.
await line.node.stop();

const STEPS = [
  ['waits for its owner', null, 'asked'],
  ['has not taken the answer', null, 'answered'],
  ['waits for the phone', 'silent', 'answered'],
  ['waits for the owner of the phone', 'asks_code', 'sent'],
] as const;

test.each(STEPS)(
  'a process that ends while a ceremony %s loses it, and a new QR pairs',
  async (step, fault, state) => {
    const number = `62811000003${STEPS.findIndex(([name]) => name === step)}0`;
    const node = startNode(ctx, sandbox, { cleanup: onTestFinished });
    await sandbox.post('/sandbox/phones', { number });
    await sandbox.post(`/sandbox/numbers/${number}/faults`, { passkey_fault: fault });
    const asked = await demand(number);
    const { options } = (await call('GET', asked)).body;
    const assertion = await sign(number, options);
    if (step === 'has not taken the answer') await node.stop();
    if (state !== 'asked') await call('POST', asked, { assertion });
    await until(async () => (await stateOf(asked.id)) === state);

    await node.stop();
    startNode(ctx, sandbox, { cleanup: onTestFinished });
    await sandbox.post(`/sandbox/numbers/${number}/faults`, { passkey_fault: null });
    const again = await demand(number, asked);
    const late = await call('POST', asked, { assertion });
    const { body } = await call('GET', again);
    await call('POST', again, { assertion: await sign(number, body.options) });
    await until(async () => (await statusOfDevice(ctx, asked.id)) === 'connected');

    expect([late.status, late.body.error]).toEqual([404, 'invalid_link']);
    expect(again.token).not.toBe(asked.token);
  },
);

async function stateOf(id: number): Promise<string> {
  const { rows } = await ctx.pool.query('select state from device_passkeys where device_id = $1', [id]);
  return rows[0].state;
}
