import { titleOf } from '../api/graph-error.ts';
import type { Status } from '../behaviour.ts';
import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import { GROUP_ID, newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import { findGroup } from '../people/groups.ts';
import { contactOf, findPerson, getPerson } from '../people/people.ts';
import type { CloudNumber, Person } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import { notifyStatus } from './notify.ts';
import { type Price, priceOf } from './pricing.ts';
import { type LateFailure, ORDER, planStatuses, type StatusStep } from './status-plan.ts';

export interface TrackedMessage {
  seq: number;
  id: string;
  peer: string;
  recipient: readonly string[];
  person: Person | null;
  type: string;
  callback_data: string | null;
  price: Price;
  open: number;
}

const DAY_SECONDS = 86_400;
const ERRORS_PAGE = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';

/** Plans the statuses of a message. Faults are matched now, so that runs repeat. */
export function planMessageStatuses(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  failure: LateFailure | null,
): StatusStep[] {
  return planStatuses(number.behaviour, failure, (status) => matchFault(cloud, number, message, status));
}

/** A stored message. */
export function trackMessage(cloud: Cloud, number: CloudNumber, row: CloudMessageRow): TrackedMessage {
  const person = findPerson(cloud, row.peer);
  const recipient = person ? [row.peer, person.user_id] : [row.peer];
  const node = JSON.parse(row.payload)[row.type];
  return { ...row, recipient, person, price: priceOf(cloud, number, { ...row, node }), open: 0 };
}

/** Sends each status at its time. */
export function scheduleStatuses(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  steps: readonly StatusStep[],
): void {
  message.open += steps.length;
  if (steps.length === 0) closeWhenDone(cloud, message);
  for (const step of steps) {
    cloud.clock.setTimer(step.afterMs, () => void sendStatus(cloud, number, message, step));
  }
}

/** Resolves after the delivery. The caller has counted the status in `open`. */
export function sendStatus(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  step: StatusStep,
): Promise<void> {
  recordStatus(cloud, message, step);
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < number.behaviour.unknown_statuses; index += 1) {
    const stranger = { ...message, id: newMessageId(message.peer, 'out'), callback_data: null };
    notifyStatus(cloud, number, reportOf(cloud, number, stranger, step));
  }
  const readers = readersOf(cloud, message, step);
  const last = readers.pop();
  for (const reader of readers)
    notifyStatus(cloud, number, reportOf(cloud, number, { ...message, ...reader }, step));
  notifyStatus(cloud, number, reportOf(cloud, number, { ...message, ...last }, step), () => {
    message.open -= 1;
    closeWhenDone(cloud, message);
    resolve();
  });
  return promise;
}

/** Sends a status on request of a test. */
export function reportStatus(
  cloud: Cloud,
  number: CloudNumber,
  row: CloudMessageRow,
  status: Status,
  code: number | undefined,
): void {
  const message = trackMessage(cloud, number, row);
  const failure = code === undefined ? {} : { failure: { code, after: 'delivered' as const } };
  const fault = matchFault(cloud, number, message, status);
  const step: StatusStep = { status, afterMs: fault?.delay_ms ?? 0, ...failure };
  const copies = fault?.webhook === 'lose' ? 0 : fault?.webhook === 'duplicate' ? 2 : 1;
  if (copies > 0 && step.afterMs === 0) recordStatus(cloud, message, step);
  scheduleStatuses(cloud, number, message, Array(copies).fill(step));
}

function matchFault(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  status: Status,
): Fault | null {
  const rule = cloud.faults.match({
    call: 'statuses',
    phoneNumberId: number.data.phone_number_id,
    recipient: message.recipient,
    type: message.type,
    status,
  });
  return rule?.fault ?? null;
}

/** A report that comes late, such as the delivery of a message that is read, changes nothing. */
function recordStatus(cloud: Cloud, { seq }: TrackedMessage, { status, failure }: StatusStep): void {
  const error = failure ? JSON.stringify(errorOf(failure)) : null;
  const later = ORDER.slice(ORDER.indexOf(status));
  cloud.store.db.write(() => cloud.store.raiseStatus(seq, status, error, later));
}

function closeWhenDone(cloud: Cloud, message: TrackedMessage): void {
  if (message.open > 0) return;
  cloud.store.db.write(() => cloud.store.closeMessage(message.seq));
}

/** Each member of a group gets and reads the message. Of a person, one report. */
function readersOf(cloud: Cloud, { peer }: TrackedMessage, { status }: StatusStep): { person?: Person }[] {
  const members = status === 'sent' || status === 'failed' ? [] : (findGroup(cloud, peer)?.members ?? []);
  return members.map((member) => ({ person: getPerson(cloud, member) }));
}

function reportOf(cloud: Cloud, number: CloudNumber, message: TrackedMessage, step: StatusStep) {
  const { person } = message;
  return {
    status: viewStatus(cloud, number, message, step),
    contact: person && step.status !== 'failed' ? contactOf(person) : null,
  };
}

function viewStatus(
  cloud: Cloud,
  { behaviour }: CloudNumber,
  message: TrackedMessage,
  { status, failure }: StatusStep,
): Json {
  const { person, peer } = message;
  const isPriced = status === 'sent' || status === 'delivered';
  return {
    id: message.id,
    status,
    timestamp: cloud.clock.unixSeconds(),
    ...(GROUP_ID.test(peer) ? groupRecipient(peer, person) : recipientOf(peer, person)),
    ...(message.callback_data !== null && { biz_opaque_callback_data: message.callback_data }),
    ...(isPriced && behaviour.conversation && { conversation: conversationOf(cloud, message) }),
    ...(isPriced && { pricing: message.price }),
    ...(failure && { errors: [errorOf(failure)] }),
  };
}

const recipientOf = (peer: string, person: Person | null) => ({
  ...(!person?.hidden && { recipient_id: peer }),
  ...(person && { recipient_user_id: person.user_id }),
});

const groupRecipient = (id: string, member: Person | null) => ({
  recipient_id: id,
  recipient_type: 'group',
  ...(member && !member.hidden && { recipient_participant_id: member.wa_id }),
  ...(member && { recipient_participant_user_id: member.user_id }),
});

const conversationOf = (cloud: Cloud, { peer, price }: TrackedMessage) => ({
  id: Buffer.from(`conversation ${peer}`).toString('hex').slice(0, 32),
  expiration_timestamp: String(Math.floor(cloud.clock.now() / 1000) + DAY_SECONDS),
  origin: { type: price.category },
});

/** An error in the form of webhooks. */
export function errorOf({
  code,
  details,
  title = titleOf(code),
}: Pick<LateFailure, 'code' | 'details' | 'title'>) {
  return { code, title, message: title, error_data: { details: details ?? title }, href: ERRORS_PAGE };
}

/** Parses a stored `errorOf`. */
export function readError(json: string): Pick<LateFailure, 'code' | 'details' | 'title'> {
  const { code, title, error_data }: ReturnType<typeof errorOf> = JSON.parse(json);
  return { code, title, details: error_data.details };
}
