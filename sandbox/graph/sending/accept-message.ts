import { GraphError } from '../api/graph-error.ts';
import { KEPT_STATUSES } from '../behaviour.ts';
import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import { GROUP_ID, newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import { checkMediaFile, checkMediaSource } from '../media/message-media.ts';
import { isWindowOpen, noteAnswer, type Pair, pairWaitSeconds } from '../people/pairs.ts';
import type { CloudNumber } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import { applyTemplate } from '../templates/apply-template.ts';
import { priceOf } from '../webhooks/pricing.ts';
import type { LateFailure } from '../webhooks/status-plan.ts';
import {
  planMessageStatuses,
  readError,
  scheduleStatuses,
  sendStatus,
  type TrackedMessage,
  trackMessage,
} from '../webhooks/statuses.ts';
import { type Content, MEDIA_TYPES, needsWindow, readContent, readExtras } from './content.ts';
import { takePortfolioLimit } from './portfolio-limit.ts';
import { type Recipient, readRecipient } from './recipient.ts';

export interface Acceptance {
  messageId: string;
  body: Json;
}

const GROUP_TYPES: readonly string[] = ['text', 'template', ...MEDIA_TYPES];
const MAX_RESPONSE_DELAY_MS = 2000;
const REPEATED_READ_MS = 50;

/** Checks and stores a message. Resolves after the commit. Throws GraphError. */
export async function acceptMessage(
  cloud: Cloud,
  number: CloudNumber,
  body: Json,
  fault: Fault | null,
): Promise<Acceptance> {
  const { failure, ...checked } = checkRequest(cloud, number, body);
  const { content, recipient, callbackData } = checked;
  const id = newMessageId(recipient.peer, 'out');
  const seq = storeMessage(cloud, number, id, checked);
  const message: TrackedMessage = {
    seq,
    id,
    peer: recipient.peer,
    recipient: recipient.addresses,
    person: recipient.person,
    type: content.type,
    callback_data: callbackData,
    price: priceOf(cloud, number, { ...content, peer: recipient.peer, at: checked.at }),
    open: 0,
  };
  await cloud.store.db.committed();
  if (!isKept(number.behaviour.message_status))
    await reportOutcome(cloud, number, message, content, failure ?? lateFailureOf(fault));
  return { messageId: id, body: answerOf(number, recipient, id) };
}

interface CheckedRequest {
  content: Content;
  recipient: Recipient;
  mediaId: string | null;
  callbackData: string | null;
  context: Json | null;
  at: number;
  failure: LateFailure | null;
}

function checkRequest(cloud: Cloud, number: CloudNumber, body: Json): CheckedRequest {
  if (body.messaging_product !== 'whatsapp') throw productError(body.messaging_product);
  const extras = readExtras(body);
  const written = readContent(body);
  const recipient = readRecipient(cloud, number, body);
  if (GROUP_ID.test(recipient.peer) && !GROUP_TYPES.includes(written.type))
    throw new GraphError(131051, { details: 'Message type is currently not supported in groups.' });
  const content = shownContent(cloud, number, written, recipient);
  const source = checkMediaSource(cloud, number, content);
  const now = cloud.clock.now();
  const pair = cloud.pairs.get(number.data.phone_number_id, recipient.peer, now, () => recipient.person);
  const failure = checkWindow(number, content, pair, now);
  if (failure && number.behaviour.outside_window === 'response')
    throw new GraphError(failure.code, { details: failure.details });
  takePortfolioLimit(cloud, number, { content, pair, peer: recipient.peer, now });
  takeRateLimits(number, pair, now);
  if (!failure) noteAnswer(pair, now);
  return {
    content,
    recipient,
    mediaId: source && 'id' in source ? source.id : null,
    ...extras,
    at: now,
    failure,
  };
}

/** A known template becomes its text. */
function shownContent(cloud: Cloud, number: CloudNumber, content: Content, recipient: Recipient): Content {
  if (content.type !== 'template') return content;
  return { ...content, text: applyTemplate(cloud, number, content.node, recipient) ?? content.text };
}

function storeMessage(
  cloud: Cloud,
  { data, behaviour: { message_status: status } }: CloudNumber,
  id: string,
  { content, recipient, mediaId, callbackData, context, at }: Omit<CheckedRequest, 'failure'>,
): number {
  const payload = { type: content.type, [content.type]: payloadNode(content), ...(context && { context }) };
  return cloud.store.db.write(() =>
    cloud.store.insertMessage({
      id,
      phone_number_id: data.phone_number_id,
      direction: 'out',
      peer: recipient.peer,
      type: content.type,
      text: content.text,
      payload: JSON.stringify(payload),
      callback_data: callbackData,
      media_id: mediaId,
      status: status ?? 'accepted',
      error: null,
      at,
    }),
  );
}

/** Repeats the status webhooks of a message after a restart. */
export function resumeReports(cloud: Cloud, row: CloudMessageRow): void {
  const number = cloud.numbers.get(row.phone_number_id);
  if (!number || isKept(row.status)) return;
  const message = trackMessage(cloud, number, row);
  if (row.status === 'read') {
    const steps = planMessageStatuses(cloud, number, message, null);
    scheduleStatuses(cloud, number, message, [...steps, { status: 'read', afterMs: REPEATED_READ_MS }]);
    return;
  }
  const failure = row.error === null ? null : { ...readError(row.error), after: 'accepted' as const };
  // Errors are reported as statuses.
  void reportOutcome(cloud, number, message, readContent(JSON.parse(row.payload)), failure);
}

/** Sends the messages of a number that are kept back, or drops them with their template. Returns their number. */
export function endKept(cloud: Cloud, number: CloudNumber, action: 'release' | 'drop'): number {
  const kept = cloud.store.listOpen().filter((row) => {
    return row.phone_number_id === number.data.phone_number_id && isKept(row.status);
  });
  const failure = action === 'drop' ? { code: 132015, after: 'accepted' as const } : null;
  for (const row of kept) {
    cloud.store.db.write(() => cloud.store.acceptAgain(row.seq));
    const content = readContent(JSON.parse(row.payload));
    // Errors are reported as statuses.
    void reportOutcome(cloud, number, trackMessage(cloud, number, row), content, failure);
  }
  return kept.length;
}

const isKept = (status: string | null) => KEPT_STATUSES.some((each) => each === status);

/** A linked file is fetched in the background, before any status. */
async function reportOutcome(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  content: Content,
  failure: LateFailure | null,
): Promise<void> {
  if (!failure && content.media) {
    // Errors are reported as statuses.
    void checkMediaFile(cloud, number, message, content.media).then((problem) =>
      reportStatuses(
        cloud,
        number,
        message,
        problem === null ? null : { code: 131053, details: problem, after: 'accepted' },
      ),
    );
    return;
  }
  await reportStatuses(cloud, number, message, failure);
}

async function reportStatuses(
  cloud: Cloud,
  number: CloudNumber,
  message: TrackedMessage,
  failure: LateFailure | null,
): Promise<void> {
  const [first, ...later] = planMessageStatuses(cloud, number, message, failure);
  if (!first) return scheduleStatuses(cloud, number, message, []);
  if (!number.behaviour.status_before_response)
    return scheduleStatuses(cloud, number, message, [first, ...later]);
  message.open += 1;
  const taken = sendStatus(cloud, number, message, first);
  scheduleStatuses(cloud, number, message, later);
  const { promise, resolve } = Promise.withResolvers<void>();
  cloud.clock.setTimer(MAX_RESPONSE_DELAY_MS, resolve);
  await Promise.race([taken, promise]);
}

function checkWindow(number: CloudNumber, content: Content, pair: Pair, now: number): LateFailure | null {
  const { outside_window, strangers } = number.behaviour;
  if (outside_window === 'allow' || !needsWindow(content) || isWindowOpen(pair, now, strangers)) return null;
  return {
    code: 131047,
    details:
      'Message failed to send because more than 24 hours have passed ' +
      'since the customer last replied to this number.',
    after: 'accepted',
  };
}

/** Throws GraphError 130429 or 131056. A refused message uses no allowance. */
function takeRateLimits(number: CloudNumber, pair: Pair, now: number): void {
  const limitsPair = number.behaviour.pair_rate;
  if (limitsPair && pair.bucket.waitMs(now) > 0)
    throw new GraphError(131056, {
      retryAfterSeconds: pairWaitSeconds(pair, now),
      details:
        'Message failed to send because there were too many messages sent from this phone number ' +
        'to the same phone number in a short period of time.',
    });
  if (number.throughput && !number.throughput.take(now))
    throw new GraphError(130429, {
      retryAfterSeconds: 1,
      details:
        'Message failed to send because there were too many messages sent from this phone number ' +
        'in a short period of time',
    });
  if (limitsPair) pair.bucket.take(now);
}

function answerOf(number: CloudNumber, recipient: Recipient, id: string): Json {
  const { message_status } = number.behaviour;
  return {
    messaging_product: 'whatsapp',
    contacts: [
      {
        input: recipient.input,
        ...(!recipient.person?.hidden && { wa_id: recipient.peer }),
        ...(recipient.person && { user_id: recipient.person.user_id }),
      },
    ],
    messages: [{ id, ...(message_status !== null && { message_status }) }],
  };
}

function lateFailureOf(fault: Fault | null): LateFailure | null {
  if (fault?.by_webhook === undefined || fault.code === undefined) return null;
  return { code: fault.code, details: fault.details, title: fault.message, after: fault.by_webhook };
}

const payloadNode = ({ type, node }: Content) => (type === 'contacts' ? node.contacts : node);

function productError(given: unknown): GraphError {
  if (given === undefined)
    return new GraphError(100, { message: '(#100) The parameter messaging_product is required.' });
  return new GraphError(100, {
    message:
      '(#100) Param messaging_product must be one of {WHATSAPP} - ' +
      `got ${JSON.stringify(given).slice(0, 100)}.`,
  });
}
