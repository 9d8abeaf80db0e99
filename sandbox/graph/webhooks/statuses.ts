import { titleOf } from '../api/graph-error.ts';
import type { Status } from '../behaviour.ts';
import type { Cloud } from '../cloud.ts';
import { newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import { findPerson } from '../people/people.ts';
import type { CloudNumber, Person } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import { planSteps, type Refusal, type Step } from './ladder.ts';
import { tellStatus } from './webhook.ts';

/** What is known of a message of the business while it is reported. */
export interface Reported {
  seq: number;
  id: string;
  peer: string;
  /** Every address of the receiver, for faults. */
  recipient: readonly string[];
  person: Person | null;
  type: string;
  callback_data: string | null;
  /** Reports that were not taken yet. */
  open: number;
  /** The highest status so far. */
  rank: number;
}

const RANKS: Record<Status, number> = { sent: 1, delivered: 2, read: 3, played: 4, failed: 5 };
const DAY_SECONDS = 86_400;
const ERRORS_PAGE = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/';

/** Plans what will be reported of a message; faults are asked now, in order, so that runs repeat. */
export function planReports(
  cloud: Cloud,
  number: CloudNumber,
  message: Reported,
  refusal: Refusal | null,
): Step[] {
  return planSteps(number.behaviour, refusal, (status) => {
    const rule = cloud.faults.take({
      call: 'statuses',
      phoneNumberId: number.data.phone_number_id,
      recipient: message.recipient,
      type: message.type,
      status,
    });
    return rule?.fault ?? null;
  });
}

/** Reports each step when its time has come. */
export function report(cloud: Cloud, number: CloudNumber, message: Reported, steps: readonly Step[]): void {
  message.open += steps.length;
  if (steps.length === 0) closeWhenDone(cloud, message);
  for (const step of steps) {
    cloud.timeline.after(step.afterMs, () => void reportNow(cloud, number, message, step));
  }
}

/** Reports one step; resolves once the business has taken it. The caller has counted it as open. */
export function reportNow(cloud: Cloud, number: CloudNumber, message: Reported, step: Step): Promise<void> {
  keep(cloud, message, step);
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < number.behaviour.unknown_statuses; index += 1) {
    const stranger = { ...message, id: newMessageId(message.peer, 'out'), callback_data: null };
    tellStatus(cloud, number, viewStatus(cloud, number, stranger, step));
  }
  tellStatus(cloud, number, viewStatus(cloud, number, message, step), () => {
    message.open -= 1;
    closeWhenDone(cloud, message);
    resolve();
  });
  return promise;
}

/** Reports a status because somebody says so: the person reads, or something goes wrong late. */
export function reportLater(
  cloud: Cloud,
  number: CloudNumber,
  row: CloudMessageRow,
  status: Status,
  code: number | undefined,
): void {
  const person = findPerson(cloud, row.peer);
  const recipient = person ? [row.peer, person.user_id] : [row.peer];
  const message: Reported = { ...row, recipient, person, open: 0, rank: 0 };
  const refusal = code === undefined ? {} : { refusal: { code, after: 'delivered' as const } };
  const rule = cloud.faults.take({
    call: 'statuses',
    phoneNumberId: row.phone_number_id,
    recipient,
    type: row.type,
    status,
  });
  const lost = rule?.fault.webhook === 'lose';
  const step: Step = { status, afterMs: rule?.fault.delay_ms ?? 0, ...refusal };
  const steps = rule?.fault.webhook === 'duplicate' ? [step, step] : [step];
  report(cloud, number, message, lost ? [] : steps);
}

function keep(cloud: Cloud, message: Reported, { status, refusal }: Step): void {
  if (RANKS[status] <= message.rank) return;
  message.rank = RANKS[status];
  const error = refusal ? JSON.stringify(errorOf(refusal)) : null;
  cloud.store.db.write(() => cloud.store.setStatus(message.seq, status, error));
}

function closeWhenDone(cloud: Cloud, message: Reported): void {
  if (message.open > 0) return;
  cloud.store.db.write(() => cloud.store.closeMessage(message.seq));
}

function viewStatus(
  cloud: Cloud,
  { behaviour }: CloudNumber,
  message: Reported,
  { status, refusal }: Step,
): Json {
  const { person } = message;
  const isPriced = status === 'sent' || status === 'delivered';
  return {
    id: message.id,
    status,
    timestamp: cloud.timeline.stamp(),
    ...(!person?.hidden && { recipient_id: message.peer }),
    ...(person && { recipient_user_id: person.user_id }),
    ...(message.callback_data !== null && { biz_opaque_callback_data: message.callback_data }),
    ...(isPriced && behaviour.conversation && { conversation: conversationOf(cloud, message) }),
    ...(isPriced && { pricing: pricingOf(message) }),
    ...(refusal && { errors: [errorOf(refusal)] }),
  };
}

const pricingOf = ({ type }: Reported) => {
  const isTemplate = type === 'template';
  return {
    billable: isTemplate,
    pricing_model: 'PMP',
    type: isTemplate ? 'regular' : 'free_customer_service',
    category: isTemplate ? 'utility' : 'service',
  };
};

const conversationOf = (cloud: Cloud, { peer, type }: Reported) => ({
  id: Buffer.from(`conversation ${peer}`).toString('hex').slice(0, 32),
  expiration_timestamp: String(Math.floor(cloud.timeline.now() / 1000) + DAY_SECONDS),
  origin: { type: type === 'template' ? 'utility' : 'service' },
});

/** An error as statuses and unsupported messages carry it. */
export function errorOf({
  code,
  details,
  title = titleOf(code),
}: Pick<Refusal, 'code' | 'details' | 'title'>) {
  return { code, title, message: title, error_data: { details: details ?? title }, href: ERRORS_PAGE };
}

/** What `errorOf` made, as it was kept. */
export function readError(json: string): Pick<Refusal, 'code' | 'details' | 'title'> {
  const { code, title, error_data }: ReturnType<typeof errorOf> = JSON.parse(json);
  return { code, title, details: error_data.details };
}
