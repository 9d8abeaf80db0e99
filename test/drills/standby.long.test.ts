import { afterAll, expect, test } from 'vitest';
import { openScene } from '../crash/scene.ts';
import { RECOVERY_MS } from '../crash/traffic.ts';
import { startWork } from '../crash/work.ts';
import { type GroupServer, serverGroup } from '../harness/standby-servers.ts';
import { until } from '../harness/until.ts';

const group = await serverGroup(afterAll);
const [first] = group.standbys;
let primary: GroupServer = group.primary;

const scene = await openScene({ DATABASE_URL: group.url, KURIR_SECRET_KEY: 'ab'.repeat(32) }, () =>
  group.urlOf(primary).replace('?target_session_attrs=read-write', ''),
);
const { shop } = scene;

const connections = async () =>
  Number((await scene.query('select count(*) from pg_stat_activity where datname is not null'))[0].count);

/** Of the first accepted message since now, in ms. */
async function untilAccepted(): Promise<number> {
  const startedAt = performance.now();
  const text = `sampai-${Math.round(startedAt)}`;
  await until(
    async () =>
      (await shop.send(scene.economy, scene.newNumber(), text, text).catch(() => null))?.status === 202,
    { timeoutMs: RECOVERY_MS, what: 'an accepted message' },
  );
  return performance.now() - startedAt;
}

test(
  'standbys that hang stop acceptance, leak no connections, and lose nothing when they are back',
  async () => {
    const work = await startWork(scene, 'menunggu');
    const before = await connections();

    for (const standby of group.standbys) await standby.hang();
    const refused = await until(async () => {
      const answer = await shop.send(scene.economy, scene.newNumber(), 'tidak dijawab');
      return answer.status !== 202 && answer;
    });
    const during = await connections();
    for (const standby of group.standbys) await standby.goOn();
    const backAfterMs = await untilAccepted();

    expect(refused).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    await work.progress();
    await work.expectAllDone();
    expect(during).toBeLessThan(before + 40);
    process.stdout.write(
      `standbys back: accepted after ${backAfterMs.toFixed(0)} ms; connections ${before} -> ${during}\n`,
    );
  },
  4 * RECOVERY_MS,
);

test(
  'a lost primary costs the time until a standby is promoted, and no message',
  async () => {
    const work = await startWork(scene, 'pindah');

    await primary.kill();
    await first.promote();
    primary = first;
    // The new primary has one standby left, and no name of it: commits go on alone.
    const acceptedAfterMs = await untilAccepted();

    await work.progress();
    await work.expectAllDone();
    const status = await scene.installed.run('account', 'list', '--json');
    expect([status.code, status.stderr]).toEqual([0, '']);
    process.stdout.write(`promoted: accepted after ${acceptedAfterMs.toFixed(0)} ms\n`);
  },
  4 * RECOVERY_MS,
);
