import type { Tx } from '../../platform/lib/db/db.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { LANGUAGES } from '../languages/language.ts';
import { LANGUAGE_WORDS } from '../languages/words.ts';
import type { HandOffReason, Plan } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import { findBackground } from './decision-store.ts';

const MAX_NOTE = 4_000;
const MAX_CANDIDATES = 3;

/** For staff, without words of the customer, which can be deleted (decision 0086). `more`: a line of the plan. */
export async function handOffNote(
  tx: Tx,
  chat: ReadChat,
  { reason, plans, more }: { reason: HandOffReason; plans: readonly Plan[]; more: string | null },
): Promise<string> {
  const language = LANGUAGES.find((each) => each === chat.language) ?? LANGUAGES[0];
  const { reasons, labels } = LANGUAGE_WORDS[language].handOff;
  const { rule_id: rule, flow_id: flow }: Partial<Plan> = Object.assign({}, ...plans);
  const { rule_name, flow_name, candidates } = await findBackground(tx, {
    accountId: chat.account_id,
    conversationId: chat.conversation_id,
    from: chat.context_from ?? 0,
    rule: rule && isUuid(rule) ? rule : null,
    flow: flow && isUuid(flow) ? flow : null,
  });
  const near = (candidates ?? [])
    .slice(0, MAX_CANDIDATES)
    .map(({ question, score }) => `- ${question} (${Math.round(score * 100)} %)`);
  const lines = [
    reasons[reason],
    rule_name && `${labels.rule}: ${rule_name}`,
    flow_name && `${labels.flow}: ${flow_name}`,
    more,
    ...(near.length > 0 ? [labels.near, ...near] : []),
  ];
  return asNote(lines.filter(Boolean).join('\n'));
}

export const asNote = (text: string): string => text.slice(0, MAX_NOTE).toWellFormed();
