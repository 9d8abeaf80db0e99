import type { MessageTotals } from './schema.ts';
import type { ReceivedRow, SentRow } from './store.ts';

export interface Figures extends Omit<MessageTotals, 'errors'> {
  errors: Map<string, number>;
}

const SENDERS = {
  api: 'api',
  broadcast: 'broadcast',
  staff: 'staff',
  bot: 'automation',
  phone: 'phone',
} as const satisfies Record<SentRow['source'], keyof MessageTotals['sent_by']>;

export function bucketsOf(
  received: readonly ReceivedRow[],
  sent: readonly SentRow[],
): { total: Figures; buckets: Map<number, Figures> } {
  const total = none();
  const buckets = new Map<number, Figures>();
  const each = (bucket: number, add: (figures: Figures) => void) => {
    const own = buckets.get(bucket) ?? none();
    buckets.set(bucket, own);
    add(own);
    add(total);
  };
  for (const { bucket, count } of received) {
    each(bucket, (figures) => {
      figures.received += count;
    });
  }
  for (const row of sent) each(row.bucket, (figures) => addSent(figures, row));
  return { total, buckets };
}

export function viewFigures(figures: Figures = none()): MessageTotals {
  const errors = [...figures.errors]
    .map(([code, count]) => ({ code, count }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
  return { ...figures, errors };
}

function addSent(figures: Figures, { source, status, error_code, count }: SentRow): void {
  if (status === 'failed') {
    figures.failed += count;
    if (error_code !== null) figures.errors.set(error_code, (figures.errors.get(error_code) ?? 0) + count);
    return;
  }
  figures.sent += count;
  figures.sent_by[SENDERS[source]] += count;
  if (status !== 'sent') figures.delivered += count;
  if (status === 'read') figures.read += count;
}

const none = (): Figures => ({
  received: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  sent_by: { api: 0, broadcast: 0, staff: 0, automation: 0, phone: 0 },
  errors: new Map(),
});
