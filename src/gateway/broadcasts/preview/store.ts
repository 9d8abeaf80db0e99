import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { valuesSql } from '../../contacts/fields/values-sql.ts';
import type { NamedContact } from '../../contacts/named-contact.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { type Resolved, TARGETED, type TargetParams } from '../targets-store.ts';

export interface PreviewCounts {
  total: number;
  opted_out: number;
  /** Without an opt-out. Their person has an earlier contact among the recipients. */
  same_person: number;
  /** An earlier message found the number not on the network. */
  unreachable: number;
  open_windows: number;
  without_name: number;
  /** In the order of sending. */
  first: PreviewRecipient[];
}

export interface PreviewRecipient {
  id: number;
  phone: string;
  name: string;
  email: string | null;
  fields: NamedContact['fields'];
}

interface PreviewParams {
  account_id: number;
  engine: EngineKind;
  /** Null: its windows do not matter. */
  deviceId: number | null;
  windowSince: Date;
  /** Without it, no name is looked at. */
  needsName: boolean;
  since: Date;
  /** Of numbers with an opt-out. */
  spellings: readonly string[];
  count: number;
  /** Contacts that share a person, with its key. */
  sharedPlaces: readonly number[];
  sharedKeys: readonly string[];
}

export const GETS_BROADCASTS = `
  not exists (select from opt_outs o where o.account_id = :account_id and o.phone = c.phone)
  and c.phone <> all (:spellings::text[])`;
/** The codes of the index messages_unreachable. */
const IS_UNREACHABLE = `
  m.account_id = :account_id and m.error_code in ('not_on_whatsapp', '131026') and m.created_at > :since
  and (select engine from devices d where d.id = m.device_id) = :engine`;

/**
 * PostgreSQL overestimates a union and underestimates a distinct, which it would join row by row. So the contacts are
 * found once, in order.
 */
const readCounts = (name: string, targeted: string) =>
  statement<PreviewParams & TargetParams, PreviewCounts>(
    name,
    `with matched as materialized (
      (${targeted}) union select null where false order by place
    )
    select (
      select count(*)::int from matched
    ) as total, (
      select count(*)::int
      from (
        select phone from opt_outs where account_id = :account_id
        union all select unnest(:spellings::text[])
      ) o
      join contacts c on c.account_id = :account_id and c.phone = o.phone join matched on matched.place = c.place
    ) as opted_out, (
      select (count(*) - count(distinct s.key))::int
      from unnest(:sharedPlaces::bigint[], :sharedKeys::text[]) as s (place, key)
      join matched on matched.place = s.place
      join contacts c on c.account_id = :account_id and c.place = s.place
      where ${GETS_BROADCASTS}
    ) as same_person, (
      select count(distinct c.place)::int
      from messages m
      join contacts c on c.account_id = m.account_id and c.phone = m.phone join matched on matched.place = c.place
      where ${IS_UNREACHABLE} and ${GETS_BROADCASTS}
    ) as unreachable, (
      select count(distinct c.place)::int
      from messages m
      join contacts c on c.account_id = :account_id and c.phone = m.phone join matched on matched.place = c.place
      where m.device_id = :deviceId and m.created_at > :windowSince and m.direction = 'in' and length(m.phone) <= 512
        and (m.details is null or not m.details ? 'edit') and ${GETS_BROADCASTS}
    ) as open_windows, (
      select count(*)::int
      from matched join contacts c on c.account_id = :account_id and c.place = matched.place
      where :needsName::boolean and btrim(c.name) = '' and ${GETS_BROADCASTS}
    ) as without_name, (
      select coalesce(json_agg(first), '[]') from (
        select c.id, c.phone, c.name, c.email, ${valuesSql('c.account_id')}
        from matched join contacts c on c.account_id = :account_id and c.place = matched.place
        where ${GETS_BROADCASTS}
          and not exists (select from messages m where ${IS_UNREACHABLE} and m.phone = c.phone)
        order by matched.place limit :count
      ) first
    ) as first`,
  );

const READ_COUNTS = {
  tags: readCounts('broadcasts.preview_tags', TARGETED.tags),
  contacts: readCounts('broadcasts.preview_contacts', TARGETED.contacts),
  tags_and_contacts: readCounts('broadcasts.preview_tags_and_contacts', TARGETED.tags_and_contacts),
  earlier: readCounts('broadcasts.preview_earlier', TARGETED.earlier),
  places: readCounts('broadcasts.preview_places', TARGETED.places),
};

/** Call it after `planEachTime`. */
export const readPreviewCounts = (
  tx: Tx,
  { kind, params: targets }: Resolved,
  params: PreviewParams,
): Promise<PreviewCounts> => READ_COUNTS[kind].one(tx, { ...params, ...targets });
