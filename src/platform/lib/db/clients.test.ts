import { expect, onTestFinished, test } from 'vitest';
import { adminQuery, testDatabase } from '../../../../test/harness/database.ts';
import { tcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** A URL with two servers of one database, and the way to each. */
async function twoServers() {
  const database = await testDatabase();
  const [one, other] = await Promise.all([tcpProxy(database), tcpProxy(database)]);
  const [{ host }, { host: second }] = [new URL(one.url), new URL(other.url)];
  const url = `${one.url.replace(host, `${host},${second}`)}?target_session_attrs=read-write`;
  const { pool, close } = openDatabase(url, { max: 2, name: 'kurir test' });
  onTestFinished(close);
  const ask = async () => (await pool.query('select 1 as answer')).rows[0].answer;
  return { database, one, other, ask, refused: () => ask().catch((error: unknown) => error) };
}

test('when the server of a URL with two servers ends, later attempts reach the other one, and back', async () => {
  const { one, other, ask, refused } = await twoServers();
  const answer = () => expect.poll(refused).toBe(1);
  await answer();

  one.cut();
  const lost = await refused();
  await answer();
  one.mend();
  other.cut();
  await refused();
  await answer();

  expect(lost).toSatisfy(isDatabaseUnavailable);
  expect(await ask()).toBe(1);
});

test('a server that takes no writes is an unavailable database', async () => {
  const { database, ask, refused } = await twoServers();
  const readOnly = `alter database ${new URL(database).pathname.slice(1)} set default_transaction_read_only`;
  await adminQuery(database, `${readOnly} = on`);

  const standby = await refused();
  await adminQuery(database, `begin read write; ${readOnly} = off; commit`);

  expect(standby).toSatisfy(isDatabaseUnavailable);
  expect(await ask()).toBe(1);
});
