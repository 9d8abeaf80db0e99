import { spellingsSql } from '../../../platform/lib/phone-spellings.ts';
import { ENGINE_KINDS, type EngineKind } from '../../engines/kinds.ts';
import { hiddenPhoneSql, identitiesSql, personSql, withNumber } from '../../people/identity.ts';

/** A later message is no answer to a broadcast. */
export const REPLY_DAYS = 7;

/** How far a recipient got. The last two are those that a second broadcast is for. */
export const STAGES = [
  'failed',
  'left_out',
  'sent',
  'delivered',
  'read',
  'replied',
  'opted_out',
  'not_read',
  'not_replied',
] as const;
export type Stage = (typeof STAGES)[number];

/** Of an earlier broadcast. `all`: also those without a message. */
export const WAVES = ['all', ...STAGES] as const;
export type Wave = (typeof WAVES)[number];

/** Each claim of a line sets `not_before` to its time; calls keep a deadline there. */
export const leavesWhenClaimed = (engine: EngineKind): boolean => ENGINE_KINDS[engine].transport === 'line';

/** A paused message leaves long after its creation. */
const LEFT_AT = `case when :leavesWhenClaimed::boolean then greatest(m.created_at, m.not_before) else m.created_at end`;
const SPELLINGS = spellingsSql('m.phone');
const IS_SENT = `m.status in ('sent', 'delivered', 'read')`;
/** Of the recipient, as `messages.phone` has them. Most recipients have never written: one look finds none. */
const HIDDEN_IDS = `array(
  select ${hiddenPhoneSql('id')}
  from ${personSql('m.account_id', withNumber('m.phone'))} person
  cross join lateral ${identitiesSql('person.id')} id
  where id.kind in ('lid', 'scoped')
)`;
/**
 * Networks tell times in whole seconds. `offset 0` keeps one look per message in place of a join, and `coalesce` keeps
 * the planner from the index of all that a device received.
 */
const hasRepliedAs = (phones: string) => `exists (
  select from messages r
  where r.device_id = m.device_id and r.phone = any (${phones}) and length(r.phone) <= 512
    and r.direction = 'in' and r.id > m.id and r.created_at >= date_trunc('second', ${LEFT_AT})
    and r.created_at < ${LEFT_AT} + interval '${REPLY_DAYS} days' and coalesce(not r.details ? 'edit', true)
  offset 0
)`;
const HAS_REPLIED = `(${hasRepliedAs(SPELLINGS)} or ${hasRepliedAs(HIDDEN_IDS)})`;
const HAS_OPTED_OUT = `exists (
  select from opt_outs o
  where o.account_id = m.account_id and o.phone = any (${SPELLINGS})
    and o.created_at >= date_trunc('second', ${LEFT_AT}) offset 0
)`;

/** Refusals on purpose: no failure, and nothing that a second try would change. */
const LEAVES_OUT = `'{opted_out,same_person,broadcast_cancelled,contact_deleted}'::text[]`;
/** The index messages_broadcast_failed has only messages with an error. */
const WITH_ERROR = `m.broadcast_id is not null and m.status = 'failed' and m.error_code is not null`;

/** SQL on a message `m` of a broadcast, with `:leavesWhenClaimed`. A reply needs no receipt. */
export const IN_STAGE: Readonly<Record<Stage, string>> = {
  failed: `${WITH_ERROR} and m.error_code <> all (${LEAVES_OUT})`,
  left_out: `${WITH_ERROR} and m.error_code = any (${LEAVES_OUT})`,
  sent: IS_SENT,
  delivered: `m.status in ('delivered', 'read')`,
  read: `m.status = 'read'`,
  replied: `${IS_SENT} and ${HAS_REPLIED}`,
  opted_out: `${IS_SENT} and ${HAS_OPTED_OUT}`,
  not_read: `m.status in ('sent', 'delivered') and not ${HAS_REPLIED}`,
  not_replied: `${IS_SENT} and not ${HAS_REPLIED}`,
};
