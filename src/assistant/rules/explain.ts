import type { Context } from '../../context.ts';
import type { Verdict } from '../arbiter/verdict.ts';
import type { CameBy, Chat } from '../chat.ts';
import { prepareText } from '../matching.ts';
import { Pieces } from '../pieces.ts';
import type { RuleKind } from './definition.ts';
import { occasionOf } from './producer.ts';
import { type Candidate, matching, type Obstacle, obstacleOf, type Rule } from './rule.ts';
import { readRules } from './rule-set.ts';

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
  const { text, came_by: cameBy, at, first: isFirst, during_flow: isDuringFlow } = asked;
  const pause = new Pieces().pauseOf(chat.account_id);
  const rules = await readRules(ctx.db, chat.account_id, { pause, all: true });
  const occasion = occasionOf(ctx.db, chat, { text, cameBy, at, isFirst, isDuringFlow });
  const all: Explained[] = [];
  for (const kind of KINDS) {
    const found: Candidate[] = [];
    for await (const each of matching(rules[kind], prepareText(text), pause)) found.push(each);
    const first = found.find(({ rule }) => answers(verdict, kind, rule.rule_uuid)) ?? null;
    for (const candidate of found) {
      const why =
        candidate === first
          ? null
          : ((await obstacleOf(candidate.rule, occasion)) ?? otherReason(verdict, candidate.rule, first));
      all.push({ ...candidate, why, shadowedBy: why === 'shadowed' ? first : null });
    }
  }
  return all;
}

const KINDS = ['greeting', 'keyword', 'away'] as const satisfies readonly RuleKind[];

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
