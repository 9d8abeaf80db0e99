import type { BinaryNode } from 'baileys';
import { digitsOf } from '../../src/platform/lib/phone.ts';
import { spellingsOf } from '../../src/platform/lib/phone-spellings.ts';
import type { PhoneRow } from '../store-rows.ts';
import { addressOf, findAddressee } from './addresses.ts';
import type { Network } from './network.ts';
import { childOf, childrenOf, element, SERVER, textOf } from './node.ts';

/** Answers which numbers are registered, with their devices. */
export function answerUsync(net: Network, usync: BinaryNode): BinaryNode[] {
  const asked = new Set(childrenOf(childOf(usync, 'query')).map((protocol) => protocol.tag));
  const users = childrenOf(childOf(usync, 'list'), 'user').map((user) => describeUser(net, user, asked));
  return [
    element('usync', { sid: usync.attrs.sid, mode: 'query', last: 'true', index: '0' }, [
      element('list', {}, users),
    ]),
  ];
}

function describeUser(net: Network, user: BinaryNode, asked: ReadonlySet<string>): BinaryNode {
  const { jid: named } = user.attrs;
  const number = digitsOf(textOf(childOf(user, 'contact')));
  const phone = named ? findAddressee(net.store, named)?.phone : findOwner(net, number);
  const jid = named ?? (phone ? addressOf(phone, 'pn') : `${number}@${SERVER}`);
  const answers: BinaryNode[] = [];
  // The text of the question, because the address of the answer may be another form of the number.
  const question = childOf(user, 'contact')?.content;
  if (asked.has('contact')) answers.push(element('contact', { type: phone ? 'in' : 'out' }, question));
  if (asked.has('lid') && phone) answers.push(element('lid', { val: addressOf(phone, 'lid') }));
  if (asked.has('devices')) {
    answers.push(element('devices', {}, [element('device-list', {}, phone ? listDevices(net, phone) : [])]));
  }
  return element('user', { jid }, answers);
}

/** As on the network, the answer has the spelling under which the owner is registered. */
function findOwner(net: Network, number: string): PhoneRow | undefined {
  return [number, ...spellingsOf(number)].map((each) => net.store.findPhone(each)).find((phone) => phone);
}

function listDevices(net: Network, phone: PhoneRow): BinaryNode[] {
  const companions = net.store.listCompanions(phone.number).map(({ device_id }) => String(device_id));
  return [
    element('device', { id: '0' }),
    ...companions.map((id) => element('device', { id, 'key-index': id })),
  ];
}
