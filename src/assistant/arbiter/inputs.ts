import { KINDS_WITHOUT_WORDS } from '../../gateway/engines/content-kinds.ts';
import { UNSUPPORTED_BODY } from '../../gateway/engines/customer-content.ts';
import type { Incoming } from '../chat.ts';
import type { ReadChat } from './chat.ts';
import type { OpenDecision } from './open-store.ts';

/** What is decided as one: a message as its last edit has it, or the wake of a flow. */
export interface Input {
  decision: OpenDecision;
  /** Of the same message, before its edits. */
  earlier: readonly OpenDecision[];
  /** Null: a wake, or the message is gone. */
  incoming: Incoming | null;
}

/** An edit replaces the text of a message that is not decided yet. Of a decided one, it is left to the gates. */
export function inputsOf(chat: ReadChat, open: readonly OpenDecision[]): Input[] {
  const inputs: Input[] = [];
  for (const decision of open) {
    const at = inputs.findIndex(({ decision: before, earlier }) => isEdit(decision, earlier[0] ?? before));
    const before = inputs[at];
    if (before) inputs[at] = edited(before, decision, incomingOf(chat, decision));
    else inputs.push({ decision, earlier: [], incoming: incomingOf(chat, decision) });
  }
  return inputs;
}

const isEdit = ({ edit_of }: OpenDecision, original: OpenDecision): boolean =>
  edit_of !== null && edit_of === original.wa_message_id;

function edited({ decision, earlier, incoming }: Input, edit: OpenDecision, by: Incoming | null): Input {
  return {
    decision: { ...edit, edit_of: null },
    earlier: [...earlier, decision],
    incoming: incoming && by && withText(incoming, by),
  };
}

const withText = ({ picked: _, ...incoming }: Incoming, { text, picked }: Incoming): Incoming => ({
  ...incoming,
  text,
  ...(picked && { picked }),
});

/** The message as automations read it. */
function incomingOf(chat: ReadChat, decision: OpenDecision): Incoming | null {
  const { message_id: id, public_id, type, at, kind, choice_id, came_by } = decision;
  if (id === null || type === null || at === null) return null;
  const isText = decision.body !== UNSUPPORTED_BODY && !KINDS_WITHOUT_WORDS.some((each) => each === kind);
  return {
    ...{ id, public_id, at, choice_id },
    type: kind ?? type,
    text: isText ? decision.body : null,
    opens: chat.owner_reason === 'inbound' && chat.context_from === id,
    ...(came_by && { came_by }),
    ...(decision.picked && { picked: decision.picked }),
  };
}
