import type { Context } from '../../context.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { limitOf } from '../../platform/lib/page.ts';
import { type DeviceRow, getDevice } from '../devices/device.ts';
import type { TemplateReport } from '../engines/callbacks.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import type { ProviderTemplate, ReadTemplates } from '../engines/templates.ts';
import { requireFitting, useUpload, type Wanted } from '../uploads/upload.ts';
import { approve, isSendable } from './compose.ts';
import type { ApprovedTemplate } from './fill.ts';
import type { ExampleFiles } from './making/example-file.ts';
import { openMaking, type TemplateMaking, type TemplateProvider } from './making/making.ts';
import { noteReport } from './review-store.ts';
import type { ListTemplates, TemplateItem } from './schema.ts';
import * as store from './store.ts';
import { listById, type TemplateKey, type TemplateRow } from './store.ts';
import { TemplateSync } from './sync.ts';
import type { TemplateInput } from './template-input.ts';
import { viewTemplate } from './view.ts';

interface Page {
  templates: TemplateRow[];
  next: TemplateKey | null;
  synced_at: Date;
}

export interface Templates {
  /** ApiError device_not_found, templates_not_supported, templates_unreadable, service_unavailable. */
  list(account: Sight, deviceUuid: string, query: ListTemplates): Promise<Page>;
  /**
   * For messages of this device. ApiError templates_not_supported, templates_unreadable, template_not_found,
   * template_not_approved, template_not_sendable, media_not_found, service_unavailable; FieldErrors for the variables.
   */
  approve(device: DeviceRow, input: TemplateInput): Promise<ApprovedTemplate>;
}

/** A template that cannot be sent may have changed a moment ago. */
const SECOND_LOOK_MS = MINUTE;

/** `read` asks the provider. */
export function openTemplates(ctx: Context, read: ReadTemplates): Templates {
  return templatesOf(ctx, new TemplateSync(ctx, read));
}

/** The same with their making, on one set of copies. */
export function openTemplatesAndMaking(
  ctx: Context,
  provider: { readTemplates: ReadTemplates } & TemplateProvider,
  files: ExampleFiles,
): { templates: Templates; making: TemplateMaking } {
  const sync = new TemplateSync(ctx, provider.readTemplates);
  return { templates: templatesOf(ctx, sync), making: openMaking(sync, provider, files) };
}

function templatesOf(ctx: Context, sync: TemplateSync): Templates {
  return {
    async list(account, deviceUuid, { cursor = null, status = null, refresh, limit: wanted }) {
      const device = await getDevice(ctx, account, deviceUuid);
      if (device.released_at) throw new ApiError('device_not_found');
      assertSupported(device);
      const { id, synced_at } = await sync.current(device, refresh === 'true' ? SECOND_LOOK_MS : undefined);
      const limit = limitOf(wanted);
      const found = await store.listTemplates(ctx.db, id, { after: cursor, status, limit: limit + 1 });
      const templates = found.slice(0, limit);
      const last = found.length > limit ? templates.at(-1) : undefined;
      return { templates, next: last ? { name: last.name, language: last.language } : null, synced_at };
    },
    async approve(device, input) {
      assertSupported(device);
      const named = await findNamed(ctx, sync, device, input.name);
      const known = named.find(({ language }) => language === input.language);
      const isKnown = known && isSendable(known);
      const found = isKnown ? named : await findNamed(ctx, sync, device, input.name, SECOND_LOOK_MS);
      return withFile(device, input, approve(found, input), (wanted) =>
        useUpload(ctx, { id: device.account_id }, wanted),
      );
    },
  };
}

/** As `approve` by the copies alone. ApiError templates_unreadable before the first reading. */
export async function approveCopied(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  device: DeviceRow,
  input: TemplateInput,
): Promise<ApprovedTemplate> {
  const { db } = ctx;
  assertSupported(device);
  const { account_id, official_waba_id: wabaId } = device;
  const book = wabaId === null ? undefined : await store.findBook(db, { accountId: account_id, wabaId });
  if (!book?.synced_at) throw new ApiError('templates_unreadable');
  const approved = approve(await store.findNamed(db, { bookId: book.id, name: input.name }), input);
  return withFile(device, input, approved, (wanted) => requireFitting(ctx, { id: account_id }, wanted));
}

/** Engines get the address of an uploaded file, as of other messages. */
async function withFile(
  { account_id }: DeviceRow,
  { header_media_id: id }: TemplateInput,
  approved: ApprovedTemplate,
  check: (wanted: Wanted) => Promise<unknown>,
): Promise<ApprovedTemplate> {
  const { header } = approved.content;
  if (!id || !header || header.type === 'text') return approved;
  await check({ kind: header.type, id, field: 'template.header_media_id' });
  const values = { ...approved.values, [`header.${header.type}`]: uploadUrl(account_id, id) };
  return { ...approved, values };
}

async function findNamed(
  ctx: Context,
  sync: TemplateSync,
  device: DeviceRow,
  name: string,
  maxAgeMs?: number,
): Promise<ProviderTemplate[]> {
  const { id } = await sync.current(device, maxAgeMs);
  return store.findNamed(ctx.db, { bookId: id, name });
}

function assertSupported({ engine }: DeviceRow): void {
  if (!ENGINE_KINDS[engine].sendsTemplates) throw new ApiError('templates_not_supported');
}

/**
 * The provider reported a change. What it says counts at once; the next reading asks it for the rest, in every
 * process. `at` is the provider's time: older reports are late repetitions.
 */
export async function noteTemplateReport(
  ctx: Context,
  { account_id, waba_id }: { account_id: number; waba_id: string | null },
  { report, at }: { report: TemplateReport; at: Date },
): Promise<void> {
  if (waba_id === null) return;
  const book = { accountId: account_id, wabaId: waba_id };
  if (report.key) await noteReport(ctx.db, { ...book, ...report, ...report.key, at, now: ctx.now() });
  await store.setOutdated(ctx.db, { accountId: account_id, wabaId: waba_id, now: ctx.now() });
  ctx.bus.publish('events');
}

/** Templates by row id, as they are now, for live streams. */
export async function readLiveTemplates(ctx: Context, ids: readonly number[]): Promise<TemplateItem[]> {
  return ids.length === 0 ? [] : (await listById(ctx.db, { ids })).map(viewTemplate);
}
