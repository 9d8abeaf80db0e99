import type { Context } from '../../context.ts';
import { countOutcomes, listTouches } from '../../conversations/touches/touch.ts';
import { DAY } from '../../lib/clock.ts';
import { csvLine } from '../../lib/csv-line.ts';
import { readPage } from '../../lib/sealed-page.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import type { ReportLine, ReportQuery } from './schema.ts';
import { listAll } from './store.ts';

const FIRST_DAY = '0001-01-01';
/** Rows of one read of an export. */
const CHUNK = 1_000;

/** What links and advertisements brought in some days, the oldest first. */
export async function readReport(
  ctx: Context,
  clicks: ClickCounter,
  { id: accountId }: { id: number },
  { since = FIRST_DAY, until = dayOf(ctx.now()), ...query }: ReportQuery,
): Promise<{ data: ReportLine[]; next_cursor: string | null }> {
  const page = await readPage(ctx, {
    ...query,
    list: `report of entry points of account ${accountId}`,
    read: ([after = 0], limit) => listAll(ctx.db, accountId, { after, limit }),
    placeOf: ({ id }) => [id],
  });
  const end = new Date(Date.parse(until) + DAY);
  const [counts, outcomes] = await Promise.all([
    clicks.totals(
      page.rows.map(({ id }) => id),
      { since, until: dayOf(end) },
    ),
    countOutcomes(
      ctx.db,
      accountId,
      page.rows.map(({ entry_point_uuid }) => entry_point_uuid),
      { since: new Date(since), until: end },
    ),
  ]);
  const data = page.rows.map(({ entry_point_uuid: id, kind, name, slug, ad_id, is_deleted }, index) => {
    const { chats = 0, answered = 0, resolved = 0 } = outcomes[index] ?? {};
    const figures = { clicks: counts[index] ?? 0, chats, answered, resolved };
    return { id, kind, name, slug, ad_id, deleted: is_deleted, ...figures };
  });
  return { data, next_cursor: page.next };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const COLUMNS = [
  ...['at', 'kind', 'entry_point_id', 'entry_point', 'conversation_id', 'phone'],
  ...['ad_id', 'ctwa_clid', 'headline', 'source_url'],
];

/** Each time that a customer came through an entry point, as CSV that a spreadsheet does not calculate. */
export async function* exportTouches(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: { id: number },
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let after = 0; ; ) {
    const touches = await listTouches(ctx.db, accountId, { after, limit: CHUNK });
    yield touches.map(lineOf).join('');
    const last = touches.at(-1);
    if (!last || touches.length < CHUNK) return;
    after = last.id;
  }
}

type Touch = Awaited<ReturnType<typeof listTouches>>[number];

const lineOf = ({
  at,
  kind,
  entry_point_uuid,
  entry_point_name,
  conversation_uuid,
  phone,
  referral,
}: Touch) =>
  csvLine([
    ...[at.toISOString(), kind, entry_point_uuid ?? '', entry_point_name ?? '', conversation_uuid, phone],
    ...[
      referral?.ad_id ?? '',
      referral?.ctwa_clid ?? '',
      referral?.headline ?? '',
      referral?.source_url ?? '',
    ],
  ]);
