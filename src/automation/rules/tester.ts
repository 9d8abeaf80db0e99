import type { Caller } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { listConversations } from '../../conversations/conversation-list.ts';
import { getDevice } from '../../devices/device.ts';
import { hoursOf } from '../../hours/hours.ts';
import { listen } from '../matching.ts';
import type { PlannedReply } from '../plan.ts';
import type { RuleKind } from './definition.ts';
import {
  type Candidate,
  candidatesOf,
  compileRules,
  type Obstacle,
  type Occasion,
  obstacleOf,
} from './judge.ts';
import { findPauses } from './pause-store.ts';
import { repliesOf } from './producer.ts';
import type { TestAutoReplies } from './schema.ts';
import { listAllRules } from './store.ts';

/** Of rules that do not answer. */
const MAX_SILENT = 50;

export interface FiredRule extends Candidate {
  /** As the device sends them. */
  replies: readonly PlannedReply[];
}

export interface SilentRule extends Candidate {
  why: Obstacle;
  shadowedBy: Candidate | null;
}

export interface TestResult {
  greeting: FiredRule | null;
  rule: FiredRule | null;
  away: FiredRule | null;
  others: readonly SilentRule[];
}

type Scene = Pick<Occasion, 'device_uuid' | 'hours' | 'lastHumanAt' | 'pauses'> &
  Parameters<typeof repliesOf>[0];

/** Which rules answer a text, and which do not. Nothing is sent or stored. ApiError device_not_found. */
export async function testAutoReplies(
  ctx: Context,
  account: Caller,
  input: TestAutoReplies,
): Promise<TestResult> {
  const at = input.at ?? ctx.now();
  const rules = compileRules(await listAllRules(ctx.db, account.id));
  const scene = await sceneOf(ctx, account, { ...input, at, ruleIds: rules.map(({ id }) => id) });
  const occasion: Occasion = { ...scene, at, isFirst: input.first, isDuringFlow: input.during_flow };
  const said = listen(input.text);
  const judged = (kind: RuleKind, isAnswered = false) =>
    judge(candidatesOf(rules, kind, said), occasion, isAnswered);
  const rule = judged('keyword');
  const greeting = judged('greeting', rule.first !== null);
  const away = judged('away');
  const fired = (first: Candidate | null) => first && { ...first, replies: repliesOf(scene, first.rule) };
  return {
    greeting: fired(greeting.first),
    rule: fired(rule.first),
    away: rule.first ? null : fired(away.first),
    others: [...greeting.silent, ...rule.silent, ...away.silent].slice(0, MAX_SILENT),
  };
}

function judge(
  candidates: readonly Candidate[],
  occasion: Occasion,
  isAnswered: boolean,
): { first: Candidate | null; silent: SilentRule[] } {
  const silent: SilentRule[] = [];
  let first: Candidate | null = null;
  for (const candidate of candidates) {
    const { rule } = candidate;
    const skipped = isAnswered && !rule.definition.greet_always ? 'answered' : null;
    const why = obstacleOf(rule, occasion) ?? skipped ?? (first ? 'shadowed' : null);
    if (why) silent.push({ ...candidate, why, shadowedBy: why === 'shadowed' ? first : null });
    else first = candidate;
  }
  return { first, silent };
}

async function sceneOf(
  ctx: Context,
  account: Caller,
  { device_uuid: given, phone, at, ruleIds }: TestAutoReplies & { at: Date; ruleIds: readonly number[] },
): Promise<Scene> {
  const chat = phone === undefined ? undefined : await chatOf(ctx, account, { phone, device_uuid: given });
  const uuid = given ?? chat?.device_uuid ?? null;
  const device = uuid === null ? null : await getDevice(ctx, account, uuid);
  return {
    device_uuid: uuid,
    device_label: device?.label ?? null,
    engine: device?.engine ?? 'economy',
    person_name: chat?.person_name ?? null,
    phone: phone ?? '',
    hours: await hoursOf(ctx.db, account.id, device?.id ?? null),
    lastHumanAt: chat?.last_human_at ?? null,
    pauses: chat
      ? await findPauses(ctx.db, { accountId: account.id, conversationId: chat.id }, ruleIds, at)
      : new Map(),
  };
}

async function chatOf(
  ctx: Context,
  account: Caller,
  filter: { phone: string; device_uuid?: string | undefined },
) {
  const { conversations } = await listConversations(ctx, account, { ...filter, limit: 1, order: 'latest' });
  return conversations[0];
}
