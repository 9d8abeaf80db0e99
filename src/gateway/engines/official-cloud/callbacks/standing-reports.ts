import { z } from 'zod';
import type { StandingReport } from '../../standing.ts';
import { perDayOf } from '../standing/words.ts';

const Report = z.object({
  event: z.unknown().optional(),
  current_limit: z.unknown().optional(),
  max_daily_conversations_per_business: z.unknown().optional(),
  max_daily_conversation_per_phone: z.unknown().optional(),
});
type Report = z.infer<typeof Report>;

/** Null: nothing about quality and limit. */
export function standingReportOf(field: string, value: object): StandingReport | null {
  const report = Report.safeParse(value).data;
  if (!report) return null;
  if (field === 'business_capability_update') return limitIn(report);
  if (field !== 'phone_number_quality_update') return null;
  // About messages per second.
  if (report.event === 'THROUGHPUT_UPGRADE') return null;
  const limit = limitIn(report);
  if (report.event === 'FLAGGED') return { ...limit, quality: 'red' };
  // Green or yellow: read by the next health check.
  return report.event === 'UNFLAGGED' ? { ...limit, quality: null } : limit;
}

/** In older callbacks, too. */
function limitIn(report: Report): StandingReport | null {
  const named = [
    report.max_daily_conversations_per_business,
    report.max_daily_conversation_per_phone,
    report.current_limit,
  ];
  const perDay = named.map(perDayOf).find((each) => each !== undefined);
  return perDay === undefined ? null : { perDay };
}
