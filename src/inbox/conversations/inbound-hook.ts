import type { Context } from '../../context.ts';
import type { InboundHook, StoredInbound } from '../../gateway/messages/inbound/inbound.ts';
import { supersede } from '../../gateway/messages/queue/queue.ts';
import { type Identity, identityOf, isGroup } from '../../gateway/people/identity.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ensureConversations } from './conversation.ts';
import { type JudgedMessage, judgeRatings } from './ratings/judging.ts';
import type { RatingWords } from './ratings/words.ts';
import { type InboundGroup, type Recorded, recordInbound } from './record-store.ts';

/**
 * In one statement while all are known. Before hooks that lock messages or usage, which a take-over
 * locks later. `words`: null leaves ratings alone.
 */
export function conversationHook(ctx: Pick<Context, 'now'>, words: RatingWords | null = null): InboundHook {
  return async (tx, messages) => {
    const now = ctx.now();
    const groups = groupsOf(messages, now);
    if (groups.length === 0) return;
    const recordAll = (more: (group: InboundGroup) => InboundGroup) =>
      recordJudged(tx, { messages, groups, words, more }, now);
    let recorded = await recordAll((group) => group);
    if (!recorded.areAll) {
      await ensureConversations(tx, groups, now);
      // People of other identities may still be merged.
      recorded = await recordAll(withoutOthers);
    }
    if (!recorded.areAll) throw new Error('a conversation is missing although it was made');
    if (recorded.leftBot.length > 0) await supersede(tx, recorded.leftBot, now);
  };
}

/** Again where a rating was asked for: the first statement has locked the conversations. */
async function recordJudged(
  tx: Tx,
  given: {
    messages: readonly StoredInbound[];
    groups: readonly InboundGroup[];
    words: RatingWords | null;
    more: (group: InboundGroup) => InboundGroup;
  },
  now: Date,
): Promise<Recorded> {
  const { messages, words, more } = given;
  const groups = given.groups.map(more);
  const recorded = await recordInbound(tx, groups, { now, isJudged: words === null });
  if (recorded.asked.size === 0 || words === null) return recorded;
  const byKey = new Map(
    groups.map((group, index) => [keyOf(group, group.identities[0]), recorded.asked.get(index)]),
  );
  const conversationOf = (message: StoredInbound) => {
    const identity = identityOf(message.phone);
    return identity ? byKey.get(keyOf(message, identity)) : undefined;
  };
  const judged = await judgeRatings(tx, words, { messages, conversationOf }, now);
  return recordInbound(tx, groupsOf(judged, now).map(more), { now, isJudged: true });
}

/** By row id of the message. Locks people: call it before locks of conversations. */
export async function openConversations(
  tx: Tx,
  messages: readonly StoredInbound[],
  now: Date,
): Promise<Map<number, number>> {
  const groups = groupsOf(messages, now);
  const ids = await ensureConversations(tx, groups, now);
  const byKey = new Map(groups.map((group, index) => [keyOf(group, group.identities[0]), ids[index]]));
  return new Map(
    messages.flatMap((message) => {
      const identity = identityOf(message.phone);
      const id = identity && byKey.get(keyOf(message, identity));
      return id ? [[message.id, id] as const] : [];
    }),
  );
}

const withoutOthers = (group: InboundGroup): InboundGroup => ({
  ...group,
  identities: [group.identities[0]],
});

/** Messages come by id. */
function groupsOf(messages: readonly JudgedMessage[], now: Date): InboundGroup[] {
  const groups = new Map<string, InboundGroup>();
  for (const message of messages) {
    const identity = identityOf(message.phone);
    if (!identity) continue;
    const key = keyOf(message, identity);
    const group = groups.get(key);
    groups.set(key, group ? joined(group, message, now) : groupOf(message, identity, now));
  }
  return [...groups.values()];
}

const keyOf = ({ device_id }: { device_id: number }, { kind, value }: Identity) =>
  `${device_id} ${kind} ${value}`;

function groupOf(message: JudgedMessage, identity: InboundGroup['identities'][0], now: Date): InboundGroup {
  const { account_id, device_id, phone, id, at, identities = [], sender_name = null } = message;
  const isCounted = !message.is_edit && !message.is_replacement;
  const isOfGroup = isGroup(phone);
  const time = notAfter(at, now);
  const others = identities.filter(({ kind }) => kind !== identity.kind);
  return {
    account_id,
    device_id,
    phone,
    name: sender_name,
    identities: [identity, ...others],
    unread: isCounted && !message.is_standby && message.rating !== 'bare' ? 1 : 0,
    // The agent that holds the chat answers; a group and a rating wait for no answer.
    ...(isCounted && !message.is_standby && !isOfGroup && message.rating === undefined
      ? { messages: 1, first_id: id, since: time, until: time }
      : { messages: 0, first_id: null, since: null, until: isCounted ? time : null }),
    standby: isCounted && !isOfGroup ? message.is_standby === true : null,
    at: time,
  };
}

function joined(group: InboundGroup, message: JudgedMessage, now: Date): InboundGroup {
  const added = groupOf(message, group.identities[0], now);
  const known = new Set(group.identities.map(({ kind }) => kind));
  const others = (message.identities ?? []).filter(({ kind }) => !known.has(kind));
  return {
    ...group,
    identities: [...group.identities, ...others],
    phone: message.phone,
    name: message.sender_name ?? group.name,
    unread: group.unread + added.unread,
    messages: group.messages + added.messages,
    first_id: group.first_id ?? added.first_id,
    since: earlier(group.since, added.since),
    until: laterOf(group.until, added.until),
    standby: added.standby ?? group.standby,
    at: added.at > group.at ? added.at : group.at,
  };
}

const earlier = (one: Date | null, other: Date | null) =>
  one && other && other < one ? other : (one ?? other);
const laterOf = (one: Date | null, other: Date | null) =>
  one && other && other > one ? other : (one ?? other);

/** A wrong clock must not keep it on top of the list. */
const notAfter = (at: Date, now: Date) => (at < now ? at : now);
