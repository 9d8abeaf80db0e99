import type { EngineKind } from '../../src/gateway/engines/kinds.ts';
import type { InsertedMessage } from '../../src/gateway/messages/queue/queue.ts';
import type { OwnerState } from '../../src/inbox/conversations/facets.ts';
import {
  type BotMessage,
  lockAsBot,
  sendAsBot,
} from '../../src/inbox/conversations/ownership/bot-message.ts';
import type { Plan } from '../../src/platform/accounts/schema.ts';
import type { Tx } from '../../src/platform/lib/db/db.ts';
import { ApiError } from '../../src/platform/lib/errors.ts';
import type { TestContext } from './context.ts';
import { conversationsOf, inbound, receiver } from './conversations.ts';
import { insertDevice } from './rows.ts';
import type { Service } from './service.ts';
import { tablesOf } from './tables.ts';

export const CHAT_PHONE = '6281200000010';

export interface SentTurn {
  account_id: number;
  conversation_id: number;
  ownership_version: number;
  owner_state?: 'bot' | 'human_waiting';
  answers_until?: Date;
  not_before?: Date;
  messages: readonly BotMessage[];
}

/** What the arbiter does for one conversation. Null: another owner or version. */
export async function sendTurn(tx: Tx, turn: SentTurn, now: Date): Promise<InsertedMessage[] | null> {
  const { account_id, conversation_id, owner_state = 'bot', answers_until = null, not_before = null } = turn;
  const { ownership_version, messages } = turn;
  const owner = { account_id, conversation_id, ownership_version, owner_state, leaves: false };
  const target = (await lockAsBot(tx, [owner])).get(conversation_id);
  if (!target) return null;
  const sent = { target, ownership_version, answers_until, not_before, messages };
  return (await sendAsBot(tx, account_id, [sent], now)).get(conversation_id) ?? [];
}

/** One text of an automation. */
export async function botAnswers(
  tx: Tx,
  { body, ...given }: Omit<SentTurn, 'account_id' | 'messages'> & { body: string },
  now: Date,
): Promise<'queued' | 'stale' | 'quota_exceeded'> {
  const message = { type: 'text', body, automation: { kind: 'rule' as const } };
  const turn = { ...given, account_id: await accountOf(tx, given.conversation_id) };
  try {
    return (await sendTurn(tx, { ...turn, messages: [message] }, now)) ? 'queued' : 'stale';
  } catch (error) {
    // One message alone leaves nothing to roll back.
    if (error instanceof ApiError && error.code === 'quota_exceeded') return 'quota_exceeded';
    throw error;
  }
}

async function accountOf(tx: Tx, conversationId: number): Promise<number> {
  const text = 'select account_id from conversations where id = $1';
  const { rows } = await tx.query<{ account_id: number }>({ text }, [conversationId]);
  return Number(rows[0]?.account_id);
}

interface ChatOptions {
  automated?: boolean;
  plan?: Partial<Plan>;
  engine?: EngineKind;
  /** Time of the first message of the customer. */
  at?: Date;
}

/** Accounts with one conversation each. */
export function openChats(ctx: TestContext, service: Service) {
  const receive = receiver(ctx);

  async function shop(options: ChatOptions = {}) {
    const {
      automated = true,
      plan,
      engine = 'economy',
      at = new Date(ctx.now().getTime() - 60_000),
    } = options;
    const customer = await service.customer(plan);
    const { account } = customer;
    const device = await insertDevice(ctx, account, { engine });
    await receive(inbound(device, CHAT_PHONE, { at }));
    await ctx.pool.query('update channels set automated = $2 where account_id = $1', [account.id, automated]);
    const read = async () => {
      const [row] = await conversationsOf(ctx, account);
      if (!row) throw new Error('there is no conversation');
      return row;
    };
    const { conversation_uuid: uuid } = await read();
    let keys = 0;
    return {
      ...{ ...customer, device, uuid, read },
      act: (name: string, body: object = {}) =>
        customer.api('POST', `/v1/conversations/${uuid}/${name}`, body),
      /** A text, changed by `body`; the key is a new one unless given. */
      reply(body: object | string = {}, headers: Record<string, string> = {}) {
        keys += 1;
        const text = typeof body === 'string' ? body : { body: 'Ada, Kak.', ...body };
        const key = { 'idempotency-key': `r-${keys}`, ...headers };
        return customer.api('POST', `/v1/conversations/${uuid}/messages`, text, key);
      },
      own: (owner_state: OwnerState, columns: object = {}) =>
        tablesOf(ctx.db)
          .updateTable('conversations')
          .set({ owner_state, ...columns })
          .where('account_id', '=', account.id)
          .execute(),
      async botSends(...bodies: string[]) {
        const { id, ownership_version } = await read();
        const results: string[] = [];
        for (const body of bodies) {
          const message = { conversation_id: id, ownership_version, body };
          results.push(await ctx.db.transaction((tx) => botAnswers(tx, message, ctx.now())));
        }
        return results;
      },
      /** Outbound ones, oldest first. */
      messagesOf: (source: 'bot' | 'staff') =>
        tablesOf(ctx.db)
          .selectFrom('messages')
          .selectAll()
          .where('account_id', '=', account.id)
          .where('source', '=', source)
          .orderBy('id')
          .execute(),
      timeline: () =>
        tablesOf(ctx.db)
          .selectFrom('conversation_events')
          .selectAll()
          .where('account_id', '=', account.id)
          .orderBy('id')
          .execute(),
      /** Units of the quota. */
      async sent() {
        const month = await tablesOf(ctx.db)
          .selectFrom('usage_months')
          .select('messages_sent')
          .where('account_id', '=', account.id)
          .executeTakeFirst();
        return Number(month?.messages_sent ?? 0);
      },
    };
  }

  return { receive, shop };
}
