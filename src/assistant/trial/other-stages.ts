import type { Context } from '../../context.ts';
import { openOptOutWords } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import { listDevicesAndChats } from '../../gateway/devices/device.ts';
import type { CustomerText } from '../../gateway/messages/history/history.ts';
import { versionOf } from '../account.ts';
import { asksForPerson } from '../arbiter/person-words.ts';
import { getSettings } from '../arbiter/settings/settings.ts';
import { type AutoReplies, openAutoReplies } from '../rules/producer.ts';
import * as store from './evaluation-store.ts';

/** Row ids of the messages that never come to the assistant. */
export type FindOthers = (accountId: number, texts: readonly CustomerText[]) => Promise<Set<number>>;

/** Stages that get a message before the assistant. */
const BEFORE: readonly (string | null)[] = ['opt_out', 'person', 'flow', 'rule'];
const ASSISTANT: readonly (string | null)[] = ['assistant', 'away', 'none'];
/** Gates that belong to the customer, not to the day: an assistant that is on gets no such message either. */
const CLOSED_GATES: readonly (string | null)[] = [
  'own_number',
  'ignored_contact',
  'suppressed',
  'opted_out',
  'loop_suspected',
  'breaker_open',
  'copy',
];

/**
 * By the decision on the message. Without one, or when staff had the conversation, by what the arbiter recognises now:
 * words to opt out or for a person, and keyword rules.
 */
export function openOtherStages(ctx: Context): FindOthers {
  const rules = openAutoReplies(ctx);
  return async (accountId, texts) => {
    if (texts.length === 0) return new Set();
    const ids = texts.map(({ id }) => id);
    const rows = await store.listDecided(ctx.db, { accountId, ids });
    const decided = new Map(rows.map((row) => [row.message_id, row]));
    const isRecognised = await openRecogniser(ctx, accountId, rules);
    const others = new Set<number>();
    for (const text of texts) {
      if (isBefore(decided.get(text.id)) ?? (await isRecognised(text))) others.add(text.id);
    }
    return others;
  };
}

/** Undefined: the decision does not say. */
function isBefore(decision: store.DecidedText | undefined): boolean | undefined {
  if (!decision) return undefined;
  const { stage, reason } = decision;
  if (BEFORE.includes(stage) || (stage === 'gate' && CLOSED_GATES.includes(reason))) return true;
  return ASSISTANT.includes(stage) ? false : undefined;
}

async function openRecogniser(ctx: Context, accountId: number, rules: AutoReplies) {
  const isOptOutWord = await openOptOutWords(ctx.db, accountId);
  const { person_words } = await getSettings(ctx, { id: accountId });
  const automation_version = await versionOf(ctx.db, accountId);
  const devices = await listDevicesAndChats(ctx, { id: accountId, deviceIds: null });
  const uuids = new Map(devices.map(({ id, device_uuid }) => [id, device_uuid]));
  return async ({ body, device_id, phone, created_at: at }: CustomerText): Promise<boolean> => {
    if (isOptOutWord(body) || asksForPerson(body, person_words)) return true;
    const chat = {
      account_id: accountId,
      conversation_id: 0,
      automation_version,
      phone,
      device_id,
      device_uuid: uuids.get(device_id) ?? '',
      labels: [],
      episode: 1,
      last_human_at: null,
    };
    return rules.takes(chat, { text: body, opens: false }, { at });
  };
}
