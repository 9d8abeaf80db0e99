import { expect, test } from 'vitest';
import { BUDI } from '../../../../sandbox/graph/test-cloud.ts';
import { openOfficialLine } from '../../../../test/harness/official-line.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';

test('the user id in the answer to a send belongs to the recipient', async () => {
  const line = await openOfficialLine();
  const { body } = await line.cloud.post('/sandbox/cloud/people', { wa_id: BUDI });
  const identities = () =>
    tablesOf(line.ctx.db)
      .selectFrom('person_identities')
      .selectAll()
      .where('account_id', '=', line.account.id)
      .execute();

  await line.settled(await line.send('Halo'), 'sent', 'delivered', 'read');
  await until(async () => (await identities()).length === 2);

  const found = await identities();
  expect(new Map(found.map(({ kind, value }) => [kind, value]))).toEqual(
    new Map([
      ['phone', BUDI],
      ['scoped', body.user_id],
    ]),
  );
  expect(new Set(found.map(({ person_id }) => person_id)).size).toBe(1);
});
