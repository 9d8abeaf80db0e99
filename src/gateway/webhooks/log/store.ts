import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Cursor } from '../../../platform/lib/page.ts';
import { IS_REPEAT } from '../conditions.ts';
import type { AttemptRow, DeliveryWithBody, ListedDelivery } from '../delivery-view.ts';
import type { DeliveredType, DeliveryKind, DeliveryStatus } from '../schema.ts';

export interface WebhookOf {
  account_id: number;
  webhook_id: number;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: DeliveredType | undefined;
  kind?: DeliveryKind | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

/** For a page whose filter is selective. */
export const LOOKED_THROUGH = 10_000;

/** `log` is the whole log; the others have their own indexes. */
export type Source = 'log' | 'undelivered' | 'asked' | 'pending';
type SortedSource = Exclude<Source, 'pending'>;

const IN_SOURCE: Record<SortedSource, string> = {
  log: 'true',
  undelivered: `d.status in ('failed', 'held')`,
  asked: `d.kind <> 'event'`,
};

/** A part of a source, newest first: older than `before`, down to `from`. */
export interface Span {
  before: Cursor | undefined;
  from: Cursor | undefined;
}

interface SpanParams extends WebhookOf {
  before_at: Date | null;
  before_id: number | null;
  from_at: Date | null;
  from_id: number | null;
  since: Date | null;
  until: Date | null;
}

interface PageParams extends SpanParams {
  status: string | null;
  kind: string | null;
  event: string | null;
  limit: number;
}

const SHOWN = `d.id, d.webhook_id, e.event_id, e.type as event, d.kind, d.status, d.attempts,
  d.claim_id is not null as is_claimed, d.next_attempt_at, d.created_at, d.settled_at`;

const IN_SPAN = `(d.created_at, d.id) < (coalesce(:before_at::timestamptz, 'infinity'), coalesce(:before_id::bigint, 0))
  and (d.created_at, d.id) >= (coalesce(:from_at::timestamptz, '-infinity'), coalesce(:from_id::bigint, 0))
  and d.created_at >= coalesce(:since::timestamptz, '-infinity')
  and d.created_at <= coalesce(:until::timestamptz, 'infinity')`;

// The account is a condition on the webhook: on each delivery, PostgreSQL would expect few rows.
const OF_WEBHOOK = `d.webhook_id = :webhook_id
  and exists (select from webhooks w where w.id = :webhook_id and w.account_id = :account_id)`;

const NEWEST_FIRST = 'order by d.created_at desc, d.id desc';

const sorted = (source: SortedSource) => `select d.* from webhook_deliveries d
  where ${OF_WEBHOOK} and ${IN_SOURCE[source]} and ${IN_SPAN} ${NEWEST_FIRST}`;

const PENDING = `select d.* from (
    select * from webhook_deliveries d where ${OF_WEBHOOK} and d.status = 'pending'
    order by ${IS_REPEAT}, d.next_attempt_at, d.id limit ${LOOKED_THROUGH + 1}
  ) d where ${IN_SPAN} offset 0`;

/** `offset 0` keeps PostgreSQL from a join with all events: it expects too many rows in a span. */
const page = (deliveries: string) => `
  select d.*, a.number as last_number, a.started_at as last_started_at, a.duration_ms as last_duration_ms,
    a.status_code as last_status_code, a.error as last_error, a.automation as last_automation
  from (
    select ${SHOWN} from (${deliveries}) d
    cross join lateral (select event_id, type from events where events.id = d.event_id offset 0) e
    where (:status::text is null or d.status = :status) and (:kind::text is null or d.kind = :kind)
      and (:event::text is null or e.type = :event)
    ${NEWEST_FIRST} limit :limit
  ) d
  left join lateral (
    select * from webhook_attempts a where a.delivery_id = d.id order by a.number desc limit 1
  ) a on true
  ${NEWEST_FIRST}`;

const pageOf = (source: SortedSource) =>
  statement<PageParams & { window: number }, ListedDelivery>(
    `webhooks.list_${source}`,
    page(`${sorted(source)} limit :window`),
  );
const horizonOf = (source: SortedSource) =>
  statement<SpanParams, Cursor>(
    `webhooks.find_horizon_of_${source}`,
    `select d.created_at as at, d.id from (${sorted(source)} offset ${LOOKED_THROUGH - 1} limit 1) d`,
  );

const PAGES = { log: pageOf('log'), undelivered: pageOf('undelivered'), asked: pageOf('asked') };
const HORIZONS = { log: horizonOf('log'), undelivered: horizonOf('undelivered'), asked: horizonOf('asked') };
const PENDING_PAGE = statement<PageParams, ListedDelivery>('webhooks.list_pending', page(PENDING));
const COUNT_PENDING = statement<WebhookOf, { count: number }>(
  'webhooks.count_pending',
  `select count(*) as count from (
    select from webhook_deliveries d where ${OF_WEBHOOK} and d.status = 'pending'
    order by ${IS_REPEAT}, d.next_attempt_at, d.id limit ${LOOKED_THROUGH + 1}
  ) pending`,
);

export async function chooseSource(db: Db, webhook: WebhookOf, filter: DeliveryFilter): Promise<Source> {
  const { status, kind } = filter;
  if (kind && kind !== 'event') return 'asked';
  if (status === 'failed' || status === 'held') return 'undelivered';
  if (status !== 'pending') return 'log';
  const { count } = await COUNT_PENDING.one(db, webhook);
  return count <= LOOKED_THROUGH ? 'pending' : 'log';
}

/** Where a page with a selective filter ends; undefined without such an end. */
export async function findHorizon(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  { source, before }: { source: Source; before: Cursor | undefined },
): Promise<Cursor | undefined> {
  if (source === 'pending' || !hasRest(filter)) return undefined;
  return HORIZONS[source].first(db, { ...webhook, ...spanParams(filter, { before, from: undefined }) });
}

export async function listDeliveries(
  db: Db,
  webhook: WebhookOf,
  filter: DeliveryFilter,
  { source, limit, ...span }: Span & { source: Source; limit: number },
): Promise<ListedDelivery[]> {
  const { status = null, kind = null, event = null } = filter;
  const params = { ...webhook, ...spanParams(filter, span), status, kind, event, limit };
  if (source === 'pending') return PENDING_PAGE.all(db, params);
  return PAGES[source].all(db, { ...params, window: hasRest(filter) ? LOOKED_THROUGH : limit });
}

function hasRest({ status, kind, event }: DeliveryFilter): boolean {
  return status !== undefined || kind !== undefined || event !== undefined;
}

function spanParams({ since, until }: DeliveryFilter, { before, from }: Span) {
  return {
    before_at: before?.at ?? null,
    before_id: before?.id ?? null,
    from_at: from?.at ?? null,
    from_id: from?.id ?? null,
    since: since ?? null,
    until: until ?? null,
  };
}

export const findDelivery = statement<WebhookOf & { id: number }, DeliveryWithBody>(
  'webhooks.find_delivery',
  `select ${SHOWN}, e.body from webhook_deliveries d
   cross join lateral (select event_id, type, body from events where events.id = d.event_id offset 0) e
   where d.id = :id and d.webhook_id = :webhook_id and d.account_id = :account_id`,
).first;
export const listAttempts = statement<{ delivery_id: number }, AttemptRow>(
  'webhooks.list_attempts',
  `select number, started_at, duration_ms, status_code, error, response_excerpt as response, automation
   from webhook_attempts where delivery_id = :delivery_id order by number`,
).all;
export const findOwner = statement<{ id: number }, WebhookOf>(
  'webhooks.find_owner_of_delivery',
  'select account_id, webhook_id from webhook_deliveries where id = :id',
).first;
