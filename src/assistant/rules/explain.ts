import type { Context } from '../../context.ts';
import { findTags } from '../../gateway/contacts/contact.ts';
import { hoursOf } from '../../gateway/hours/hours.ts';
import { answersBroadcast } from '../answered-broadcast.ts';
import type { Verdict } from '../arbiter/verdict.ts';
import type { CameBy, Chat } from '../chat.ts';
import { listTriggered } from '../flows/published.ts';
import { languageOf } from '../languages/spoken.ts';
import { listen } from '../matching.ts';
import { Pieces } from '../pieces.ts';
import type { RuleKind } from './definition.ts';
import {
  allMatches,
  type Candidate,
  compiledRule,
  type Obstacle,
  type Occasion,
  obstacleOf,
  type Rule,
  type RuleSet,
  ruleSetOf,
} from './judge.ts';
import { findPauses } from './pause-store.ts';
import { isNew, keyOf, pausing } from './producer.ts';
import { listAllRules } from './store.ts';
import { rulesOfFlow } from './triggers.ts';

export interface Explained extends Candidate {
  /** Null: it answers. */
  why: Obstacle | null;
  shadowedBy: Candidate | null;
}

interface Asked {
  text: string;
  came_by: CameBy | null;
  at: Date;
  first: boolean;
  during_flow: boolean;
}

/** Each rule and trigger that the text concerns, with the reason why it does not answer beside this verdict. */
export async function explain(
  ctx: Context,
  chat: Chat,
  asked: Asked,
  verdict: Verdict,
): Promise<Explained[]> {
  const pieces = new Pieces();
  const rules = await readAll(ctx, chat.account_id, pieces);
  const occasion = await occasionOf(ctx, chat, asked, rules);
  const said = listen(asked.text);
  const all: Explained[] = [];
  for (const kind of KINDS) {
    const matching = await pieces.run(chat.account_id, allMatches(rules[kind], said));
    const first = matching.find(({ rule }) => answers(verdict, kind, rule.rule_uuid)) ?? null;
    for (const candidate of matching) {
      const why =
        candidate === first
          ? null
          : (obstacleOf(candidate.rule, occasion) ?? otherReason(verdict, candidate.rule, first));
      all.push({ ...candidate, why, shadowedBy: why === 'shadowed' ? first : null });
    }
  }
  return all;
}

const KINDS = ['greeting', 'keyword', 'away'] as const satisfies readonly RuleKind[];

async function readAll({ db }: Context, accountId: number, pieces: Pieces): Promise<RuleSet> {
  const rows = await listAllRules(db, { accountId });
  const flows = await listTriggered(db, accountId);
  function* all() {
    for (const row of rows) yield compiledRule(row);
    for (const flow of flows) yield* rulesOfFlow(flow);
  }
  return pieces.run(accountId, ruleSetOf(all()));
}

async function occasionOf({ db }: Context, chat: Chat, asked: Asked, rules: RuleSet): Promise<Occasion> {
  const { account_id, device_id, phone, labels } = chat;
  const { at, first: isFirst, during_flow: isDuringFlow } = asked;
  return {
    ...{ device_uuid: chat.device_uuid, at, isFirst, isDuringFlow, lastHumanAt: chat.last_human_at },
    hours: await hoursOf(db, account_id, device_id),
    pauses: await findPauses(db, keyOf(chat), pausing(rules), at),
    language: languageOf(asked.text),
    customer: {
      ...{ isNew: isNew(chat), labels, tags: await findTags({ db }, account_id, phone) },
      isAfterBroadcast: await answersBroadcast(db, chat, at),
      cameBy: asked.came_by,
    },
  };
}

/** The first plan is that of the rule or the trigger. */
function answers({ plans: [plan], prefaces }: Verdict, kind: RuleKind, uuid: string): boolean {
  if (kind !== 'keyword') return prefaces.some(({ rule_id }) => rule_id === uuid);
  return (plan?.rule_id ?? plan?.flow_id) === uuid;
}

function otherReason({ stage }: Verdict, { kind, definition }: Rule, first: Candidate | null): Obstacle {
  const isAnswered = stage === 'rule' || stage === 'flow';
  if (isAnswered && kind !== 'keyword' && !definition.greet_always) return 'other_answer';
  return first ? 'shadowed' : 'reserved_word';
}
