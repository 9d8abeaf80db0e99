import type { Context } from '../../../context.ts';
import type { CsvRows } from '../../../platform/lib/csv-line.ts';
import { readPage } from '../../../platform/lib/page.ts';
import { listTouches } from '../../conversations/touches/touch.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import { EVER, figuresOf } from '../figures.ts';
import type { ExportTouches, ReportLine, ReportQuery } from './schema.ts';
import { listAll } from './store.ts';

/** Rows of one read of an export. */
const CHUNK = 1_000;

/** In some days, oldest first. */
export async function readReport(
  ctx: Context,
  clicks: ClickCounter,
  account: { id: number },
  { since = EVER.since, until = dayOf(ctx.now()), ...query }: ReportQuery,
): Promise<{ data: ReportLine[]; next_cursor: string | null }> {
  const page = await readPage(ctx, {
    ...query,
    list: `report of entry points of account ${account.id}`,
    read: ([after = 0], limit) => listAll(ctx.db, { accountId: account.id, after, limit }),
    placeOf: ({ id }) => [id],
  });
  const figures = await figuresOf(ctx, clicks, account, page.rows, { since, until });
  const data = page.rows.flatMap(({ entry_point_uuid: id, kind, name, slug, ad_id, is_deleted }, index) => {
    const figure = figures[index];
    return figure ? [{ id, kind, name, slug, ad_id, deleted: is_deleted, ...figure }] : [];
  });
  return { data, next_cursor: page.next };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const COLUMNS = [
  'at',
  'kind',
  'entry_point_id',
  'entry_point',
  'conversation_id',
  'phone',
  'ad_id',
  'ctwa_clid',
  'headline',
  'source_url',
];

/** Every touch in some days, as CSV that no spreadsheet calculates. */
export async function* exportTouches(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: { id: number },
  { since = EVER.since, until = EVER.until }: ExportTouches,
): CsvRows {
  const isAsked = ({ at }: Touch) => since <= dayOf(at) && dayOf(at) <= until;
  yield [COLUMNS];
  for (let after = 0; ; ) {
    const touches = await listTouches(ctx.db, { accountId, after, limit: CHUNK });
    yield touches.filter(isAsked).map(cellsOf);
    const last = touches.at(-1);
    if (!last || touches.length < CHUNK) return;
    after = last.id;
  }
}

type Touch = Awaited<ReturnType<typeof listTouches>>[number];

const cellsOf = ({
  at,
  kind,
  entry_point_uuid,
  entry_point_name,
  conversation_uuid,
  phone,
  referral,
}: Touch) => [
  at.toISOString(),
  kind,
  entry_point_uuid ?? '',
  entry_point_name ?? '',
  conversation_uuid,
  phone,
  referral?.ad_id ?? '',
  referral?.ctwa_clid ?? '',
  referral?.headline ?? '',
  referral?.source_url ?? '',
];
