import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import type { NamedContact } from '../contacts/named-contact.ts';
import { placeholderProblem } from '../contacts/placeholders.ts';
import type { DeviceRow } from '../devices/device.ts';
import type { OutboundTemplate } from '../engines/engine.ts';
import { ENGINE_KINDS, MAX_TEXT } from '../engines/kinds.ts';
import type { Parts } from '../messages/admission/check-content.ts';
import { MAX_CAPTION } from '../messages/content.ts';
import { type ApprovedTemplate, type ComposedTemplate, fill, fillFor } from '../templates/fill.ts';
import { checkFile } from './file.ts';
import { type Hint, hintsOf, MAX_HINTS } from './hints.ts';
import type { BroadcastType } from './message-fields.ts';
import type { PreviewBroadcast } from './schema.ts';
import { hasBareName, parseTemplate, render, type Template, templateProblem } from './template.ts';

/** A text, a file with a caption, or an approved template with placeholders in its values. */
export interface Content {
  /** Of an approved template: the text that people read. */
  template: string;
  approved: ApprovedTemplate | null;
  type: BroadcastType;
  /** Also of the header of a template. Null: none, or a file in a preview that is not fetched. */
  file_id: string | null;
}

interface Written {
  body: string;
  template: OutboundTemplate | null;
  details: ComposedTemplate['details'];
  isBlank: boolean;
}

interface Reader {
  index: number;
  contact: NamedContact;
}

export type Messages = Pick<
  PreviewBroadcast,
  'message_template' | 'template' | 'type' | 'media_url' | 'media_id'
>;

/** ApiError type_not_supported, media_not_found, and those of templates; FieldErrors for texts and values. */
export async function readContent(
  { ctx, templates }: Parts,
  account: Caller,
  device: DeviceRow,
  { message_template, template, type, media_id }: Messages,
): Promise<Content> {
  if (!template) await requireFields(ctx, account, 'message_template', [message_template ?? '']);
  if (type && type !== 'text') {
    const caption = message_template ?? '';
    await checkFile(ctx, account, device, { type, media_id });
    const problem = caption === '' ? null : templateProblem(parseTemplate(caption), MAX_CAPTION);
    if (problem !== null) throw new FieldErrors({ message_template: [problem] });
    return { template: caption, approved: null, type, file_id: media_id ?? null };
  }
  if (!template) return { ...TEXT, template: message_template ?? '', approved: null };
  if (!ENGINE_KINDS[device.engine].sendsTemplates) throw new ApiError('type_not_supported');
  const approved = await templates.approve(device, template);
  const problems = Object.entries(approved.values).flatMap(([key, value]) => {
    const problem = templateProblem(parseTemplate(value));
    return problem === null ? [] : [[`template.variables.${key}`, [problem]]];
  });
  if (problems.length > 0) throw new FieldErrors(Object.fromEntries(problems));
  await requireFields(ctx, account, 'template.variables', Object.values(approved.values));
  const file_id = template.header_media_id ?? null;
  return { ...TEXT, file_id, template: fill(approved).body, approved };
}

/** FieldErrors for unknown fields of contacts. */
async function requireFields(
  ctx: Pick<Context, 'db'>,
  account: Caller,
  field: string,
  texts: readonly string[],
): Promise<void> {
  const problem = await placeholderProblem(ctx.db, account, texts);
  if (problem !== null) throw new FieldErrors({ [field]: [problem] });
}

const TEXT = { type: 'text', file_id: null } as const;

/** The same seed chooses the same alternatives. */
export function writerOf(
  { template, approved, type }: Omit<Content, 'file_id'>,
  seed: number,
): (reader: Reader) => Written {
  if (!approved) {
    const parsed = parseTemplate(template);
    const isText = type === 'text';
    const how = { max: isText ? MAX_TEXT : MAX_CAPTION };
    return (reader) => {
      const body = render(parsed, { seed, ...reader }, how);
      // Without a caption, a file has an empty body: null is the body of a refused recipient.
      return { body, template: null, details: null, isBlank: isText && body.trim() === '' };
    };
  }
  const parsed = new Map(Object.values(approved.values).map((value) => [value, parseTemplate(value)]));
  return (reader) =>
    fillFor(approved, (value, how) => render(parsed.get(value) ?? NOTHING, { seed, ...reader }, how));
}

const NOTHING: Template = { parts: [] };

/** What the provider charges. Earlier versions stored none: most broadcasts advertise. */
export const categoryOf = ({ approved }: Pick<Content, 'approved'>): string =>
  approved === null ? 'service' : (approved.category ?? 'marketing');

type Texts = Pick<Content, 'template' | 'approved'>;

export const hintsIn = (content: Texts): Hint[] =>
  templatesOf(content)
    .flatMap(({ parts }) => hintsOf(parts))
    .slice(0, MAX_HINTS);

/** Whether the text has a gap for a recipient without a name. */
export const needsName = (content: Texts): boolean => templatesOf(content).some(hasBareName);

const templatesOf = ({ template, approved }: Texts): Template[] =>
  (approved ? Object.values(approved.values) : [template]).map(parseTemplate);
