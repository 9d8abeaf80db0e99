import { ENGINE_KINDS, type EngineKind } from '../../gateway/engines/kinds.ts';
import type { PlannedReply } from '../plan.ts';

const isPlain = ({ type, choices, template }: PlannedReply) => type === 'text' && !choices && !template;

/** Texts in a row as one text, as long as it fits: the official provider charges each message. */
export function joinTexts(replies: readonly PlannedReply[], engine: EngineKind): readonly PlannedReply[] {
  if (engine !== 'official_cloud') return replies;
  const joined: PlannedReply[] = [];
  for (const reply of replies) {
    const last = joined.at(-1);
    const body = `${last?.body}\n\n${reply.body}`;
    if (!last || !isPlain(last) || !isPlain(reply) || body.length > ENGINE_KINDS.official_cloud.maxText)
      joined.push(reply);
    else joined.splice(-1, 1, { ...last, body, by: last.by.is_notice ? reply.by : last.by });
  }
  return joined;
}
