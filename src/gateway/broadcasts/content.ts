import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import type { DeviceRow } from '../devices/device.ts';
import type { OutboundTemplate } from '../engines/engine.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { type ApprovedTemplate, type ComposedTemplate, fill, fillFor } from '../templates/fill.ts';
import type { Templates } from '../templates/template.ts';
import { type Hint, hintsOf, MAX_HINTS } from './hints.ts';
import type { PreviewBroadcast } from './schema.ts';
import { parseTemplate, render, type Template, templateProblem } from './template.ts';

/** A text, or an approved template with placeholders in its values. */
export interface Content {
  /** Of an approved template: the text that people read. */
  template: string;
  approved: ApprovedTemplate | null;
}

interface Written {
  body: string;
  template: OutboundTemplate | null;
  details: ComposedTemplate['details'];
  isBlank: boolean;
}

interface Reader {
  index: number;
  nama: string;
}

/** ApiError type_not_supported, and those of templates; FieldErrors for the values. */
export async function readContent(
  templates: Templates,
  device: DeviceRow,
  { message_template, template }: Pick<PreviewBroadcast, 'message_template' | 'template'>,
): Promise<Content> {
  if (!template) return { template: message_template ?? '', approved: null };
  if (!ENGINE_KINDS[device.engine].sendsTemplates) throw new ApiError('type_not_supported');
  const approved = await templates.approve(device, template);
  const problems = Object.entries(approved.values).flatMap(([key, value]) => {
    const problem = templateProblem(parseTemplate(value));
    return problem === null ? [] : [[`template.variables.${key}`, [problem]]];
  });
  if (problems.length > 0) throw new FieldErrors(Object.fromEntries(problems));
  return { template: fill(approved).body, approved };
}

/** The same seed chooses the same alternatives. */
export function writerOf({ template, approved }: Content, seed: number): (reader: Reader) => Written {
  if (!approved) {
    const parsed = parseTemplate(template);
    return (reader) => {
      const body = render(parsed, { seed, ...reader });
      return { body, template: null, details: null, isBlank: body.trim() === '' };
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

export function hintsIn({ template, approved }: Content): Hint[] {
  const texts = approved ? Object.values(approved.values) : [template];
  return texts.flatMap((text) => hintsOf(parseTemplate(text).parts)).slice(0, MAX_HINTS);
}
