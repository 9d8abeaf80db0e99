import { z } from 'zod';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { MessageWarning, Pricing, StatusReport } from '../../callbacks.ts';
import { NO_REASON, textOf } from '../graph/error-codes.ts';
import { errorCode, lenient, textOrNumber } from '../graph/lenient-values.ts';
import { timeOf } from './envelope.ts';

export const MessageError = z.object({
  code: errorCode,
  title: lenient(z.string()),
  message: lenient(z.string()),
  error_data: lenient(z.object({ details: lenient(z.string()) })),
});
export type MessageError = z.infer<typeof MessageError>;

/** New ones come without notice. */
const Word = z
  .string()
  .regex(/^[a-z][a-z_]{0,39}$/i)
  .transform((word) => word.toLowerCase());

const PricingNode = z.object({
  category: Word,
  type: lenient(Word),
  pricing_model: lenient(Word),
  billable: lenient(z.boolean()),
});

export const Status = z.object({
  id: z.string().min(1).max(MAX_ID),
  status: z.string(),
  timestamp: lenient(textOrNumber(20)),
  biz_opaque_callback_data: lenient(z.string().max(MAX_ID)),
  errors: lenient(z.array(lenient(MessageError))),
  pricing: lenient(PricingNode),
  recipient_participant_id: lenient(textOrNumber(64)),
  recipient_participant_user_id: lenient(z.string().max(200)),
});

const WARNING = 'warning';

const STATUSES: readonly string[] = [
  'sent',
  'delivered',
  'read',
  'failed',
] satisfies StatusReport['status'][];

export const isKnownStatus = (status: string): status is StatusReport['status'] => STATUSES.includes(status);

/** In a group, one member without the message: the others have it. */
export const isOfMember = (report: z.infer<typeof Status>): boolean =>
  Boolean(report.recipient_participant_id || report.recipient_participant_user_id);

export function statusReportOf(
  status: StatusReport['status'],
  { id, biz_opaque_callback_data: reference, errors, timestamp, pricing }: z.infer<typeof Status>,
  receivedAt: Date,
): StatusReport {
  const error = status === 'failed' ? failureOf(errors?.find((each) => each) ?? null) : null;
  const at = timeOf(timestamp) ?? receivedAt;
  return { providerId: id, reference: reference ?? null, status, error, at, pricing: pricingOf(pricing) };
}

/** The provider will drop `billable`. */
function pricingOf(node: z.infer<typeof PricingNode> | null | undefined): Pricing | null {
  if (!node) return null;
  const { category, type = null, pricing_model: model = null, billable } = node;
  return { category, type, model, billable: billable ?? (type === null || type === 'regular') };
}

/** From a status `warning`, or an error of a message that did not fail. */
export function warningOf({
  id: providerId,
  biz_opaque_callback_data: reference = null,
  status,
  errors,
}: z.infer<typeof Status>): MessageWarning | null {
  const error = errors?.find((each) => each) ?? null;
  if (status === 'failed' || (status !== WARNING && !error)) return null;
  return { providerId, reference, ...failureOf(error, WARNING) };
}

function failureOf(error: MessageError | null, unnamed = 'failed') {
  if (!error) return { code: unnamed, message: NO_REASON };
  const { code, title, message, error_data } = error;
  const details = error_data?.details ?? null;
  return {
    code: String(code),
    message: textOf({ code, subcode: null, title: title ?? message ?? NO_REASON, details }),
  };
}
