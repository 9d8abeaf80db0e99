import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import { newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import type { CloudNumber } from '../records.ts';
import { messagesEnvelope, notifyValue } from '../webhooks/notify.ts';
import type { ContactsBody, HandoverBody, HistoryBody, StandbyBody } from './coexistence-schema.ts';
import { readInboundContent } from './inbound-content.ts';
import { contactOf, getPerson } from './people.ts';

/** Sends a part of the history of the Business app. Resolves with the ids of its messages. Throws SandboxError. */
export async function sendHistory(cloud: Cloud, number: CloudNumber, body: HistoryBody): Promise<string[]> {
  const envelope = messagesEnvelope(number);
  if (body.declined) {
    const error = {
      code: 2593109,
      title: 'History sharing is turned off by the business',
      message: 'Declined',
    };
    notifyValue(cloud, number, 'history', { ...envelope, history: [{ errors: [error] }] });
    return [];
  }
  const ids: string[] = [];
  const threads = body.threads.map(({ with: address, messages }) => {
    const person = getPerson(cloud, address);
    const items = messages.map((message) => {
      const { from_me, seconds_ago, status, text, raw } = message;
      const id = message.id ?? newMessageId(person.wa_id, from_me ? 'out' : 'in');
      ids.push(id);
      return {
        from: from_me ? number.digits : person.wa_id,
        ...(from_me && { to: person.wa_id }),
        id,
        timestamp: timestampOf(cloud, seconds_ago),
        ...(raw ??
          (text === undefined ? { type: 'media_placeholder' } : { type: 'text', text: { body: text } })),
        history_context: { status },
      };
    });
    return { id: person.wa_id, messages: items };
  });
  const { phase, chunk_order, progress } = body;
  if (threads.length > 0 || body.files.length === 0) {
    const chunk = { metadata: { phase, chunk_order, progress }, threads };
    notifyValue(cloud, number, 'history', { ...envelope, history: [chunk] });
  }
  for (const file of body.files) {
    const person = getPerson(cloud, file.from);
    const { fields } = await readInboundContent(cloud, number, person, {
      from: file.from,
      image: file.image,
    });
    const about = { from: person.wa_id, id: file.id, timestamp: timestampOf(cloud, file.seconds_ago) };
    const messages = [{ ...about, ...fields }];
    notifyValue(cloud, number, 'history', { ...envelope, contacts: [contactOf(person)], messages });
  }
  return ids;
}

/** The owner adds, renames or removes contacts in the Business app. */
export function syncContacts(cloud: Cloud, number: CloudNumber, { contacts }: ContactsBody): void {
  const metadata = { timestamp: timestampOf(cloud, 0) };
  const state_sync = contacts.map(({ phone, name }) => ({
    type: 'contact',
    contact: {
      ...(name !== undefined && { full_name: name, first_name: name.split(' ')[0] }),
      phone_number: phone,
    },
    action: name === undefined ? 'remove' : 'add',
    metadata,
  }));
  notifyValue(cloud, number, 'smb_app_state_sync', { ...messagesEnvelope(number), state_sync });
}

/** A message in a chat that the agent of the provider holds. Returns its id. */
export function sendStandby(cloud: Cloud, number: CloudNumber, body: StandbyBody): string {
  const person = getPerson(cloud, body.with);
  const { from_me, text } = body;
  const id = body.id ?? newMessageId(person.wa_id, from_me ? 'out' : 'in');
  const timestamp = timestampOf(cloud, 0);
  const content = { type: 'text', text: { body: text } };
  const standby: Json = from_me
    ? { message_echoes: [{ id, timestamp, message: { to: person.wa_id, ...content } }] }
    : {
        contacts: [contactOf(person)],
        messages: [{ from: person.wa_id, from_user_id: person.user_id, id, timestamp, ...content }],
      };
  notifyValue(cloud, number, 'standby', { ...messagesEnvelope(number), standby });
  return id;
}

/** This callback names its number as recipient, and the customer as sender. */
export function notifyHandover(cloud: Cloud, number: CloudNumber, { with: address, type, to }: HandoverBody) {
  const person = getPerson(cloud, address);
  const { metadata } = messagesEnvelope(number);
  const control = {
    previous_owner_role: to === 'ai_agent' ? 'escalation' : 'ai_agent',
    new_owner_role: to,
  };
  notifyValue(cloud, number, 'messaging_handovers', {
    messaging_product: 'whatsapp',
    recipient: metadata as Json,
    sender: { phone_number: person.wa_id },
    timestamp: timestampOf(cloud, 0),
    type,
    [type]: control,
  });
}

const timestampOf = (cloud: Cloud, secondsAgo: number) =>
  String(Math.floor(cloud.clock.now() / SECOND) - secondsAgo);
