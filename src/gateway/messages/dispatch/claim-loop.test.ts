import { expect, test } from 'vitest';
import { openLine, startNode } from '../../../../test/harness/line.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Db } from '../../../platform/lib/db/db.ts';

const MESSAGES = 30;
const POLL_MS = 1_000;

/** Counts the claims of a database from `start` on. */
function countClaims(db: Db) {
  let claims = 0;
  let startedAt = 0;
  return {
    db: watchStatements(db, ({ name }) => {
      if (name === 'dispatch.claim_due' || name === 'dispatch.list_due') claims += 1;
    }),
    start() {
      claims = 0;
      startedAt = Date.now();
    },
    /** Without those that the poll of the elapsed time explains. */
    count: () => claims - Math.ceil((Date.now() - startedAt) / POLL_MS),
  };
}

test('messages of the economy engine, one after the other, cost one claim each', async () => {
  const line = await openLine();
  const claims = countClaims(line.ctx.db);
  const { device_uuid } = await line.pair();
  await line.node.stop();
  startNode({ ...line.ctx, db: claims.db }, line.sandbox);
  const sendAndWait = async (text: string) => {
    const id = await line.send(device_uuid, text);
    await until(async () => (await line.statusOf(id)) === 'delivered', { what: 'the delivery' });
  };
  await sendAndWait('pertama');

  claims.start();
  for (let n = 0; n < MESSAGES; n += 1) await sendAndWait(`pesan ${n}`);

  expect(claims.count()).toBeLessThanOrEqual(1.2 * MESSAGES);
});

test('messages of the official engine, one after the other, cost one claim each', async () => {
  const line = await openOfficialLine({
    pace: { perSecond: 80, recipient: { burst: 45, intervalMs: 6_000 } },
  });
  const claims = countClaims(line.ctx.db);
  await line.node.stop();
  line.startNode(claims.db);
  const sendAndWait = async (text: string) => line.settled(await line.send(text), 'sent');
  await sendAndWait('pertama');

  claims.start();
  for (let n = 0; n < MESSAGES; n += 1) await sendAndWait(`pesan ${n}`);

  expect(claims.count()).toBeLessThanOrEqual(1.2 * MESSAGES);
});
