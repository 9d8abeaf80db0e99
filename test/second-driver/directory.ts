import { type BinaryNode, jidDecode } from 'baileys';
import { bundleIn } from '../../sandbox/whatsapp/keys.ts';
import { childOf, childrenOf, element, textOf } from '../../sandbox/whatsapp/node.ts';
import type { PreKeyBundle } from '../../sandbox/whatsapp/signal.ts';
import { addressOfLid, personOf } from '../../src/gateway/engines/economy/addresses.ts';
import type { GroupFacts } from '../../src/gateway/engines/engine.ts';
import { groupFacts } from '../../src/gateway/engines/group-facts.ts';
import { digitsOf } from '../../src/platform/lib/phone.ts';
import type { Line } from './line.ts';

const LID = '@lid';

/** A person of the network. `jid`: as the network spells it, without a device. */
export interface Entry {
  /** The number of the question. Empty: it was a LID. */
  asked: string;
  isRegistered: boolean;
  jid: string;
  lid: string | undefined;
  /** Addresses of all devices. */
  devices: string[];
}

/** By number, or by the address of a LID, Null: no answer. */
export async function findPeople(line: Line, people: readonly string[]): Promise<Entry[] | null> {
  const users = people.map((each) =>
    each.endsWith(LID)
      ? element('user', { jid: each })
      : element('user', {}, [element('contact', {}, Buffer.from(`+${each}`))]),
  );
  const asked = [element('contact'), element('devices', { version: '2' }), element('lid')];
  const attrs = { sid: 'second', mode: 'query', last: 'true', index: '0', context: 'message' };
  const answer = await line.query({ type: 'get', xmlns: 'usync' }, [
    element('usync', attrs, [element('query', {}, asked), element('list', {}, users)]),
  ]);
  const list = childOf(childOf(answer ?? undefined, 'usync'), 'list');
  return answer && childrenOf(list, 'user').map(entryOf);
}

function entryOf(user: BinaryNode): Entry {
  const { jid = '' } = user.attrs;
  const list = childrenOf(childOf(childOf(user, 'devices'), 'device-list'), 'device');
  return {
    asked: digitsOf(textOf(childOf(user, 'contact'))),
    isRegistered: childOf(user, 'contact')?.attrs.type === 'in',
    jid,
    lid: childOf(user, 'lid')?.attrs.val,
    devices: list.map(({ attrs }) => withDevice(jid, Number(attrs.id))),
  };
}

function withDevice(jid: string, device: number): string {
  const { user, server } = jidDecode(jid) ?? {};
  return device === 0 ? jid : `${user}:${device}@${server}`;
}

/** One-time keys, by the address of the device. */
export async function fetchBundles(line: Line, jids: readonly string[]): Promise<Map<string, PreKeyBundle>> {
  const users = jids.map((jid) => element('user', { jid }));
  const answer = await line.query({ type: 'get', xmlns: 'encrypt' }, [element('key', {}, users)]);
  const found = childrenOf(childOf(answer ?? undefined, 'list'), 'user').flatMap((user) => {
    const bundle = bundleIn(user);
    return bundle ? [[user.attrs.jid ?? '', bundle] as const] : [];
  });
  return new Map(found);
}

export interface Group {
  facts: GroupFacts;
  /** Addresses, as the group names its members. */
  members: string[];
}

/** Empty: the number is in no such group. Null: no answer. */
export async function readGroups(line: Line, id: string | null): Promise<Group[] | null> {
  const question = id === null ? element('participating') : element('query', { request: 'interactive' });
  const answer = await line.query({ to: id ?? '@g.us', type: 'get', xmlns: 'w:g2' }, [question]);
  if (!answer) return line.endSignal.aborted ? null : [];
  const nodes = id === null ? childrenOf(childOf(answer, 'groups'), 'group') : childrenOf(answer, 'group');
  return nodes.map((node) => groupOf(node, id !== null));
}

function groupOf(node: BinaryNode, hasMembers: boolean): Group {
  const participants = childrenOf(node, 'participant');
  const members = participants.flatMap(({ attrs }) => {
    const person = personOf(attrs.jid, attrs.phone_number);
    if (!person) return [];
    return [
      { phone: 'phone' in person ? person.phone : addressOfLid(person.lidUser), is_admin: !!attrs.type },
    ];
  });
  const { id = '', subject } = node.attrs;
  const facts = groupFacts({
    id: id.includes('@') ? id : `${id}@g.us`,
    subject,
    members_count: participants.length,
    members: hasMembers ? members : [],
  });
  return { facts, members: participants.map(({ attrs }) => attrs.jid ?? '') };
}
