import type { Context } from '../../src/context.ts';
import { inbound, receiver } from '../harness/conversations.ts';
import { tablesOf } from '../harness/tables.ts';
import type { Kind } from './matrix-row.ts';

/** A conversation with the contact, with a message and a label, and a canned reply. */
export async function conversation(
  ctx: Context,
  device: { id: number; account_id: number; device_uuid: string },
  { mark, phone }: { mark: string; phone: string },
): Promise<
  Pick<Record<Kind, string>, 'conversation' | 'person' | 'other person' | 'label' | 'team' | 'canned reply'>
> {
  await receiver(ctx)(inbound(device, phone, { body: mark }));
  const found = await tablesOf(ctx.db)
    .selectFrom('conversations')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['conversations.id', 'conversation_uuid', 'person_uuid'])
    .where('conversations.account_id', '=', device.account_id)
    .executeTakeFirstOrThrow();
  const label = await tablesOf(ctx.db)
    .insertInto('labels')
    .values({ account_id: device.account_id, name: mark, created_at: ctx.now() })
    .returning(['id', 'label_uuid'])
    .executeTakeFirstOrThrow();
  await tablesOf(ctx.db)
    .insertInto('conversation_labels')
    .values({ conversation_id: found.id, label_id: label.id, account_id: device.account_id })
    .execute();
  const team = await tablesOf(ctx.db)
    .insertInto('teams')
    .values({ account_id: device.account_id, name: mark, created_at: ctx.now() })
    .returning('team_uuid')
    .executeTakeFirstOrThrow();
  const times = { created_at: ctx.now(), updated_at: ctx.now() };
  const canned = await tablesOf(ctx.db)
    .insertInto('canned_replies')
    .values({
      account_id: device.account_id,
      shortcut: 'halo',
      title: mark,
      body: mark,
      device_uuids: [device.device_uuid],
      ...times,
    })
    .returning('canned_uuid')
    .executeTakeFirstOrThrow();
  const other = await tablesOf(ctx.db)
    .insertInto('people')
    .values({ account_id: device.account_id, name: mark, created_at: ctx.now() })
    .returning('person_uuid')
    .executeTakeFirstOrThrow();
  return {
    conversation: found.conversation_uuid,
    person: found.person_uuid,
    'other person': other.person_uuid,
    label: label.label_uuid,
    team: team.team_uuid,
    'canned reply': canned.canned_uuid,
  };
}
