import { FieldErrors } from '../../../platform/lib/errors.ts';
import { isLonger } from '../../../platform/lib/text.ts';
import { urlProblem } from '../../../platform/lib/web-url.ts';
import type { TemplateButton, TemplateContent, TemplateDraft } from '../../engines/templates.ts';
import { isPositional, variablesIn } from '../../engines/templates.ts';
import type { TemplateRow } from '../store.ts';
import { variablesOf } from '../variables.ts';
import type { ChangeTemplate, CreateTemplate } from './schema.ts';

const MAX_OF_TYPE = { url: 2, phone_number: 1, copy_code: 1, flow: 1 } as const;
/** The provider fixes these labels. */
const LABELS = { copy_code: '', catalog: 'View catalog', mpm: 'View items' } as const;
const MAX_CODE = 15;

type Errors = Record<string, string[]>;
type Named = 'header' | 'header_media_url' | 'header_media_id' | 'footer' | 'buttons' | 'examples';
type Content = Pick<CreateTemplate, Named> & { body: string };
type Parts = Pick<ChangeTemplate, Named | 'body'>;

/** The provider writes the texts of these templates. */
const CODES = 'authentication';
const ONLY_CODES = 'is only for the category authentication';

/** A new template for review. FieldErrors for what the provider would refuse. */
export function draftOf(input: CreateTemplate): TemplateDraft {
  const { name, language, category, authentication, header, header_media_url, header_media_id } = input;
  const { body, footer, buttons, examples } = input;
  const parts = { header, header_media_url, header_media_id, footer, buttons, examples };
  if (category === CODES)
    return { name, language, category, ...codeDraft(authentication, { body, ...parts }) };
  if (authentication) throw new FieldErrors({ authentication: [ONLY_CODES] });
  if (body === undefined) throw new FieldErrors({ body: ['is required'] });
  return { name, language, category, ...checked({ body, ...parts }, category), authentication: null };
}

/** FieldErrors for parts that the provider writes itself. */
function codeDraft(authentication: ChangeTemplate['authentication'], parts: Partial<Parts>) {
  const given = Object.entries(parts).filter(([, part]) => part && Object.keys(part).length > 0);
  const { otp_type, apps = [], zero_tap_terms_accepted: isAccepted } = authentication ?? {};
  const takesApps = otp_type === 'one_tap' || otp_type === 'zero_tap';
  const errors: Errors = {
    ...Object.fromEntries(given.map(([field]) => [field, ['is not used in the category authentication']])),
    ...(!authentication && { authentication: ['is required'] }),
    ...(takesApps && apps.length === 0 && { 'authentication.apps': ['is required'] }),
    ...(!takesApps && apps.length > 0 && { 'authentication.apps': ['is only for one_tap and zero_tap'] }),
    ...(otp_type === 'zero_tap' &&
      !isAccepted && { 'authentication.zero_tap_terms_accepted': ['is required'] }),
  };
  if (!authentication || Object.keys(errors).length > 0) throw new FieldErrors(errors);
  const content = { header: null, body: '', footer: null, buttons: [], unsupported: [] };
  return { content, headerHandle: null, authentication };
}

/** A template with changed parts: the others stay. FieldErrors, also for a stored header without a new handle. */
export function changedDraft(row: TemplateRow, change: ChangeTemplate): TemplateDraft {
  const { name, language, content } = row;
  const { authentication, category = row.category, ...parts } = change;
  if (category === CODES) return { name, language, category, ...codeDraft(authentication, parts) };
  if (authentication) throw new FieldErrors({ authentication: [ONLY_CODES] });
  const { header, body, footer, buttons } = content;
  const given: Content = {
    header: change.header === undefined ? storedHeader(header) : change.header,
    header_media_url: change.header_media_url,
    header_media_id: change.header_media_id,
    body: change.body ?? body,
    footer: change.footer === undefined ? footer : change.footer,
    buttons: change.buttons ?? buttons.map(storedButton),
    examples: {},
  };
  const known = new Set(examinedKeys(contentOf(given)));
  const stored = Object.entries(content.examples ?? {}).filter(([key]) => known.has(key));
  const examples = change.examples ?? Object.fromEntries(stored);
  return { name, language, category, ...checked({ ...given, examples }, category), authentication: null };
}

/** Without its handle, which the provider does not give back: a stored file must be uploaded again. */
const storedHeader = (header: TemplateContent['header']): Content['header'] =>
  header && header.type !== 'text' ? { type: header.type } : header;

function storedButton({ type, text, url, phone_number, flow }: TemplateButton): Content['buttons'][number] {
  switch (type) {
    case 'quick_reply':
      return { type, text };
    case 'url':
      return { type, text, url: url ?? '' };
    case 'phone_number':
      return { type, text, phone_number: phone_number ?? '' };
    case 'flow':
      return { type, text, flow_id: '', flow_action: 'navigate', navigate_screen: null, ...flow };
    case 'copy_code':
      return { type };
    case 'catalog':
    case 'mpm':
      return { type };
    default:
      return type satisfies never;
  }
}

function checked(given: Content, category: string): Pick<TemplateDraft, 'content' | 'headerHandle'> {
  const content = contentOf(given);
  const errors: Errors = {
    ...fileErrors(given),
    ...textErrors(given),
    ...buttonErrors(given.buttons),
    ...productErrors(given.buttons, category),
    ...exampleErrors(content),
  };
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  const { header } = given;
  return { content, headerHandle: header && header.type !== 'text' ? (header.handle ?? null) : null };
}

/** An example file comes as a handle, behind a URL, or as an uploaded file. */
function fileErrors({ header, header_media_url: url, header_media_id: id }: Content): Errors {
  const [first, second] = [url && 'header_media_url', id && 'header_media_id'].filter(Boolean);
  if (!header || header.type === 'text')
    return first ? { [first]: ['is not used without a file in the header'] } : {};
  if (header.handle !== undefined) return first ? { [first]: ['cannot be combined with header.handle'] } : {};
  if (second) return { [second]: ['cannot be combined with header_media_url'] };
  return first
    ? {}
    : { 'header.handle': ['is required, unless header_media_url or header_media_id is given'] };
}

function contentOf({ header, body, footer, buttons, examples }: Content): TemplateContent {
  return {
    header: header?.type === 'text' ? header : header && { type: header.type },
    body,
    footer,
    buttons: buttons.map(contentOfButton),
    unsupported: [],
    examples,
  };
}

function contentOfButton(button: Content['buttons'][number]): TemplateButton {
  if (!('text' in button)) return { type: button.type, text: LABELS[button.type], url: null };
  const { type, text } = button;
  if (button.type === 'flow') {
    const { flow_id, flow_action, navigate_screen } = button;
    return { type, text, url: null, flow: { flow_id, flow_action, navigate_screen } };
  }
  return {
    type,
    text,
    url: button.type === 'url' ? button.url : null,
    ...(button.type === 'phone_number' && { phone_number: button.phone_number }),
  };
}

function textErrors({ header, body, footer }: Content): Errors {
  const title = header?.type === 'text' ? header.text : '';
  const all = variablesIn(`${title} ${body}`);
  const mixed = all.some(isPositional) && !all.every(isPositional);
  const problems: [field: string, problem: string | null][] = [
    ['header.text', titleProblem(title)],
    ['body', mixed ? 'must not mix numbers and names of variables' : bodyProblem(body)],
    ['footer', footer !== null && /\{\{|\}\}/.test(footer) ? 'must not contain variables' : null],
  ];
  return Object.fromEntries(problems.flatMap(([field, text]) => (text === null ? [] : [[field, [text]]])));
}

function titleProblem(title: string): string | null {
  if (/[\r\n]/.test(title)) return 'must not contain line breaks';
  if (variablesIn(title).length > 1) return 'must have at most one variable';
  return variableProblem(title);
}

function bodyProblem(body: string): string | null {
  if (/^\s*\{\{|\}\}\s*$/.test(body)) return 'must not start or end with a variable';
  return variableProblem(body);
}

/** Braces that are no variable, names that the provider does not take, and gaps between numbers. */
function variableProblem(text: string): string | null {
  const rest = text.replaceAll(/\{\{\s*(?:[a-z][a-z0-9_]*|[1-9]\d*)\s*\}\}/g, '');
  if (/\{\{|\}\}/.test(rest)) return 'must write variables as {{1}} or {{name}}, with a-z, 0-9 and _';
  const numbers = variablesIn(text).filter(isPositional).map(Number);
  if (numbers.length > 0 && Math.max(...numbers) > numbers.length)
    return 'must number its variables from 1 without a gap';
  return null;
}

function buttonErrors(buttons: Content['buttons']): Errors {
  const errors: Errors = {};
  for (const [type, max] of Object.entries(MAX_OF_TYPE)) {
    if (buttons.filter((button) => button.type === type).length > max)
      errors.buttons = [`must have at most ${max} of type ${type}`];
  }
  const replies = buttons.map(({ type }) => type === 'quick_reply');
  const changes = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length;
  if (changes > 1) errors.buttons = ['must have the quick replies together, at the start or at the end'];
  for (const [index, button] of buttons.entries()) {
    const problem = button.type === 'url' ? addressProblem(button.url) : null;
    if (problem) errors[`buttons.${index}.url`] = [problem];
  }
  return errors;
}

/** The catalogue and a choice of products are for advertisements, and need the whole room for buttons. */
function productErrors(buttons: Content['buttons'], category: string): Errors {
  if (!buttons.some(({ type }) => type === 'catalog' || type === 'mpm')) return {};
  return {
    ...(buttons.length > 1 && { buttons: ['must have no other button beside products'] }),
    ...(category !== 'marketing' && { category: ['must be marketing for a button with products'] }),
  };
}

function addressProblem(url: string): string | null {
  const start = url.replace(/\{\{1\}\}$/, '');
  return /[{}]/.test(start) ? 'may have one variable, {{1}}, at its end' : urlProblem(start);
}

/** A file has its handle, and ids need none. */
const EXAMINED: ReadonlySet<string> = new Set(['text', 'url', 'copy_code']);
/** The variables that need an example. */
const examinedKeys = (content: TemplateContent) =>
  variablesOf(content).flatMap(({ key, type }) => (EXAMINED.has(type) ? key : []));

function exampleErrors(content: TemplateContent): Errors {
  const { examples = {} } = content;
  const keys = examinedKeys(content);
  const known = new Set(keys);
  const unknown = Object.keys(examples).filter((key) => !known.has(key));
  const missing = keys.filter((key) => !Object.hasOwn(examples, key));
  const codes = content.buttons.flatMap(({ type }, index) => {
    const key = `button.${index}`;
    return type === 'copy_code' && isLonger(examples[key] ?? '', MAX_CODE) ? key : [];
  });
  return Object.fromEntries([
    ...unknown.map((key) => [`examples.${key}`, ['is no variable of the template']]),
    ...missing.map((key) => [`examples.${key}`, ['is required']]),
    ...codes.map((key) => [`examples.${key}`, [`must have at most ${MAX_CODE} characters`]]),
  ]);
}
