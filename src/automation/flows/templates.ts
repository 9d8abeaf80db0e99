import type { Context } from '../../context.ts';
import { templateErrors } from '../templates.ts';
import { isRecord } from './definition/edges.ts';
import { SendTemplate } from './definition/message-nodes.ts';
import type { Problem } from './definition/problems.ts';

/** Each is compared with the copies of each device. */
export const MAX_TEMPLATES = 20;
const TOO_MANY = `is one of more than ${MAX_TEMPLATES} templates of this flow`;

/** What publishing refuses about the templates of a draft, by the copies that Kurir has. */
export async function templateProblems(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: { id: number },
  { device_uuids }: { device_uuids: readonly string[] | null },
  { nodes }: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  const found = Array.isArray(nodes) ? nodes.flatMap((raw: unknown) => templateOf(raw)) : [];
  const problems: Problem[] = [];
  for (const [place, { node_id, template }] of found.entries()) {
    const errors =
      place < MAX_TEMPLATES
        ? await templateErrors(ctx, accountId, device_uuids, template)
        : { template: [TOO_MANY] };
    for (const [field, messages] of Object.entries(errors)) {
      const path = field === 'device_uuids' ? 'template' : field;
      problems.push(...messages.map((message) => ({ code: 'invalid' as const, node_id, path, message })));
    }
  }
  return problems;
}

/** Without those that the schema refuses. */
function templateOf(raw: unknown) {
  if (!isRecord(raw) || raw.type !== 'send_template' || typeof raw.id !== 'string') return [];
  const template = SendTemplate.shape.template.safeParse(raw.template).data;
  return template ? [{ node_id: raw.id, template }] : [];
}
