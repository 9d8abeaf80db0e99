import { randomInt } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { CompanionRow, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import type { Network } from './network.ts';
import { element, protocolTime } from './node.ts';
import { type Group, SenderKeys } from './sender-keys.ts';

export function createGroup(
  net: Network,
  {
    id = newGroupId(),
    members,
    ...named
  }: { subject: string; description?: string | undefined; members: readonly PhoneRow[]; id?: string },
): Group {
  const numbers = members.map(({ number }) => number);
  const group: Group = { ...named, id, members: [...new Set(numbers)], keyHolders: new Map() };
  net.groups.set(id, group);
  notify(net, group, [element('create', {}, [describeGroup(net, group)])]);
  return group;
}

/** Throws group_not_found. */
export function getGroup(net: Network, id: string): Group {
  const group = net.groups.get(id);
  if (!group) throw new SandboxError('group_not_found');
  return group;
}

export function renameGroup(net: Network, group: Group, subject: string): void {
  group.subject = subject;
  notify(net, group, [element('subject', { subject, s_t: protocolTime(net.now()) })]);
}

/** As the network answers a question about a group. */
export function describeGroup(net: Network, { id, subject, description, members }: Group): BinaryNode {
  const phones = members.flatMap((number) => net.store.findPhone(number) ?? []);
  const nodes = phones.map((phone, index) =>
    element('participant', {
      jid: addressOf(phone, 'lid'),
      phone_number: addressOf(phone, 'pn'),
      ...(index === 0 && { type: 'superadmin' }),
    }),
  );
  const about =
    description === undefined
      ? []
      : [element('description', { id: '1' }, [element('body', {}, Buffer.from(description))])];
  return element('group', { id, subject, addressing_mode: 'lid', creation: '0', s_t: '0' }, [
    ...nodes,
    ...about,
  ]);
}

export const groupsOf = (net: Network, number: string): Group[] =>
  [...net.groups.values()].filter(({ members }) => members.includes(number));

/** To the companions of all members that are online. */
function notify(net: Network, { id, members }: Group, content: BinaryNode[]): void {
  const phones = members.flatMap((number) => net.store.findPhone(number) ?? []);
  const [first] = phones;
  if (!first) return;
  for (const companion of companionsOf(net, members)) {
    const attrs = { id: `${randomInt(1e9)}`, from: id, type: 'w:gp2', t: protocolTime(net.now()) };
    const node = element('notification', { ...attrs, participant: addressOf(first, 'lid') }, content);
    net.onlineCompanions.find(companion)?.send(node);
  }
}

export const companionsOf = (net: Network, members: readonly string[]): CompanionRow[] =>
  members.flatMap((number) => net.store.listCompanions(number));

const newGroupId = () => `1203630${randomInt(1e10, 9e10)}@g.us`;

export function senderKeysOf(net: Network, number: string): SenderKeys {
  const known = net.senderKeys.get(number) ?? new SenderKeys();
  net.senderKeys.set(number, known);
  return known;
}
