import type { Context } from '../../../../context.ts';
import type { Caller } from '../../../../platform/accounts/account.ts';
import type { SandboxAddress } from '../../address.ts';
import { askJson } from '../ask.ts';
import { requireOfficial } from './official.ts';
import type { ReviewTemplate, SandboxTemplate } from './schema.ts';

/** As the control of the sandbox shows it, in the words of the provider. */
interface CloudTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason?: string;
  components?: { type: string; text?: string }[];
}

interface Place {
  ctx: Context;
  address: SandboxAddress | null;
  account: Caller;
  /** The `phone_number_id`. */
  id: string;
}

/** Of the business account of a number, those in review first. ApiError sandbox_official_number_not_found. */
export async function listReviews({ ctx, address, account, id }: Place): Promise<SandboxTemplate[]> {
  await requireOfficial(ctx, account, id);
  const path = `/sandbox/cloud/numbers/${id}/templates`;
  const { data } = await askJson<{ data: CloudTemplate[] }>(address, { path });
  const inReview = ({ status }: SandboxTemplate) => Number(status === 'PENDING');
  return data.map(viewReview).toSorted((a, b) => inReview(b) - inReview(a));
}

/** The provider reports the decision by webhook. ApiError sandbox_official_number_not_found, sandbox_refused. */
export async function reviewTemplate(
  { ctx, address, account, id }: Place,
  review: ReviewTemplate,
  headers: Record<string, string>,
): Promise<SandboxTemplate> {
  await requireOfficial(ctx, account, id);
  const path = `/sandbox/cloud/numbers/${id}/templates/review`;
  return viewReview(await askJson<CloudTemplate>(address, { method: 'POST', path, body: review, headers }));
}

function viewReview(template: CloudTemplate): SandboxTemplate {
  const { name, language, category, status, rejected_reason: reason = null, components = [] } = template;
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '';
  return { name, language, category, status, reason, body };
}
