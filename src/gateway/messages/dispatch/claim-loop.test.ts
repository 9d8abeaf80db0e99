import { expect, test } from 'vitest';
import { openLine, startNode } from '../../../../test/harness/line.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Db } from '../../../platform/lib/db/db.ts';

const MESSAGES = 30;
const POLL_MS = 1_000;

const CLAIMS = ['dispatch.claim_due', 'dispatch.list_due', 'dispatch.take_handed', 'dispatch.mark_written'];

/** Counts the claims of a database from `start` on. */
function countClaims(db: Db) {
  let claims = 0;
  let startedAt = 0;
  return {
    db: watchStatements(db, ({ name }) => {
      if (CLAIMS.includes(name ?? '')) claims += 1;
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

test('messages of the official engine, one after the other, cost one claim each, with their mark', async () => {
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

test('messages accepted together cost one claim, and those to one recipient leave in order', async () => {
  const line = await openOfficialLine();
  const names: string[] = [];
  await line.node.stop();
  line.startNode(watchStatements(line.ctx.db, ({ name }) => void names.push(name ?? '')));
  await line.settled(await line.send('pertama'), 'sent');

  const ids = await Promise.all([
    line.send('satu'),
    line.send('dua', { to: '6281234500099' }),
    line.send('tiga'),
  ]);
  for (const id of ids) await line.settled(id, 'sent', 'failed');

  expect((await line.texts()).filter((text) => text !== 'dua')).toEqual(['pertama', 'satu', 'tiga']);
  expect(names.filter((name) => name === 'dispatch.take_handed').length).toBeLessThanOrEqual(2);
});

test('a message that was claimed while its process stopped is sent once by the next one', async () => {
  const line = await openOfficialLine();
  await line.node.stop();
  let stopped: Promise<void> | null = null;
  const node = line.startNode(
    watchStatements(line.ctx.db, ({ name }) => {
      if (name === 'dispatch.take_handed') stopped ??= node.stop();
    }),
  );
  const bodies: string[] = [];
  const sendNext = async () => {
    bodies.push(`pesan ${bodies.length}`);
    const id = await line.send(bodies.at(-1) ?? '');
    const isOver = async () => stopped !== null || (await line.message(id)).status === 'sent';
    await until(isOver, { what: 'the claim or its end' });
    return id;
  };
  let last = await sendNext();
  // The first messages of a device, and those right behind another one, go the way of the claim.
  while (stopped === null) last = await sendNext();

  await stopped;
  line.startNode();
  await line.settled(last, 'sent');

  expect(await line.texts()).toEqual(bodies);
});
