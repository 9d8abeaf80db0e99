import type { Context } from '../../../context.ts';
import { type ContactBook, findTags, MAX_TAG_TEXT, MAX_TAGS } from '../../../gateway/contacts/contact.ts';
import { findByPhone } from '../../../gateway/contacts/edit.ts';
import { hoursOf } from '../../../gateway/hours/hours.ts';
import { getAccount } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { GuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { codePoints } from '../../../platform/lib/text.ts';
import type { Chat, Deciding, Incoming } from '../../chat.ts';
import type { Pieces } from '../../pieces.ts';
import { firstLanguage } from '../../settings/settings.ts';
import { type Approve, approveBy, writeTemplate } from '../../templates.ts';
import { openSecrets } from '../secrets/secret.ts';
import type { FlowCache } from './cache.ts';
import type { Comparisons } from './comparisons.ts';
import { secretsIn, sendRequest } from './http-request.ts';
import type { AssistantAnswer, ContactChange, World } from './world.ts';

/** The assistant's door for one question of a flow. */
export type AskAssistant = (
  chat: Chat,
  question: string,
  deciding: Deciding,
  incoming: Incoming | null,
) => Promise<AssistantAnswer & { save?: SaveRows }>;

type SaveRows = (tx: Tx, now: Date) => Promise<void>;

/** The message that a flow takes (null: it wakes), and rows that its answers leave for the transaction of the plan. */
export interface Taken {
  incoming: Incoming | null;
  saves: SaveRows[];
}

export interface FlowDeps {
  ctx: Context;
  /** A sandbox account reaches what its webhooks reach. Without them, requests of flows fail. */
  clients?: Readonly<Record<Chat['network'], GuardedClient>>;
  /** Without it, the assistant answers no question of a flow. */
  ask?: AskAssistant;
  /** Public id of the flow that the message starts. Without it, none does. */
  flowFor?(chat: Chat, incoming: Incoming, deciding: Deciding): Promise<string | null>;
  /** Without it, templates are compared with the copies alone. */
  approve?: Approve;
  pieces?: Pieces;
}

/** The database, the network and the assistant, for one decision. */
export function liveWorld(
  { ctx, clients, ask, approve = approveBy(ctx) }: FlowDeps,
  { cache, book, texts }: { cache: FlowCache; book: ContactBook; texts: Comparisons },
  chat: Chat,
  deciding: Deciding,
  { incoming, saves }: Taken,
): World {
  return {
    findPublished: (uuid) => cache.findPublished(chat, uuid),
    getVersion: (id) => cache.findVersion(chat, id),
    hours: () => hoursOf(ctx.db, chat.account_id, chat.device_id),
    countryCode: async () => (await getAccount(ctx.db, chat.account_id)).country_code,
    language: () => firstLanguage(ctx.db, chat.account_id),
    async request(call) {
      const client = clients?.[chat.network];
      if (!client) return { failed: 'no_network' };
      const secrets = await openSecrets(ctx, chat.account_id, secretsIn(call));
      return sendRequest(client, call, secrets, deciding.signal);
    },
    async ask(question) {
      if (!ask) return { answered: false, replies: [] };
      const { save, ...answer } = await ask(chat, question, deciding, incoming);
      if (save) saves.push(save);
      return answer;
    },
    compare: (pattern, text) => texts.has(chat.account_id, pattern, text),
    template: (input, write) => writeTemplate(ctx, approve, chat, input, write),
    contact: async () => (await findByPhone(ctx, { id: chat.account_id }, chat.phone)) ?? null,
    changeContact: (change) => changeContact(ctx, book, chat, change),
  };
}

/** Also when the plan comes to nothing: what the customer said is true. A repetition changes nothing more. */
async function changeContact(
  ctx: Context,
  book: ContactBook,
  { account_id, phone }: Chat,
  { add_tags, remove_tags, ...fields }: ContactChange,
): Promise<void> {
  // Some people have no number, and contacts are numbers.
  if (!/^\d+$/.test(phone)) return;
  const account = await getAccount(ctx.db, account_id);
  const isTagged = add_tags.length + remove_tags.length > 0;
  const kept = isTagged ? await findTags(ctx, account_id, phone) : [];
  const tags = isTagged
    ? withinLimits(
        kept.filter((tag) => !remove_tags.includes(tag)),
        add_tags,
      )
    : null;
  await book.upsert(account, { phone, ...fields, ...(tags && { tags }) });
}

/** New tags for which a contact has no room are left out. */
function withinLimits(tags: readonly string[], added: readonly string[]): string[] {
  const all = [...tags];
  for (const tag of new Set(added)) {
    const length = codePoints([...all, tag].join(''));
    if (!all.includes(tag) && all.length < MAX_TAGS && length <= MAX_TAG_TEXT) all.push(tag);
  }
  return all;
}
