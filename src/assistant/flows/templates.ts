import type { Context } from '../../context.ts';
import { listDevices } from '../../gateway/devices/device.ts';
import { ENGINE_KINDS } from '../../gateway/engines/kinds.ts';
import { templateErrors } from '../templates.ts';
import { isRecord } from './definition/edges.ts';
import { lateTexts } from './definition/late-texts.ts';
import { SendTemplate } from './definition/message-nodes.ts';
import { looseNodes, type Problem } from './definition/problems.ts';

/** Each is compared with the copies of each device. */
export const MAX_TEMPLATES = 20;
const TOO_MANY = `is one of more than ${MAX_TEMPLATES} templates of this flow`;

/** What publishing refuses about the templates of a draft, by the copies that Kurir has. */
export async function templateProblems(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
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

const TOO_LATE =
  'comes after a wait of a day or more: an official number sends only a template then, and staff takes over';

/** Texts that official numbers cannot send, because the reply window is closed. */
export async function lateWarnings(
  ctx: Pick<Context, 'db'>,
  { id }: { id: number },
  { device_uuids }: { device_uuids: readonly string[] | null },
  draft: Readonly<Record<string, unknown>>,
): Promise<Problem[]> {
  const late = lateTexts(looseNodes(draft));
  if (late.length === 0) return [];
  const devices = await listDevices(ctx, { id, deviceIds: null });
  const isLimited = devices.some(
    ({ engine, device_uuid }) =>
      ENGINE_KINDS[engine].sendsTemplates && (device_uuids?.includes(device_uuid) ?? true),
  );
  const warning = { code: 'late_text', path: null, message: TOO_LATE } as const;
  return isLimited ? late.map((node_id) => ({ ...warning, node_id })) : [];
}

/** Without those that the schema refuses. */
function templateOf(raw: unknown) {
  if (!isRecord(raw) || raw.type !== 'send_template' || typeof raw.id !== 'string') return [];
  const template = SendTemplate.shape.template.safeParse(raw.template).data;
  return template ? [{ node_id: raw.id, template }] : [];
}
