import { z } from 'zod';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { apiDate } from '../../../platform/lib/timestamp.ts';
import { TOUCH_KINDS } from '../../conversations/touches/touch.ts';
import { EntryPointStats } from '../schema.ts';

const since = apiDate('2025-11-01')
  .optional()
  .meta({ description: 'First day, in UTC. Default: the first of all.' });
const until = apiDate('2025-11-30');
const isInOrder = (days: { since?: string | undefined; until?: string | undefined }) =>
  days.since === undefined || days.until === undefined || days.since <= days.until;
const wrongOrder = { path: ['until'], error: 'must not be before since' };

export const ReportQuery = z
  .object({
    since,
    until: until.optional().meta({ description: 'Last day, in UTC. Default: today.' }),
    ...pageQuery,
  })
  .refine(isInOrder, wrongOrder);
export type ReportQuery = z.infer<typeof ReportQuery>;

export const ExportTouches = z
  .object({
    since,
    until: until.optional().meta({ description: 'Last day, in UTC. Default: the last of all.' }),
  })
  .refine(isInOrder, wrongOrder);
export type ExportTouches = z.infer<typeof ExportTouches>;

export const ReportLine = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: ['7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55'] }),
    kind: z.enum(TOUCH_KINDS).meta({ examples: ['link'] }),
    name: z.string().meta({ examples: ['Poster toko'] }),
    slug: z
      .string()
      .nullable()
      .meta({ description: 'Of a link or a widget.', examples: ['promo'] }),
    ad_id: z
      .string()
      .nullable()
      .meta({ description: 'Of an advertisement.', examples: [null] }),
    deleted: z.boolean().meta({ examples: [false] }),
    ...EntryPointStats.shape,
  })
  .meta({ id: 'EntryPointReportLine' });
export type ReportLine = z.infer<typeof ReportLine>;

export const ReportPage = pageBody('EntryPointReport', ReportLine);
