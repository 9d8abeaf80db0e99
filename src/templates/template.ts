import type { Sight } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import { type DeviceRow, getDevice } from '../devices/device.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import type { ProviderTemplate, ReadTemplates } from '../engines/templates.ts';
import { MINUTE } from '../lib/clock.ts';
import { ApiError } from '../lib/errors.ts';
import { type ComposedTemplate, compose, isSendable } from './compose.ts';
import { type ListTemplates, MAX_LIMIT } from './schema.ts';
import type { TemplateKey } from './store.ts';
import * as store from './store.ts';
import { TemplateSync } from './sync.ts';
import type { TemplateInput } from './template-input.ts';

export type { ComposedTemplate } from './compose.ts';

interface Page {
  templates: ProviderTemplate[];
  next: TemplateKey | null;
  synced_at: Date;
}

export interface Templates {
  /** ApiError device_not_found, templates_not_supported, templates_unreadable, service_unavailable. */
  list(account: Sight, deviceUuid: string, query: ListTemplates): Promise<Page>;
  /**
   * The content of a message. ApiError templates_not_supported, templates_unreadable, template_not_found,
   * template_not_approved, template_not_sendable, service_unavailable; FieldErrors for the variables.
   */
  compose(device: DeviceRow, input: TemplateInput): Promise<ComposedTemplate>;
}

/** A template that cannot be sent may have changed a moment ago. */
const SECOND_LOOK_MS = MINUTE;

/** `read` asks the provider. */
export function openTemplates(ctx: Context, read: ReadTemplates): Templates {
  const sync = new TemplateSync(ctx, read);
  return {
    async list(account, deviceUuid, { cursor = null, status = null, refresh, limit: wanted }) {
      const device = await getDevice(ctx, account, deviceUuid);
      if (device.released_at) throw new ApiError('device_not_found');
      assertSupported(device);
      const { id, synced_at } = await sync.current(device, refresh === 'true' ? SECOND_LOOK_MS : undefined);
      const limit = Math.min(wanted, MAX_LIMIT);
      const found = await store.listTemplates(ctx.db, id, { after: cursor, status, limit: limit + 1 });
      const templates = found.slice(0, limit);
      const last = found.length > limit ? templates.at(-1) : undefined;
      return { templates, next: last ? { name: last.name, language: last.language } : null, synced_at };
    },
    async compose(device, input) {
      assertSupported(device);
      const named = await findNamed(ctx, sync, device, input.name);
      const known = named.find(({ language }) => language === input.language);
      if (known && isSendable(known)) return compose(named, input);
      return compose(await findNamed(ctx, sync, device, input.name, SECOND_LOOK_MS), input);
    },
  };
}

async function findNamed(
  ctx: Context,
  sync: TemplateSync,
  device: DeviceRow,
  name: string,
  maxAgeMs?: number,
): Promise<ProviderTemplate[]> {
  const { id } = await sync.current(device, maxAgeMs);
  return store.findNamed(ctx.db, id, name);
}

function assertSupported({ engine }: DeviceRow): void {
  if (!ENGINE_KINDS[engine].sendsTemplates) throw new ApiError('templates_not_supported');
}

/** The provider reported a change: the next reading asks it again, in every process. */
export async function outdateTemplates(
  ctx: Context,
  { account_id, waba_id }: { account_id: number; waba_id: string | null },
): Promise<void> {
  if (waba_id !== null) await store.setOutdated(ctx.db, account_id, waba_id, ctx.now());
}
