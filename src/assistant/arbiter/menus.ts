import type { Context } from '../../context.ts';
import type { ChatKey } from '../../inbox/conversations/ownership/bot-chat.ts';
import { HOUR } from '../../platform/lib/clock.ts';
import { type Choice, choiceFrom } from '../choices.ts';
import type { ReadChat } from './chat.ts';
import { findMenus } from './menu-store.ts';
import type { ListedDecision } from './open-store.ts';
import type { Verdict } from './verdict.ts';

/** As long as a flow waits by default. */
const MENU_MS = 24 * HOUR;
/** A number before or after few words, or before a title. */
const MAX_PICK = 200;

/** The choices that the customer sees last. The assistant takes the numbers of what it offers. Null: none. */
export function menuOf({ plans, prefaces }: Pick<Verdict, 'plans' | 'prefaces'>): readonly Choice[] | null {
  if (plans.at(-1)?.outcome === 'clarified') return null;
  const replies = [...prefaces, ...plans].flatMap((each) => each.replies);
  return replies.findLast(({ choices }) => choices !== undefined)?.choices ?? null;
}

/**
 * The decisions, with what their texts choose from the last menu of their chat. It ends after a day, with another
 * owner, and with a newer message of the business.
 */
export async function withPicks(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chats: readonly ReadChat[],
  open: readonly ListedDecision[],
): Promise<ListedDecision[]> {
  const asking = new Set(open.filter(isMaybePick).map(({ conversation_id }) => conversation_id));
  const answered = chats.filter(
    ({ conversation_id: id, owner_state }) => owner_state === 'bot' && asking.has(id),
  );
  if (answered.length === 0) return [...open];
  const found = await findMenus(db, answered, new Date(now().getTime() - MENU_MS));
  const menus = new Map(found.map((menu) => [menu.conversation_id, menu]));
  return open.map((decision) => {
    const menu = menus.get(decision.conversation_id);
    const isAfter = menu && decision.message_id !== null && decision.message_id > menu.message_id;
    const picked =
      isAfter && isMaybePick(decision) ? choiceFrom(menu.choices, { text: decision.body }) : null;
    return picked ? { ...decision, picked } : decision;
  });
}

/** What a text chooses if the customer writes it now. Null: nothing. */
export async function pickedNow(
  { db, now }: Pick<Context, 'db' | 'now'>,
  chat: ChatKey,
  text: string,
): Promise<Choice | null> {
  const [menu] = await findMenus(db, [chat], new Date(now().getTime() - MENU_MS));
  return menu ? choiceFrom(menu.choices, { text }) : null;
}

const isMaybePick = ({ type, body, choice_id }: ListedDecision): boolean =>
  type === 'text' && choice_id === null && body !== null && body.length <= MAX_PICK && /\p{N}/u.test(body);

/** As it is compared with others: of a number the title. */
export const textOf = ({ body, picked }: Pick<ListedDecision, 'body' | 'picked'>): string | null =>
  picked?.title ?? body;
