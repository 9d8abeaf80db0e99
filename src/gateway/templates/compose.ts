import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { isLonger } from '../../platform/lib/text.ts';
import { MAX_URL, urlProblem } from '../../platform/lib/web-url.ts';
import { MAX_TEXT } from '../engines/kinds.ts';
import { MAX_PRODUCTS } from '../engines/sent-kinds/catalogue.ts';
import type { ProviderTemplate } from '../engines/templates.ts';
import { type ApprovedTemplate, fill, MAX_VALUE } from './fill.ts';
import type { TemplateInput } from './template-input.ts';
import { type Variable, variablesOf } from './variables.ts';

const APPROVED = 'approved';
const LIST = 'List the templates: GET /v1/devices/{uuid}/templates.';

/**
 * Checks what the provider would refuse later. ApiError template_not_found, template_not_approved,
 * template_not_sendable; FieldErrors for the variables.
 */
export function approve(named: readonly ProviderTemplate[], input: TemplateInput): ApprovedTemplate {
  const template = named.find(({ language }) => language === input.language);
  if (!template) throw notFound(named, input);
  const { name, language, status, category, content } = template;
  if (status !== APPROVED) throw new ApiError('template_not_approved', notApproved(template));
  if (content.unsupported.length > 0) {
    const parts = content.unsupported.join(', ');
    throw new ApiError(
      'template_not_sendable',
      `Kurir cannot send a part of the template ${name}: ${parts}.`,
    );
  }
  const wanted = variablesOf(content);
  const values = valuesOf(input, wanted);
  const errors = problemsOf(wanted, values);
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  const filled = values.filter(({ value }) => !isBlank(value));
  const byKey = Object.fromEntries(filled.map(({ key = '', value }) => [key, value]));
  const approved = { name, language, category, content, values: byKey };
  if (isLonger(fill(approved).body, MAX_TEXT)) {
    throw new FieldErrors({ 'template.variables': [`must make a text of at most ${MAX_TEXT} characters`] });
  }
  return approved;
}

/** Whether a message can use it. */
export const isSendable = ({ status, content }: ProviderTemplate): boolean =>
  status === APPROVED && content.unsupported.length === 0;

function notFound(named: readonly ProviderTemplate[], { name, language }: TemplateInput): ApiError {
  const languages = named.map((each) => each.language).join(', ');
  const advice = languages === '' ? LIST : `It exists in: ${languages}.`;
  return new ApiError(
    'template_not_found',
    `There is no template ${name} in the language ${language}. ${advice}`,
  );
}

const notApproved = ({ name, language, status }: ProviderTemplate) =>
  `The template ${name} in the language ${language} is ${status} at the provider. ${LIST}`;

interface Given {
  /** Undefined: the template has no such part. */
  key: string | undefined;
  /** Where the message has it. */
  field: string;
  value: string;
}

const UPLOADED = 'header_media_id';

/** A list has the positional variables of the body. */
function valuesOf(
  { variables, header_media_url, header_media_id, buttons }: TemplateInput,
  wanted: readonly Variable[],
): Given[] {
  const entries = Array.isArray(variables)
    ? variables.map((value, index): [string, string] => [String(index + 1), value])
    : Object.entries(variables ?? {});
  const given = entries.map(([key, value]): Given => ({ key, field: `variables.${key}`, value }));
  const file = wanted.find(({ part, type }) => part === 'header' && type !== 'text');
  const links = wanted.filter(({ part, required }) => part === 'button' && required);
  return [
    ...given,
    ...(header_media_id ? [{ key: file?.key, field: UPLOADED, value: header_media_id }] : []),
    ...(header_media_url ? [{ key: file?.key, field: 'header_media_url', value: header_media_url }] : []),
    ...(buttons ?? []).map((value, index) => ({ key: links[index]?.key, field: `buttons.${index}`, value })),
  ];
}

type FieldProblem = [field: string, texts: string[]];

function problemsOf(wanted: readonly Variable[], given: readonly Given[]): Record<string, string[]> {
  const byKey = new Map(given.map((each) => [each.key, each]));
  const invalid = wanted.flatMap(({ key, type, required }): FieldProblem[] => {
    const { field = `variables.${key}`, value = '' } = byKey.get(key) ?? {};
    const isUpload = field === UPLOADED;
    const problem = isBlank(value) ? required && 'is required' : !isUpload && problemOf(type, value);
    return problem ? [[`template.${field}`, [problem]]] : [];
  });
  const keys = new Set<string | undefined>(wanted.map(({ key }) => key));
  const unknown = given
    .filter(({ key }) => key === undefined || !keys.has(key))
    .map(({ field }): FieldProblem => [`template.${field}`, [unknownText(wanted)]]);
  return Object.fromEntries([...invalid, ...unknown]);
}

function unknownText(wanted: readonly Variable[]): string {
  if (wanted.length === 0) return 'is not known: the template has no variables';
  return `is not known: the template has ${wanted.map(({ key }) => key).join(', ')}`;
}

const isBlank = (value: string) => value.trim() === '';

function problemOf(type: Variable['type'], value: string): string | null {
  switch (type) {
    case 'image':
    case 'video':
    case 'document':
      return urlProblem(value);
    case 'text':
    case 'url':
    case 'copy_code':
    case 'flow':
    case 'catalog':
      return textProblem(value, type === 'url' ? MAX_URL : MAX_VALUE);
    case 'mpm':
      return productsProblem(value);
    default:
      return type satisfies never;
  }
}

function productsProblem(value: string): string | null {
  const ids = value.split(',');
  if (ids.length > MAX_PRODUCTS) return `must have at most ${MAX_PRODUCTS} products`;
  return ids.some(isBlank) ? 'must be ids of products with commas between them' : textProblem(value, MAX_URL);
}

/** The provider refuses such a value with 132018. */
function textProblem(value: string, max: number): string | null {
  if (/[\n\r\t]| {5}/.test(value))
    return 'must not contain line breaks, tabs or more than four spaces in a row';
  return isLonger(value, max) ? `must have at most ${max} characters` : null;
}
