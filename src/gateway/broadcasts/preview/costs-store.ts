import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { callingCodeOf } from '../../costs/charge.ts';
import type { ExpectedMessages } from '../../costs/estimate.ts';
import { type Resolved, TARGETED, type TargetParams } from '../targets-store.ts';
import { GETS_BROADCASTS } from './store.ts';

interface CostParams {
  account_id: number;
  deviceId: number;
  /** Of numbers with an opt-out. */
  spellings: readonly string[];
  sharedPlaces: readonly number[];
  sharedKeys: readonly string[];
  windowSince: Date;
  adSince: Date;
  /** Free text reaches open windows alone. */
  isText: boolean;
}

/** The first message of the business after an advertisement makes the next days free. */
const IS_FREE = `
  m.details -> 'referral' ->> 'source_type' = 'ad' and (m.created_at > :windowSince or exists (
    select from messages answer
    where answer.device_id = m.device_id and answer.phone = m.phone and length(answer.phone) <= 512
      and answer.id > m.id and answer.direction = 'out' and answer.status in ('sent', 'delivered', 'read')
      and answer.created_at < m.created_at + interval '1 day' limit 1
  ))`;

/** As `readPreviewCounts`: the contacts are found once. */
const readExpected = (name: string, targeted: string) =>
  statement<CostParams & TargetParams, ExpectedMessages>(
    name,
    `with matched as materialized (
      (${targeted}) union select null where false order by place
    ), repeated as materialized (
      select place from (
        select s.place, row_number() over (partition by s.key order by s.place) as number
        from unnest(:sharedPlaces::bigint[], :sharedKeys::text[]) as s (place, key)
        join matched on matched.place = s.place
        join contacts c on c.account_id = :account_id and c.place = s.place
        where ${GETS_BROADCASTS}
      ) of_one_person where number > 1
    ), written as materialized (
      select c.place, bool_or(m.created_at > :windowSince) as is_open, bool_or(${IS_FREE}) as is_free
      from messages m
      join contacts c on c.account_id = :account_id and c.phone = m.phone join matched on matched.place = c.place
      where m.device_id = :deviceId and m.created_at > :adSince and m.direction = 'in' and length(m.phone) <= 512
        and (m.details is null or not m.details ? 'edit')
      group by c.place
    )
    select ${callingCodeOf('c.phone')} as calling_code, count(*)::int as messages,
      (count(*) filter (where w.is_free))::int as free
    from matched join contacts c on c.account_id = :account_id and c.place = matched.place
    left join written w on w.place = c.place
    where ${GETS_BROADCASTS} and c.place not in (select place from repeated)
      and (not :isText::boolean or w.is_open or w.is_free)
    group by 1`,
  );

const READ_EXPECTED = {
  tags: readExpected('broadcasts.preview_costs_tags', TARGETED.tags),
  contacts: readExpected('broadcasts.preview_costs_contacts', TARGETED.contacts),
  tags_and_contacts: readExpected('broadcasts.preview_costs_tags_and_contacts', TARGETED.tags_and_contacts),
  earlier: readExpected('broadcasts.preview_costs_earlier', TARGETED.earlier),
  places: readExpected('broadcasts.preview_costs_places', TARGETED.places),
};

/** Messages that the provider would deliver, by calling code. Call it after `planEachTime`. */
export const readExpectedMessages = (
  tx: Tx,
  { kind, params: targets }: Resolved,
  params: CostParams,
): Promise<ExpectedMessages[]> => READ_EXPECTED[kind].all(tx, { ...params, ...targets });
