import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import { isJson, type Json } from '../json.ts';
import type { CloudNumber } from '../records.ts';
import type { Recipient } from '../sending/recipient.ts';
import { listedTemplates, templatesOf } from './account-templates.ts';
import { type Button, type Component, componentsOf, fill, type Template, variablesIn } from './definition.ts';

const STATUS_CODES = { PENDING: 132001, REJECTED: 132001, PAUSED: 132015, DISABLED: 132016 } as const;
const FILES = ['image', 'video', 'document'];

/**
 * The text that the phone shows. Throws GraphError for a template that does not fit. Null for an unknown template of
 * an account without own templates: it accepts all.
 */
export function applyTemplate(
  cloud: Cloud,
  { data }: CloudNumber,
  node: Json,
  recipient: Recipient,
): string | null {
  const code = isJson(node.language) ? node.language.code : undefined;
  const all = listedTemplates(cloud, data.waba_id);
  const template = all.find(({ name, language }) => name === node.name && language === code);
  if (!template && templatesOf(cloud, data.waba_id) === null) return null;
  if (!template)
    throw new GraphError(132001, {
      details: `template name (${String(node.name)}) does not exist in ${String(code)}`,
    });
  if (template.status !== 'APPROVED') throw new GraphError(STATUS_CODES[template.status]);
  if (template.category === 'AUTHENTICATION' && recipient.input === recipient.person?.user_id)
    throw new GraphError(131062);
  return render(template, givenIn(node));
}

type Given = readonly Json[];

const givenIn = ({ components }: Json): Given => (Array.isArray(components) ? components.filter(isJson) : []);

const isOf = (type: string) => (part: { type?: unknown }) => String(part.type).toLowerCase() === type;

function parametersOf(given: Given, type: string): Json[] {
  const parameters = given.find(isOf(type))?.parameters;
  return Array.isArray(parameters) ? parameters.filter(isJson) : [];
}

function render(template: Template, given: Given): string {
  const components = componentsOf(template);
  const isNamed = template.parameter_format === 'NAMED';
  const texts = ['header', 'body', 'footer'].map((type) => {
    const component = components.find(isOf(type));
    return component ? renderPart(type, component, parametersOf(given, type), isNamed) : '';
  });
  checkButtons(components.find(isOf('buttons'))?.buttons ?? [], given);
  return texts.filter((text) => text !== '').join('\n\n');
}

function renderPart(type: string, component: Component, parameters: Json[], isNamed: boolean): string {
  const format = component.format?.toLowerCase() ?? 'text';
  if (FILES.includes(format)) {
    checkFile(format, parameters);
    return '';
  }
  const names = variablesIn(component.text);
  if (parameters.length !== names.length)
    throw new GraphError(132000, {
      details:
        `${type}: number of localizable_params (${parameters.length}) does not match ` +
        `the expected number of params (${names.length})`,
    });
  const values = new Map(
    parameters.map((parameter, index) => [
      isNamed ? nameOf(type, parameter, names) : (names[index] ?? ''),
      textOf(type, parameter),
    ]),
  );
  return fill(component.text ?? '', values);
}

function checkFile(format: string, parameters: Json[]): void {
  const [file] = parameters;
  const node = file?.[format];
  const isFile =
    file?.type === format && isJson(node) && (node.link === undefined) !== (node.id === undefined);
  if (parameters.length === 1 && isFile) return;
  const received = String(file?.type ?? 'UNKNOWN').toUpperCase();
  throw new GraphError(132012, {
    details: `header: Format mismatch, expected ${format.toUpperCase()}, received ${received}`,
  });
}

function nameOf(type: string, { parameter_name: name }: Json, names: readonly string[]): string {
  if (typeof name === 'string' && names.includes(name)) return name;
  throw new GraphError(100, { details: `${type}: Parameter name is missing or empty` });
}

function textOf(type: string, { type: kind, text }: Json): string {
  if (kind !== 'text' || typeof text !== 'string' || text.trim() === '')
    throw new GraphError(132012, { details: `${type}: Parameter format does not match` });
  if (/[\n\t]| {5}/.test(text))
    throw new GraphError(132018, {
      details: `${type}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
    });
  return text;
}

/** Those with a default. */
const TAKES_VALUE = ['QUICK_REPLY', 'FLOW', 'CATALOG'];

const needsValue = ({ type, url }: Button) =>
  ['COPY_CODE', 'OTP', 'MPM'].includes(type) || (type === 'URL' && variablesIn(url).length > 0);

function checkButtons(buttons: readonly Button[], given: Given): void {
  const values = new Map(given.filter(isOf('button')).map((each) => [String(each.index), each]));
  for (const [index, button] of buttons.entries()) {
    const value = values.get(String(index));
    if (needsValue(button) && !(Array.isArray(value?.parameters) && value.parameters.length === 1))
      throw new GraphError(131008, {
        details: `buttons: Button at index ${index} of type ${button.type} requires a parameter`,
      });
    if (!needsValue(button) && !TAKES_VALUE.includes(button.type) && value)
      throw new GraphError(132018, { details: `buttons: Button at index ${index} takes no parameter` });
  }
}
