import { DAY } from '../../../src/platform/lib/clock.ts';
import { GraphError, missingObject, templateRefusal as refusal } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber } from '../records.ts';
import { listedTemplates, replaceTemplate, templateId } from './account-templates.ts';
import { checkComponents } from './check-components.ts';
import { CATEGORIES, type Component, type Template } from './definition.ts';
import { withPresets } from './presets.ts';
import { announceComponents } from './review.ts';

const MAX_EDITS = 10;
const EDIT_SPAN_MS = 30 * DAY;

/** `POST /{account}/message_templates`. Throws GraphError. */
export async function createTemplate(cloud: Cloud, wabaId: string, body: Json): Promise<Json> {
  const name = String(body.name ?? '');
  const language = String(body.language ?? '');
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    throw refusal(null, 'The message template name can only have lower-case letters and underscores.');
  if (!/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/.test(language))
    throw new GraphError(100, { details: 'Param language must be one of the supported languages' });
  const known = listedTemplates(cloud, wabaId);
  if (known.some((each) => each.name === name && each.language === language))
    throw refusal(2388024, `There is already ${language} content for this template.`);
  const category = categoryOf(body);
  const components = componentsIn(cloud, body, { category, language });
  const parameter_format =
    String(body.parameter_format ?? '').toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL';
  const template: Template = { name, language, category, status: 'PENDING', parameter_format, components };
  replaceTemplate(cloud, wabaId, null, [template]);
  await cloud.store.db.committed();
  return { id: templateId(wabaId, template), status: 'PENDING', category };
}

/** `POST /{template}`. Throws GraphError. */
export async function editTemplate(
  cloud: Cloud,
  number: CloudNumber,
  template: Template,
  body: Json,
): Promise<Json> {
  const { status, language } = template;
  if (status !== 'APPROVED' && status !== 'REJECTED' && status !== 'PAUSED')
    throw refusal(null, 'Only approved, rejected or paused message templates can be edited.');
  const category = body.category === undefined ? template.category : categoryOf(body);
  if (status === 'APPROVED' && category !== template.category)
    throw refusal(null, 'The category of an approved message template cannot be changed.');
  const now = cloud.clock.now();
  const edits = (template.edits ?? []).filter((at) => at > now - EDIT_SPAN_MS);
  const last = edits.at(-1);
  if (status === 'APPROVED' && (edits.length >= MAX_EDITS || (last !== undefined && last > now - DAY)))
    throw refusal(null, 'An approved message template can be edited once a day and ten times in 30 days.');
  const components =
    body.components === undefined ? template.components : componentsIn(cloud, body, { category, language });
  const { rejected_reason: _, ...kept } = template;
  const edited: Template = {
    ...kept,
    category,
    status: 'PENDING',
    ...(components && { components }),
    ...(status === 'APPROVED' && { edits: [...edits, now] }),
  };
  replaceTemplate(cloud, number.data.waba_id, template, [edited]);
  await cloud.store.db.committed();
  announceComponents(cloud, number, edited);
  return { success: true };
}

/** `DELETE /{account}/message_templates`: of every language, or with `hsm_id` one. Throws GraphError. */
export async function deleteTemplates(cloud: Cloud, wabaId: string, query: URLSearchParams): Promise<Json> {
  const [name, id] = [query.get('name'), query.get('hsm_id')];
  if (!name) throw new GraphError(100, { message: '(#100) The parameter name is required.' });
  const known = listedTemplates(cloud, wabaId).filter(
    (each) => each.name === name && (id === null || templateId(wabaId, each) === id),
  );
  if (known.length === 0) throw refusal(null, 'The message template was not found.');
  for (const template of known) replaceTemplate(cloud, wabaId, template, []);
  await cloud.store.db.committed();
  return { success: true };
}

/** The template with this id in an account of the caller. Throws GraphError 100/33. */
export function requireTemplate(
  cloud: Cloud,
  numbers: readonly CloudNumber[],
  id: string,
  method: string,
): { number: CloudNumber; template: Template } {
  for (const number of numbers) {
    const { waba_id } = number.data;
    const template = listedTemplates(cloud, waba_id).find((each) => templateId(waba_id, each) === id);
    if (template) return { number, template };
  }
  throw missingObject(id, method);
}

function categoryOf({ category }: Json): Template['category'] {
  const found = CATEGORIES.find((each) => each === String(category).toUpperCase());
  if (found) return found;
  throw new GraphError(100, { details: `Param category must be one of {${CATEGORIES.join(', ')}}` });
}

function componentsIn(
  cloud: Cloud,
  { components }: Json,
  { category, language }: Pick<Template, 'category' | 'language'>,
): Component[] {
  const checked = checkComponents(cloud, components, category);
  return category === 'AUTHENTICATION' ? withPresets(checked, language) : checked;
}
