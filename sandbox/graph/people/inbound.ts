import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import { newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import type { CloudNumber, Person } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import { messagesEnvelope, notifyValue } from '../webhooks/notify.ts';
import { getGroup } from './groups.ts';
import { extrasOf, readInboundContent } from './inbound-content.ts';
import type { EchoBody, InboundBody } from './inbound-schema.ts';
import { authorOf, contactOf, getPerson, savePerson } from './people.ts';

const DUPLICATE_AFTER_MS = 20;

/** Sends a message of a person. Resolves with the id after the commit. Throws SandboxError. */
export async function writeToBusiness(cloud: Cloud, number: CloudNumber, body: InboundBody): Promise<string> {
  const known = getPerson(cloud, body.from);
  const person = body.name === undefined ? known : savePerson(cloud, { wa_id: known.wa_id, name: body.name });
  const group = body.group === undefined ? null : getGroup(cloud, number, body.group, person);
  const content = await readInboundContent(cloud, number, person, body);
  const id = newMessageId(person.wa_id, 'in');
  const inGroup = group && { group_id: group.id, from_user_id: person.user_id };
  const item = { ...content.fields, ...extrasOf(cloud, number, body), ...inGroup };
  const peer = group?.id ?? person.wa_id;
  const at = cloud.clock.now();
  const { phone_number_id } = number.data;
  const row = {
    id,
    phone_number_id,
    direction: 'in' as const,
    peer,
    type: content.type,
    text: content.text,
    payload: JSON.stringify(item),
    callback_data: null,
    media_id: content.mediaId,
    status: 'received',
    error: null,
    at,
  };
  const seq = cloud.store.db.write(() => cloud.store.insertMessage(row));
  // A system message does not open the window.
  if (content.type !== 'system') {
    const pair = cloud.pairs.get(phone_number_id, peer, at, () => (group ? null : person));
    pair.lastInboundAt = at;
    if (body.referral?.source_type === 'ad') pair.advertisedAt = at;
    number.throughput?.takeAlways(at);
  }
  await cloud.store.db.committed();
  notifyMessage(cloud, number, { ...row, seq, open: 1 }, person);
  return id;
}

/** Repeats the webhook of a message after a restart. */
export function resumeWebhooks(cloud: Cloud, row: CloudMessageRow): void {
  const number = cloud.numbers.get(row.phone_number_id);
  if (number) notifyMessage(cloud, number, row, authorOf(cloud, row));
}

/** Sends a message from the Business app. */
export async function echoFromApp(
  cloud: Cloud,
  number: CloudNumber,
  { to, text, seconds_ago }: EchoBody,
): Promise<string> {
  const person = getPerson(cloud, to);
  const id = newMessageId(person.wa_id, 'out');
  const at = cloud.clock.now() - seconds_ago * SECOND;
  const item = { type: 'text', text: { body: text } };
  const seq = cloud.store.db.write(() =>
    cloud.store.insertMessage({
      id,
      phone_number_id: number.data.phone_number_id,
      direction: 'out',
      peer: person.wa_id,
      type: 'text',
      text,
      payload: JSON.stringify(item),
      callback_data: null,
      media_id: null,
      status: 'delivered',
      error: null,
      at,
    }),
  );
  cloud.store.db.write(() => cloud.store.closeMessage(seq));
  await cloud.store.db.committed();
  const timestamp = String(Math.floor(at / SECOND));
  const echo = { from: number.digits, to: person.wa_id, id, timestamp, ...item };
  notifyValue(cloud, number, 'smb_message_echoes', { ...messagesEnvelope(number), message_echoes: [echo] });
  return id;
}

function notifyMessage(cloud: Cloud, number: CloudNumber, row: CloudMessageRow, person: Person): void {
  const item: Json = JSON.parse(row.payload);
  const isSystem = row.type === 'system';
  const message = {
    ...(!person.hidden && { from: person.wa_id }),
    ...(!isSystem && { from_user_id: person.user_id }),
    id: row.id,
    timestamp: String(Math.floor(row.at / 1000)),
    ...item,
  };
  const value = {
    ...messagesEnvelope(number),
    ...(!isSystem && { contacts: [contactOf(person)] }),
    messages: [message],
  };
  const close = () => cloud.store.db.write(() => cloud.store.closeMessage(row.seq));
  const rule = cloud.faults.match({
    call: 'inbound',
    phoneNumberId: row.phone_number_id,
    recipient: [person.wa_id, person.user_id],
    type: row.type,
  });
  const notify = () => notifyValue(cloud, number, 'messages', value, close);
  switch (rule?.fault.webhook) {
    case 'lose':
      close();
      break;
    case 'duplicate':
      notify();
      cloud.clock.setTimer(DUPLICATE_AFTER_MS, notify);
      break;
    case 'reorder':
    case 'delay':
      cloud.clock.setTimer(rule.fault.delay_ms ?? DUPLICATE_AFTER_MS, notify);
      break;
    default:
      notify();
  }
}
