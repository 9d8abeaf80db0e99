import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { type DeviceRow, getDevice, listDevices } from '../../devices/device.ts';
import { openCredentials } from '../../devices/official/business-account.ts';
import { ENGINE_KINDS } from '../../engines/kinds.ts';
import type {
  CodePreview,
  CodeTexts,
  ExampleFile,
  PreviewCode,
  TemplateWriting,
  WriteTemplate,
  WritingOutcome,
} from '../../engines/templates.ts';
import { setOutdated, type TemplateRow } from '../store.ts';
import type { TemplateSync } from '../sync.ts';
import { changedDraft, draftOf } from './draft.ts';
import { type ExampleFiles, takeExample, withExample } from './example-file.ts';
import { refusedByProvider } from './refusal.ts';
import type { ChangeTemplate, CreateTemplate } from './schema.ts';
import * as store from './store.ts';

/** Changes templates at the provider, which reviews them. The context names the caller. */
export interface TemplateMaking {
  /**
   * ApiError device_not_found, templates_not_supported, templates_unreadable, template_refused, media_not_found,
   * service_unavailable; FieldErrors.
   */
  create(ctx: Context, account: Sight, input: CreateTemplate): Promise<TemplateRow>;
  /** ApiError message_template_not_found, template_refused, media_not_found, service_unavailable; FieldErrors. */
  change(ctx: Context, account: Sight, id: number, input: ChangeTemplate): Promise<TemplateRow>;
  /**
   * Passes the example file of a header on to the provider. ApiError device_not_found, templates_not_supported,
   * service_unavailable; FieldErrors.
   */
  takeExample(
    ctx: Context,
    account: Sight,
    deviceUuid: string,
    file: Omit<ExampleFile, 'mimetype'>,
  ): ReturnType<typeof takeExample>;
  /** The texts of a one-time password. ApiError as `create`; service_unavailable. */
  previewCode(
    ctx: Context,
    account: Sight,
    deviceUuid: string,
    wanted: CodeTexts,
  ): Promise<Omit<Extract<CodePreview, { outcome: 'read' }>, 'outcome'>>;
  /** In its language only. ApiError message_template_not_found, template_refused, service_unavailable. */
  remove(ctx: Context, account: Sight, id: number): Promise<void>;
}

const PENDING = 'pending';
const UNREACHABLE = { outcome: 'unreachable' } as const;

/** Calls of the provider. */
export interface TemplateProvider {
  writeTemplate: WriteTemplate;
  previewCode: PreviewCode;
}

export function openMaking(
  sync: TemplateSync,
  { writeTemplate: write, previewCode }: TemplateProvider,
  files: ExampleFiles,
): TemplateMaking {
  return {
    async create(ctx, account, input) {
      const device = await findMaker(ctx, account, input.device_uuid);
      const checked = draftOf(input);
      const book = await sync.current(device);
      const draft = await withExample(ctx, files, device, checked, input);
      const access = { device, wabaId: book.waba_id };
      const { providerId, status, category } = await send(ctx, write, access, { kind: 'create', draft });
      const made = {
        status: status ?? PENDING,
        category: category ?? draft.category,
        provider_id: providerId,
      };
      const row = await change(ctx, 'template.created', account, async (tx) =>
        store.saveTemplate(tx, book.id, { ...draft, ...made }, ctx.now()),
      );
      return draft.authentication ? withTexts(ctx, sync, row, access) : row;
    },
    async change(ctx, account, id, input) {
      const { template, access } = await findOwn(ctx, account, id);
      const checked = changedDraft(template, input);
      const draft = await withExample(ctx, files, access.device, checked, input);
      const category = draft.category === template.category ? null : draft.category;
      const { providerId } = template;
      const { status } = await send(ctx, write, access, { kind: 'edit', providerId, category, draft });
      const edited = await change(ctx, 'template.changed', account, async (tx) => {
        const changed = { ...draft, status: status ?? PENDING };
        const row = await store.changeTemplate(tx, id, changed, ctx.now());
        if (!row) throw notFound();
        return row;
      });
      return draft.authentication ? withTexts(ctx, sync, edited, access) : edited;
    },
    async takeExample(ctx, account, deviceUuid, file) {
      return takeExample(ctx, files, await findMaker(ctx, account, deviceUuid), file);
    },
    async previewCode(ctx, account, deviceUuid, wanted) {
      const device = await findMaker(ctx, account, deviceUuid);
      const { waba_id: wabaId } = await sync.current(device);
      return readPreview(ctx, previewCode, { device, wabaId }, wanted);
    },
    async remove(ctx, account, id) {
      const { template, access } = await findOwn(ctx, account, id);
      const { providerId, name } = template;
      await send(ctx, write, access, { kind: 'delete', providerId, name });
      await change(ctx, 'template.deleted', account, async (tx) => {
        await store.removeTemplate(tx, { id });
        return template;
      });
    },
  };
}

async function readPreview(
  ctx: Context,
  previewCode: PreviewCode,
  { device, wabaId }: Access,
  wanted: CodeTexts,
): ReturnType<TemplateMaking['previewCode']> {
  const creds = await openCredentials(ctx, device.id);
  const read = creds ? await previewCode(device.network, { wabaId, creds }, wanted) : UNREACHABLE;
  if (read.outcome === 'unreachable') throw new ApiError('service_unavailable', AWAY);
  if (read.outcome === 'refused')
    throw new ApiError('templates_unreadable', `The provider refused to show the texts: ${read.reason}`);
  const { body, footer, button } = read;
  return { body, footer, button };
}

async function findMaker(ctx: Context, account: Sight, uuid: string): Promise<DeviceRow> {
  const device = await getDevice(ctx, account, uuid);
  if (device.released_at) throw new ApiError('device_not_found');
  if (!ENGINE_KINDS[device.engine].sendsTemplates) throw new ApiError('templates_not_supported');
  return device;
}

/** The provider has written the texts. Without its answer, the next list brings them. */
async function withTexts(
  ctx: Context,
  sync: TemplateSync,
  row: TemplateRow,
  { device, wabaId }: Access,
): Promise<TemplateRow> {
  await setOutdated(ctx.db, { accountId: device.account_id, wabaId, now: ctx.now() });
  await sync.current({ ...device, official_waba_id: wabaId });
  return (await store.findOwn(ctx.db, { accountId: device.account_id, id: row.id })) ?? row;
}

interface Access {
  device: DeviceRow;
  wabaId: string;
}

/** By any of the caller's numbers of the business account. */
async function findOwn(
  ctx: Context,
  account: Sight,
  id: number,
): Promise<{ template: store.OwnTemplate & { providerId: string }; access: Access }> {
  const template = Number.isSafeInteger(id)
    ? await store.findOwn(ctx.db, { accountId: account.id, id })
    : undefined;
  if (!template) throw notFound();
  const { waba_id: wabaId, provider_id: providerId } = template;
  const devices = (await listDevices(ctx, account)).filter(
    ({ official_waba_id }) => official_waba_id === wabaId,
  );
  const device = devices.find(({ status }) => status === 'connected') ?? devices[0];
  if (!device) throw notFound();
  if (providerId === null) throw new ApiError('service_unavailable', UNREAD);
  return { template: { ...template, providerId }, access: { device, wabaId } };
}

const notFound = () => new ApiError('message_template_not_found');

async function send(
  ctx: Context,
  write: WriteTemplate,
  { device, wabaId }: Access,
  writing: TemplateWriting,
): Promise<Extract<WritingOutcome, { outcome: 'written' }>> {
  const creds = await openCredentials(ctx, device.id);
  const result: WritingOutcome = creds
    ? await write(device.network, { wabaId, creds }, writing)
    : { outcome: 'unreachable' };
  const { outcome } = result;
  ctx.log.info({ deviceUuid: device.device_uuid, kind: writing.kind, outcome }, 'templates.written');
  if (outcome === 'written') return result;
  if (outcome === 'refused') throw refused(result);
  // A template that was written after all must show.
  if (outcome === 'unknown')
    await setOutdated(ctx.db, { accountId: device.account_id, wabaId, now: ctx.now() });
  throw new ApiError('service_unavailable', outcome === 'unknown' ? UNKNOWN : AWAY);
}

function refused(result: Extract<WritingOutcome, { outcome: 'refused' }>): ApiError {
  const { code, subcode } = result;
  const text = `The provider refused the template: ${refusedByProvider(result)}`;
  return new ApiError('template_refused', text, { provider_code: code, provider_subcode: subcode });
}

const AWAY =
  'The provider did not answer, and nothing was changed. Try again after the seconds in Retry-After.';
const UNKNOWN =
  'The provider did not answer in time. List the templates with refresh=true before you try again: the change may ' +
  'have reached it.';
const UNREAD =
  'Kurir has not read the id of this template at the provider yet. List the templates with refresh=true, then try ' +
  'again.';

async function change(
  ctx: Context,
  action: AuditAction,
  account: Sight,
  work: (tx: Tx) => Promise<TemplateRow>,
): Promise<TemplateRow> {
  const row = await ctx.db.transaction(async (tx) => {
    const changed = await work(tx);
    const { id, name, language } = changed;
    await record(tx, ctx, [{ action, accountId: account.id, target: id, detail: { name, language } }]);
    return changed;
  });
  ctx.bus.publish('events');
  return row;
}
