import type { Context } from '../../context.ts';
import type { ChatKey } from '../../inbox/conversations/ownership/bot-chat.ts';
import { HOUR } from '../../platform/lib/clock.ts';
import type { Incoming } from '../chat.ts';
import { type Choice, choiceFrom } from '../choices.ts';
import { wordsOf } from '../customer-words.ts';
import { normalise } from '../matching.ts';
import type { ReadChat } from './chat.ts';
import { findMenus, type ListedDecision, type OpenDecision } from './decision-store.ts';

/** As long as a flow waits by default. */
const MENU_MS = 24 * HOUR;
/** A number before or after few words, or before a title. */
const MAX_CHOICE = 200;

export async function readOpen(
  ctx: Pick<Context, 'db' | 'now' | 'box'>,
  chats: readonly ReadChat[],
  listed: readonly ListedDecision[],
): Promise<OpenDecision[]> {
  const open = await withChoices(ctx, chats, listed);
  return open.map((decision) => ({ ...decision, text_hash: textHash(ctx, decision) }));
}

/** A menu ends after a day, with another owner, and with a newer message of the business. */
async function withChoices(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chats: readonly ReadChat[],
  open: readonly ListedDecision[],
): Promise<ListedDecision[]> {
  const asking = new Set(open.filter(mayChoose).map(({ conversation_id }) => conversation_id));
  const answered = chats.filter(
    ({ conversation_id: id, owner_state }) => owner_state === 'bot' && asking.has(id),
  );
  if (answered.length === 0) return [...open];
  const found = await findMenus(db, answered, new Date(now().getTime() - MENU_MS));
  const menus = new Map(found.map((menu) => [menu.conversation_id, menu]));
  return open.map((decision) => {
    const menu = menus.get(decision.conversation_id);
    const isAfter = menu && decision.message_id !== null && decision.message_id > menu.message_id;
    const picked = isAfter && mayChoose(decision) ? choiceFrom(menu.choices, { text: decision.body }) : null;
    return picked ? { ...decision, picked } : decision;
  });
}

/** What a text chooses if it comes now. */
export async function choiceNow(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chat: ChatKey,
  text: string,
): Promise<Choice | null> {
  const [menu] = await findMenus(db, [chat], new Date(now().getTime() - MENU_MS));
  return menu ? choiceFrom(menu.choices, { text }) : null;
}

const mayChoose = ({ type, body, choice_id }: ListedDecision): boolean =>
  type === 'text' && choice_id === null && body !== null && body.length <= MAX_CHOICE && /\p{N}/u.test(body);

/** Null: no text. It outlives the message, so it needs the secret key. */
function textHash(
  { box }: Pick<Context, 'box'>,
  { conversation_id, body, picked }: ListedDecision,
): string | null {
  const compared = normalise(picked?.title ?? body ?? '');
  if (compared === '') return null;
  return box.mac(compared, `automation_decisions|text_hash|${conversation_id}`).toString('base64url');
}

/** A message with its edits, or the wake of a flow. */
export interface Input {
  decision: OpenDecision;
  earlier: readonly OpenDecision[];
  /** Null: a wake, or the message is gone. */
  incoming: Incoming | null;
}

/** An edit replaces a text that is not decided yet. Of a decided one, it is left to the gates. */
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

function incomingOf(chat: ReadChat, decision: OpenDecision): Incoming | null {
  const { message_id: id, public_id, type, at, kind, choice_id, came_by } = decision;
  if (id === null || type === null || at === null) return null;
  return {
    id,
    public_id,
    at,
    choice_id,
    type: kind ?? type,
    text: wordsOf(decision),
    opens: chat.owner_reason === 'inbound' && chat.context_from === id,
    ...(came_by && { came_by }),
    ...(decision.picked && { picked: decision.picked }),
  };
}
