import type { Chat, Incoming } from '../../src/assistant/chat.ts';
import type { TestContext } from './context.ts';

/** A conversation as the arbiter reads it, of this account and device. */
export function chatOf({
  account,
  device,
  ...changes
}: { account: { id: number }; device: { id: number; device_uuid: string } } & Partial<Chat>): Chat {
  return {
    ...{
      account_id: account.id,
      conversation_id: 1,
      conversation_uuid: '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20',
    },
    ...{ device_id: device.id, device_uuid: device.device_uuid, device_label: 'Kasir' },
    ...{
      engine: 'economy',
      network: 'sandbox',
      person_id: 1,
      person_name: 'Budi Santoso',
      phone: '6281200000010',
    },
    ...{ labels: [], ownership_version: 1, episode: 1, context_from: null, last_human_at: null },
    last_stage: null,
    has_flow_session: true,
    automation_version: 1,
    ...changes,
  };
}

let messages = 0;

/** A text of the customer, changed by `changes`. */
export function said(text: string | null, changes: Partial<Incoming> = {}): Incoming {
  messages += 1;
  const at = new Date('2025-11-21T09:00:00Z');
  return {
    id: messages,
    public_id: messages,
    type: 'text',
    text,
    choice_id: null,
    at,
    opens: false,
    ...changes,
  };
}

/** `automation_accounts.version`: caches of rules follow it. */
export async function automationVersion(ctx: TestContext, { id }: { id: number }): Promise<number> {
  const { rows } = await ctx.pool.query('select version from automation_accounts where account_id = $1', [
    id,
  ]);
  return Number(rows[0]?.version ?? 0);
}
