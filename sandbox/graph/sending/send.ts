import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import { newMessageId } from '../ids.ts';
import type { Json } from '../json.ts';
import { checkMediaFile, checkMediaSource } from '../media/message-media.ts';
import { isWindowOpen, type Pair, pairWaitSeconds } from '../people/pairs.ts';
import { findPerson } from '../people/people.ts';
import type { CloudNumber } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';
import type { Refusal } from '../webhooks/ladder.ts';
import { planReports, type Reported, readError, report, reportNow } from '../webhooks/statuses.ts';
import { type Content, needsWindow, readContent, readExtras } from './content.ts';
import { type Recipient, readRecipient } from './recipient.ts';
import { checkTemplate } from './templates.ts';

/** What the sender is told of an accepted message. */
export interface Acceptance {
  messageId: string;
  body: Json;
}

/** A status that is reported before the answer holds it back at most so long. */
const BEFORE_RESPONSE_MS = 2000;
const READ_AGAIN_MS = 50;

/**
 * Accepts a message: checks it in the provider's order, keeps it, plans what will be reported. Resolves once it is safe from a crash of the
 * sandbox. `fault` is trouble that was asked for. Throws GraphError.
 */
export async function acceptMessage(
  cloud: Cloud,
  number: CloudNumber,
  body: Json,
  fault: Fault | null,
): Promise<Acceptance> {
  if (body.messaging_product !== 'whatsapp') throw wrongProduct(body.messaging_product);
  const { callbackData, context } = readExtras(body);
  const content = readContent(body);
  const recipient = readRecipient(cloud, number, body);
  const source = checkMediaSource(cloud, number, content);
  const now = cloud.timeline.now();
  const pair = cloud.pairs.get(number.data.phone_number_id, recipient.peer, now, () => recipient.person);
  const early = checkTemplate(number, content, recipient) ?? checkWindow(number, content, pair, now);
  if (early && number.behaviour.outside_window === 'response')
    throw new GraphError(early.code, { details: early.details });
  takeRates(number, pair, now);

  const { phone_number_id } = number.data;
  const id = newMessageId(recipient.peer, 'out');
  const seq = cloud.store.db.write(() =>
    cloud.store.insertMessage({
      id,
      phone_number_id,
      direction: 'out',
      peer: recipient.peer,
      type: content.type,
      text: content.text,
      payload: JSON.stringify({
        type: content.type,
        [content.type]: nodeOf(content),
        ...(context && { context }),
      }),
      callback_data: callbackData,
      media_id: source && 'id' in source ? source.id : null,
      status: 'accepted',
      error: null,
      at: now,
    }),
  );
  const message: Reported = {
    seq,
    id,
    peer: recipient.peer,
    recipient: recipient.addresses,
    person: recipient.person,
    type: content.type,
    callback_data: callbackData,
    open: 0,
    rank: 0,
  };
  await cloud.store.db.committed();
  await deliver(cloud, number, message, content, early ?? refusalOf(fault));
  return { messageId: id, body: answerOf(number, recipient, id) };
}

/** What a run before this one did not bring to its end is reported anew. */
export function resumeReports(cloud: Cloud, row: CloudMessageRow): void {
  const number = cloud.numbers.get(row.phone_number_id);
  if (!number) return;
  const person = findPerson(cloud, row.peer);
  const recipient = person ? [row.peer, person.user_id] : [row.peer];
  const message: Reported = { ...row, recipient, person, open: 0, rank: 0 };
  if (row.status === 'read') {
    const steps = planReports(cloud, number, message, null);
    report(cloud, number, message, [...steps, { status: 'read', afterMs: READ_AGAIN_MS }]);
    return;
  }
  const refusal = row.error === null ? null : { ...readError(row.error), after: 'accepted' as const };
  // Its own errors are reports.
  void deliver(cloud, number, message, readContent(JSON.parse(row.payload)), refusal);
}

/** A file at an address is fetched first, in the background; then everything that is reported. */
async function deliver(
  cloud: Cloud,
  number: CloudNumber,
  message: Reported,
  content: Content,
  refusal: Refusal | null,
): Promise<void> {
  if (!refusal && content.media) {
    // Its own errors are reports too.
    void checkMediaFile(cloud, number, message, content.media).then((problem) =>
      plan(
        cloud,
        number,
        message,
        problem === null ? null : { code: 131053, details: problem, after: 'accepted' },
      ),
    );
    return;
  }
  await plan(cloud, number, message, refusal);
}

async function plan(
  cloud: Cloud,
  number: CloudNumber,
  message: Reported,
  refusal: Refusal | null,
): Promise<void> {
  const [first, ...later] = planReports(cloud, number, message, refusal);
  if (!first) return report(cloud, number, message, []);
  if (!number.behaviour.status_before_response) return report(cloud, number, message, [first, ...later]);
  message.open += 1;
  const taken = reportNow(cloud, number, message, first);
  report(cloud, number, message, later);
  const { promise, resolve } = Promise.withResolvers<void>();
  cloud.timeline.after(BEFORE_RESPONSE_MS, resolve);
  await Promise.race([taken, promise]);
}

function checkWindow(number: CloudNumber, content: Content, pair: Pair, now: number): Refusal | null {
  const { outside_window, strangers } = number.behaviour;
  if (outside_window === 'allow' || !needsWindow(content) || isWindowOpen(pair, now, strangers)) return null;
  return {
    code: 131047,
    details:
      'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
    after: 'accepted',
  };
}

/** Throws GraphError 130429 or 131056; a refused message takes nothing. */
function takeRates(number: CloudNumber, pair: Pair, now: number): void {
  const limitsPair = number.behaviour.pair_rate;
  if (limitsPair && pair.bucket.waitMs(now) > 0)
    throw new GraphError(131056, {
      retryAfterSeconds: pairWaitSeconds(pair, now),
      details:
        'Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.',
    });
  if (number.throughput && !number.throughput.take(now))
    throw new GraphError(130429, {
      retryAfterSeconds: 1,
      details:
        'Message failed to send because there were too many messages sent from this phone number in a short period of time',
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

function refusalOf(fault: Fault | null): Refusal | null {
  if (fault?.by_webhook === undefined || fault.code === undefined) return null;
  return { code: fault.code, details: fault.details, title: fault.message, after: fault.by_webhook };
}

const nodeOf = ({ type, node }: Content) => (type === 'contacts' ? node.contacts : node);

function wrongProduct(given: unknown): GraphError {
  if (given === undefined)
    return new GraphError(100, { message: '(#100) The parameter messaging_product is required.' });
  return new GraphError(100, {
    message: `(#100) Param messaging_product must be one of {WHATSAPP} - got ${JSON.stringify(given).slice(0, 100)}.`,
  });
}
