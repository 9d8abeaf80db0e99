import { z } from 'zod';
import { toStorable } from '../../../../platform/lib/text.ts';
import type { TemplateReport } from '../../callbacks.ts';
import { lenient } from '../graph/lenient-values.ts';
import { languageText, nameText, word } from '../templates/template-values.ts';

const FIELDS = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
]);
/** No status: the list shows the next one. */
const OTHER_EVENTS = new Set(['flagged', 'reinstated', 'unarchived']);
const MAX_REASON = 500;

const Report = z.object({
  message_template_name: lenient(nameText),
  message_template_language: lenient(languageText),
  event: lenient(word),
  reason: lenient(z.string()),
  rejection_info: lenient(z.object({ reason: lenient(z.string()), recommendation: lenient(z.string()) })),
  new_quality_score: lenient(word),
  new_category: lenient(word),
});
type Report = z.infer<typeof Report>;

/** Null: not about templates. */
export function templateReportOf(field: string, value: unknown): TemplateReport | null {
  if (!FIELDS.has(field)) return null;
  const report = Report.safeParse(value).data;
  const { message_template_name: name, message_template_language: language } = report ?? {};
  const event = report?.event ?? null;
  const status = event === null || OTHER_EVENTS.has(event) ? null : event;
  return {
    key: name && language ? { name, language } : null,
    status,
    rejection: report && status === 'rejected' ? rejectionOf(report) : null,
    quality: report?.new_quality_score ?? null,
    category: report?.new_category ?? null,
  };
}

/** Words first, then the provider's code. */
function rejectionOf({ reason, rejection_info: info }: Report): string | null {
  const texts = [info?.reason, info?.recommendation].filter(Boolean);
  const text = texts.length > 0 ? texts.join(' ') : reason;
  return text && text !== 'NONE' ? toStorable(text.slice(0, MAX_REASON)) : null;
}
