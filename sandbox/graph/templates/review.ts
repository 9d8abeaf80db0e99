import { z } from 'zod';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber } from '../records.ts';
import { notifyValue } from '../webhooks/notify.ts';
import { listedTemplates, replaceTemplate, templateId } from './account-templates.ts';
import { CATEGORIES, componentsOf, QUALITIES, TEMPLATE_STATUSES, type Template } from './definition.ts';

/** The decision of a reviewer. Missing fields stay as they are. */
export const ReviewBody = z
  .object({
    name: z.string(),
    language: z.string(),
    status: z.enum(TEMPLATE_STATUSES).optional(),
    /** Of a refusal, such as INVALID_FORMAT. */
    reason: z.string().min(1).max(200).default('INVALID_FORMAT'),
    quality_score: z.enum(QUALITIES).optional(),
    category: z.enum(CATEGORIES).optional(),
  })
  .strict();
type ReviewBody = z.infer<typeof ReviewBody>;

/** Decides about a template of the number's account, with the webhooks of the provider. Throws template_not_found. */
export async function reviewTemplate(
  cloud: Cloud,
  number: CloudNumber,
  review: ReviewBody,
): Promise<Template> {
  const { waba_id } = number.data;
  const before = listedTemplates(cloud, waba_id).find(
    ({ name, language }) => name === review.name && language === review.language,
  );
  if (!before) throw new SandboxError('template_not_found');
  const { rejected_reason: _, ...kept } = before;
  const { status = before.status, category = before.category, quality_score = before.quality_score } = review;
  const reason = status === 'REJECTED' ? review.reason : null;
  const after: Template = {
    ...kept,
    status,
    category,
    ...(quality_score && { quality_score }),
    ...(reason !== null && { rejected_reason: reason }),
  };
  replaceTemplate(cloud, waba_id, before, [after]);
  await cloud.store.db.committed();
  if (review.status) announceStatus(cloud, number, after);
  if (quality_score && quality_score !== before.quality_score)
    announce(cloud, number, after, 'message_template_quality_update', {
      previous_quality_score: before.quality_score ?? 'UNKNOWN',
      new_quality_score: quality_score,
    });
  if (category !== before.category)
    announce(cloud, number, after, 'template_category_update', {
      previous_category: before.category,
      new_category: category,
    });
  return after;
}

export function announceStatus(cloud: Cloud, number: CloudNumber, template: Template): void {
  const { status, rejected_reason } = template;
  announce(cloud, number, template, 'message_template_status_update', {
    event: status,
    reason: status === 'REJECTED' ? (rejected_reason ?? 'INVALID_FORMAT') : 'NONE',
  });
}

/** After an edit. */
export function announceComponents(cloud: Cloud, number: CloudNumber, template: Template): void {
  const components = componentsOf(template);
  const textOf = (type: string) => components.find((each) => each.type.toUpperCase() === type)?.text;
  const [title, body, footer] = [textOf('HEADER'), textOf('BODY'), textOf('FOOTER')];
  announce(cloud, number, template, 'message_template_components_update', {
    message_template_element: body ?? '',
    ...(title && { message_template_title: title }),
    ...(footer && { message_template_footer: footer }),
  });
}

function announce(cloud: Cloud, number: CloudNumber, template: Template, field: string, value: Json): void {
  const { name, language } = template;
  notifyValue(cloud, number, field, {
    ...value,
    message_template_id: Number(templateId(number.data.waba_id, template)),
    message_template_name: name,
    message_template_language: language,
  });
}
