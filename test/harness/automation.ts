import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { subscribeToEvents } from '../../src/assistant/arbiter/consumer.ts';
import { openDecider } from '../../src/assistant/arbiter/decider.ts';
import { Intake } from '../../src/assistant/arbiter/intake.ts';
import type {
  AssistantProducer,
  FlowProducer,
  Producers,
  RuleProducer,
} from '../../src/assistant/arbiter/producers.ts';
import type { Plan } from '../../src/assistant/plan.ts';
import type { EngineKind } from '../../src/gateway/engines/kinds.ts';
import type { TestContext } from './context.ts';
import { conversationsOf, eraser, inbound, receiver } from './conversations.ts';
import { insertAccount, insertDevice } from './rows.ts';
import { tablesOf } from './tables.ts';

export const CUSTOMER = '6281200000010';

export interface GivenProducers {
  flows?: Partial<FlowProducer>;
  rules?: Partial<RuleProducer>;
  assistant?: Partial<AssistantProducer>;
}

/** Producers that answer nothing, except what the test gives. */
export function producersOf({ flows, rules, assistant }: GivenProducers = {}): Producers {
  const nothing = async () => null;
  return {
    flows: {
      ...{
        isRunning: async () => false,
        continue: nothing,
        leave: nothing,
        start: nothing,
      },
      ...{ expects: async () => false, end: nothing },
      // As far as a test gives wakes.
      ...{ nextWake: async () => (flows?.takeDueWakes ? new Date(0) : null), takeDueWakes: async () => [] },
      wake: nothing,
      ...flows,
    },
    rules: { choose: nothing, greeting: nothing, away: nothing, ...rules },
    assistant: {
      answer: nothing,
      watch: async () => {},
      handOffText: nothing,
      declineText: nothing,
      answerAlone: async () => null,
      exitText: async () => 'Baik, sampai di sini.',
      ...assistant,
    },
  };
}

export const ruleText = (body: string, more: Partial<Plan> = {}): Plan => ({
  ...{ stage: 'rule', outcome: 'answered', reason: 'keyword', rule_id: 'r-1' },
  replies: [{ type: 'text', body, by: { kind: 'rule', rule_id: 'r-1' } }],
  ...more,
});

/** A rule that answers one word. */
export const answers = (word: string, body: string): Pick<RuleProducer, 'choose'> => ({
  choose: async (_chat, { text }) => (text?.toLowerCase() === word ? ruleText(body) : null),
});

interface ShopOptions {
  plan?: Parameters<typeof insertAccount>[1];
  engine?: EngineKind;
  settings?: object;
}

/** An account whose numbers are automated, with one device. */
export async function automatedShop(
  ctx: TestContext,
  { plan, engine = 'economy', settings = {} }: ShopOptions = {},
) {
  const account = await insertAccount(ctx, plan);
  await ctx.pool.query(
    `insert into automation_accounts (account_id, updated_at, covers_all, settings) values ($1, now(), true, $2)`,
    [account.id, JSON.stringify(settings)],
  );
  await ctx.db.transaction((tx) => subscribeToEvents(tx, account.id, true));
  const device = await insertDevice(ctx, account, { engine });
  const receive = receiver(ctx, inboundHooks(ctx));
  const erase = eraser(ctx);
  // The test names the columns.
  const rows = async <Row>(text: string) => (await ctx.pool.query(text, [account.id])).rows as Row[];
  return {
    ...{ account, device },
    /** Texts of one customer, in their order. */
    write: (...bodies: string[]) =>
      receive(...bodies.map((body) => inbound(device, CUSTOMER, { body, at: ctx.now() }))),
    writeAs: (from: string, body: string) => receive(inbound(device, from, { body, at: ctx.now() })),
    /** A message without words. */
    show: (kind: 'photo' | 'sticker') =>
      receive(inbound(device, CUSTOMER, { body: null, at: ctx.now(), kind })),
    /** A message of another kind. */
    send: (body: string, details: object) =>
      receive(inbound(device, CUSTOMER, { body, at: ctx.now(), details })),
    /** Changes the text of the last message. */
    async edit(body: string) {
      const [last] = await rows<{ wa_message_id: string }>(
        `select wa_message_id from messages where account_id = $1 and direction = 'in' and details -> 'edit' is null
         order by id desc limit 1`,
      );
      await receive(inbound(device, CUSTOMER, { body, at: ctx.now(), editOf: last?.wa_message_id ?? '' }));
    },
    /** The customer deletes the last message on all phones. */
    async erase() {
      const [last] = await rows<{ wa_message_id: string }>(
        `select wa_message_id from messages where account_id = $1 and direction = 'in' order by id desc limit 1`,
      );
      await erase(device, CUSTOMER, last?.wa_message_id ?? '');
    },
    /** Makes decisions to make of the messages. */
    intake: () => new Intake(ctx, producersOf().flows).step(),
    /** Decides with these producers, until nothing is due. */
    decide: (given: GivenProducers = {}) => openDecider(ctx, producersOf(given)).runOnce(),
    async chat() {
      const [row] = await conversationsOf(ctx, account);
      if (!row) throw new Error('there is no conversation');
      return row;
    },
    /** Oldest first. */
    sent: async () =>
      (
        await rows<{ body: string }>(
          "select body from messages where account_id = $1 and source = 'bot' order by id",
        )
      ).map(({ body }) => body),
    decisions: () =>
      rows<Record<string, unknown>>(
        `select state, stage, outcome, reason, rule_id, sent_ids, joined_uuid, decision_uuid, shadow
         from automation_decisions where account_id = $1 order by id`,
      ),
    /** What automations left for staff. */
    notes: async () =>
      (
        await rows<{ body: string }>(
          `select body from conversation_events where account_id = $1 and kind = 'note' order by id`,
        )
      ).map(({ body }) => body),
    /** Labels of the conversations. */
    labels: async () =>
      (
        await rows<{ name: string }>(
          `select n.name from conversation_labels l join labels n on n.id = l.label_id
           where n.account_id = $1 order by n.name`,
        )
      ).map(({ name }) => name),
    /** Turns that a process works on. */
    claimed: async () =>
      (await rows('select from automation_turns where account_id = $1 and claim is not null')).length,
    turns: () => rows<{ due_at: Date }>('select * from automation_turns where account_id = $1'),
    /** All conversations, or this one. */
    own: (
      owner_state: 'bot' | 'human_waiting' | 'human_active' | 'closed',
      columns: object = {},
      id: number | null = null,
    ) =>
      tablesOf(ctx.db)
        .updateTable('conversations')
        .set((eb) => ({ owner_state, ownership_version: eb('ownership_version', '+', 1), ...columns }))
        .where('account_id', '=', account.id)
        .$if(id !== null, (query) => query.where('id', '=', Number(id)))
        .execute(),
  };
}
