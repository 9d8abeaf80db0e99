import { openProducers } from '../../src/app/automation.ts';
import { inboundHooks } from '../../src/app/inbound-hooks.ts';
import { openDecider } from '../../src/assistant/arbiter/decider.ts';
import { openShop } from '../../src/assistant/test-scene.ts';
import { judgingJob } from '../../src/assistant/trial/judging-job.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import type { TestContext } from './context.ts';
import { conversationsOf, inbound, receiver } from './conversations.ts';
import { enqueueDue, runJobs } from './jobs.ts';
import type { Service } from './service.ts';

const CUSTOMER = '6281200000010';
let replies = 0;

/** A shop whose customers write, with the arbiter, the assistant and its job. */
export async function openChats(ctx: TestContext, service: Service, settings: object = {}) {
  const shop = await openShop(ctx, service, settings);
  const producers = openProducers(ctx);
  const decider = openDecider(ctx, producers);
  const judging = judgingJob(ctx, producers.assistant);
  const receive = receiver(ctx, inboundHooks(ctx));
  const read = async (phone = CUSTOMER) => {
    const all = await conversationsOf(ctx, shop.account);
    const found = all.find((each) => each.phone === phone);
    if (!found) throw new Error('there is no conversation');
    return found;
  };
  // The test names the columns.
  const rows = async <Row>(text: string) => (await ctx.pool.query(text, [shop.account.id])).rows as Row[];
  return {
    ...{ ...shop, judging, read },
    /** Messages of one customer, each decided after the wait for more. */
    async asks(...bodies: string[]) {
      for (const body of bodies) {
        await receive(inbound(shop.device, CUSTOMER, { body, at: ctx.now() }));
        await decider.runOnce();
        ctx.clock.advance(3 * SECOND);
        await decider.runOnce();
      }
    },
    async asksAs(phone: string, body: string) {
      await receive(inbound(shop.device, phone, { body, at: ctx.now() }));
      await decider.runOnce();
      ctx.clock.advance(3 * SECOND);
      await decider.runOnce();
    },
    async staffWrites(body: string, phone = CUSTOMER) {
      replies += 1;
      const { conversation_uuid: uuid } = await read(phone);
      const key = { 'idempotency-key': `staff-${replies}` };
      return shop.api('POST', `/v1/conversations/${uuid}/messages`, { body }, key);
    },
    /** The job looks after this time. */
    async judges(ms = 0) {
      ctx.clock.advance(ms);
      await enqueueDue(ctx, [judging]);
      await runJobs(ctx, [judging]);
    },
    judgements: () =>
      rows<Record<string, unknown>>(
        `select mode, state, action, reason, agreement, is_picked, is_taken_over,
           array_length(message_ids, 1) as messages
         from assistant_judgements where account_id = $1 order by id`,
      ),
    sent: () =>
      rows<{ body: string }>(
        `select body from messages where account_id = $1 and source = 'bot' order by id`,
      ),
    decisions: async () =>
      (await shop.api('GET', `/v1/conversations/${(await read()).conversation_uuid}/decisions`)).body.data,
  };
}
