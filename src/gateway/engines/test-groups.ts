import { expect, test } from 'vitest';
import { MemoryHost } from '../../../test/harness/memory-host.ts';
import { until } from '../../../test/harness/until.ts';
import { type EngineBench, open, outbound, ready, type Start, sent, skipOnCallbacks } from './test-bench.ts';

const UNKNOWN = '120363000000000000@g.us';

/** Of engines whose networks have groups. */
export function testGroups(start: Start): void {
  test('the network names the groups of the number, and who is in one', async () => {
    const { bench, session, group } = await inGroup(start);

    const [one, all, none] = [
      await session.readGroups(group),
      await session.readGroups(null),
      await session.readGroups(UNKNOWN),
    ];

    expect(one).toMatchObject([{ id: group, subject: 'Reseller', description: null, members_count: 2 }]);
    expect(one?.[0]?.members.map(({ phone }) => phone).sort()).toEqual([bench.customer, bench.number].sort());
    expect(all).toMatchObject([{ id: group, subject: 'Reseller', members: [] }]);
    expect(none).toEqual([]);
  });

  test('a message of a member comes with author and group', async () => {
    const { bench, host, group } = await inGroup(start);

    await bench.writeIn?.(group, 'Ada kue?');

    const message = await until(() => bench.heard(host).messages[0]);
    expect(message).toMatchObject({ from: bench.customer, body: 'Ada kue?', group: { id: group } });
  });

  test('without groups, a message of a member is a fact about its group, and none is stored', async (context) => {
    const { bench, host, group } = await inGroup(start, false);
    skipOnCallbacks(bench, context, 'callbacks decide what is stored');

    await bench.writeIn?.(group, 'Ada kue?');

    const event = await host.event('group_message');
    expect(event).toMatchObject({ groupId: group, at: expect.any(Date) });
    expect(await event.askName()).toBe('Reseller');
    expect(host.store.received).toEqual([]);
  });

  test('a message to a group is for all members, and one to an unknown group fails', async () => {
    const { bench, session, host, group } = await inGroup(start);
    const stray = { ...outbound(bench, 'Halo'), to: UNKNOWN };

    await sent(bench, session, host, { ...outbound(bench, 'Kue siap'), to: group });
    const outcome = await session.send(stray);

    expect(await bench.textsIn?.(group)).toEqual(['Kue siap']);
    expect(outcome).toMatchObject({ outcome: 'refused', message: expect.any(String) });
  });
}

async function inGroup(start: Start, isTakingGroups = true) {
  const bench: EngineBench = await ready(start);
  const host = new MemoryHost();
  host.isTakingGroups = isTakingGroups;
  const { session } = open(bench, host);
  const admitted = bench.admit(host);
  session.connect();
  await admitted;
  await host.event('connected');
  const group = (await bench.group?.('Reseller')) ?? '';
  return { bench, host, session, group };
}
