import type { Tx } from '../../../../platform/lib/db/db.ts';
import { statement } from '../../../../platform/lib/db/statement.ts';
import type { Claim, ClaimedPage, ClaimedSite } from './store.ts';

const DROP = statement<
  { siteId: number; walk: number; maxPages: number; depth: number },
  { document_id: number }
>(
  'knowledge.drop_farthest_page',
  `with farthest as (
     select id, document_id from site_pages
     where site_id = :siteId and document_id is not null and depth > :depth
       and (select count(document_id) from site_pages where site_id = :siteId) > :maxPages::bigint
     order by depth desc, id desc limit 1
   )
   update site_pages p set walk = :walk, state = 'waiting', problem = null, document_id = null, etag = null,
     last_modified = null, hash = null, failing_since = null
   from farthest f where p.id = f.id returning f.document_id`,
);

/** Of a site with too many pages, the farthest one beyond this page waits again. Returns its document. */
export async function dropFarthest(
  tx: Tx,
  { id: siteId, walk, max_pages: maxPages }: ClaimedSite,
  { depth }: Pick<ClaimedPage, 'depth'>,
): Promise<number | undefined> {
  return (await DROP.first(tx, { siteId, walk, maxPages, depth }))?.document_id;
}

const MARK_FAILING = statement<{ id: number; claimId: string; walk: number; now: Date }>(
  'knowledge.mark_failing_pages',
  `update site_pages set failing_since = :now::timestamptz
   where site_id = :id and document_id is not null and walk < :walk and failing_since is null
     and exists (select from knowledge_sites where id = :id and claim_id = :claimId::uuid)`,
);

/** All pages that this walk did not come to. */
export async function markFailing(
  tx: Tx,
  { id, claim_id: claimId, walk }: ClaimedSite,
  now: Date,
): Promise<void> {
  await MARK_FAILING.run(tx, { id, claimId, walk, now });
}

const FORGET_FAILING = statement<{ id: number; claimId: string; before: Date }, { document_id: number }>(
  'knowledge.forget_failing_pages',
  `with failing as (
     select id, document_id from site_pages
     where site_id = :id and document_id is not null and failing_since <= :before::timestamptz
       and exists (select from knowledge_sites where id = :id and claim_id = :claimId::uuid)
   )
   update site_pages p set state = 'unreadable', document_id = null, etag = null, last_modified = null, hash = null,
     failing_since = null
   from failing f where p.id = f.id returning f.document_id`,
);

/** Pages that have failed since this time, or longer, lose their text. Returns their documents. */
export async function forgetFailing(
  tx: Tx,
  { id, claim_id: claimId }: Claim,
  before: Date,
): Promise<number[]> {
  return (await FORGET_FAILING.all(tx, { id, claimId, before })).map(({ document_id }) => document_id);
}
