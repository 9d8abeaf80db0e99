import { afterAll, expect, test } from 'vitest';
import { exhaust, look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { mergePeople, unmergePeople } from '../../../inbox/conversations/merges/merge.ts';
import { addOptOut, removeOptOut } from '../opt-outs/opt-out.ts';

const ctx = await testContext({ cleanup: afterAll });

type Scene = Awaited<ReturnType<typeof openScene>>;
const phoneOf = (place: number) => `62811000000${place}`;

/** The contacts at these places write, and are merged. */
async function merge({ account, device }: Scene, one: number, other: number) {
  for (const place of [one, other]) await receiver(ctx)(inbound(device, phoneOf(place)));
  const [uuid = '', second = ''] = await Promise.all(
    [one, other].map((place) => personOf(account.id, place)),
  );
  const request = { uuid, other: second, actor: 'api' };
  await mergePeople(ctx, account, request);
  return request;
}

async function personOf(accountId: number, place: number): Promise<string> {
  const { person_uuid } = await tablesOf(ctx.db)
    .selectFrom('person_identities')
    .innerJoin('people', 'people.id', 'person_id')
    .select('person_uuid')
    .where('person_identities.account_id', '=', accountId)
    .where('value', '=', phoneOf(place))
    .executeTakeFirstOrThrow();
  return person_uuid;
}

const outcomes = async (scene: Scene, id: number) =>
  (await scene.messages(id)).map(({ phone, status, error_code }) => [phone, error_code ?? status]);

test('two spellings of one number get one message', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  const respell = (place: number, phone: string) =>
    ctx.pool.query('update contacts set phone = $3 where account_id = $1 and place = $2', [
      scene.account.id,
      place,
      phone,
    ]);
  await respell(0, '5511987654321');
  await respell(2, '551187654321');
  const id = await scene.create();

  await exhaust(ctx, scene);

  expect(await outcomes(scene, id)).toEqual([
    ['5511987654321', 'sent'],
    [phoneOf(1), 'sent'],
    ['551187654321', 'same_person'],
  ]);
  expect(await scene.unitsUsed()).toBe(2);
  expect(await scene.counts(id)).toMatchObject({ sent: 2, failed: 1 });
});

test('merged people get one message, also in a later claim, and two after the end of the merge', async () => {
  const scene = await openScene(ctx, { contacts: 3 });
  const request = await merge(scene, 0, 2);
  const delays = { delay_min_seconds: 60, delay_max_seconds: 60 };
  const slow = await scene.create(delays);

  for (let n = 0; n < 3; n += 1) {
    await look(ctx);
    await scene.carry();
    ctx.clock.advance(61_000);
  }
  expect(await outcomes(scene, slow)).toEqual([
    [phoneOf(0), 'sent'],
    [phoneOf(1), 'sent'],
    [phoneOf(2), 'same_person'],
  ]);

  await unmergePeople(ctx, scene.account, request);
  const next = await scene.create();
  await exhaust(ctx, scene);
  expect((await outcomes(scene, next)).map(([, outcome]) => outcome)).toEqual(['sent', 'sent', 'sent']);
});

test('another broadcast reaches the person again', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  await merge(scene, 0, 1);
  for (let n = 0; n < 2; n += 1) {
    const id = await scene.create();
    await exhaust(ctx, scene);
    expect((await outcomes(scene, id)).map(([, outcome]) => outcome)).toEqual(['sent', 'same_person']);
  }
});

test('the second contact gets the message when the first one gets none', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  await merge(scene, 0, 1);
  await ctx.pool.query(`update contacts set name = ' ' where account_id = $1 and place = 0`, [
    scene.account.id,
  ]);
  const id = await scene.create({ message_template: '{nama}' });

  await exhaust(ctx, scene);

  expect((await outcomes(scene, id)).map(([, outcome]) => outcome)).toEqual(['empty_text', 'sent']);
});

test('an opt-out counts for all numbers of a person, and so does its end', async () => {
  const scene = await openScene(ctx, { contacts: 2 });
  await merge(scene, 0, 1);
  await addOptOut(ctx, scene.account, { phone: phoneOf(1) });
  const without = await scene.create();
  await exhaust(ctx, scene);
  expect((await outcomes(scene, without)).map(([, outcome]) => outcome)).toEqual(['opted_out', 'opted_out']);

  await removeOptOut(ctx, scene.account, phoneOf(0));

  const again = await scene.create();
  await exhaust(ctx, scene);
  expect((await outcomes(scene, again)).map(([, outcome]) => outcome)).toEqual(['sent', 'same_person']);
});
