import { z } from 'zod';
import { codePoints } from '../../../src/platform/lib/text.ts';
import { GraphError, templateRefusal as refusal } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import { isJson, type Json } from '../json.ts';
import { type Button, Component, type Template, variablesIn } from './definition.ts';
import { typeOfHandle } from './uploads.ts';

const MAX_TEXT = { HEADER: 60, BODY: 1_024, FOOTER: 60 } as const;
const MAX_LABEL = 25;
const MAX_BUTTONS = 10;
const MAX_OF_TYPE: Record<string, number> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1, OTP: 1, FLOW: 1 };
/** With a label of the provider, and alone. */
const PRODUCT_BUTTONS = ['CATALOG', 'MPM'];
const BUTTON_TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'FLOW', ...PRODUCT_BUTTONS];
const FILES = ['IMAGE', 'VIDEO', 'DOCUMENT'];

/** The parts of a new template, in upper case. Throws GraphError as the provider's first review. */
export function checkComponents(cloud: Cloud, given: unknown, category: Template['category']): Component[] {
  const read = z.array(Component).safeParse(given).data;
  if (!read) throw new GraphError(100, { details: 'Param components must be an array.' });
  const components = read.map((each) => ({ ...each, type: each.type.toUpperCase() }));
  const isCode = category === 'AUTHENTICATION';
  const body = components.find(({ type }) => type === 'BODY');
  if (!body) throw refusal(2388072, 'The message body is missing.');
  for (const component of components) {
    if (component.type === 'BUTTONS') checkButtons(component.buttons ?? [], isCode);
    else if (!isCode) checkText(cloud, component);
  }
  return components;
}

function checkText(cloud: Cloud, component: Component): void {
  const { type, format, text } = component;
  if (type === 'HEADER' && FILES.includes(String(format).toUpperCase())) {
    checkHandle(cloud, component);
    return;
  }
  if (type !== 'HEADER' && type !== 'BODY' && type !== 'FOOTER')
    throw new GraphError(100, { details: `Component of type ${type} is not simulated` });
  if (!text || codePoints(text) > MAX_TEXT[type])
    throw refusal(2388040, `The ${type.toLowerCase()} must have 1 to ${MAX_TEXT[type]} characters.`);
  const names = variablesIn(text);
  if (type === 'FOOTER' && names.length > 0) throw refusal(2388073, 'The footer has no variables.');
  if (type === 'HEADER' && names.length > 1) throw refusal(2388047, 'The header has at most one variable.');
  if (type === 'BODY' && /^\s*\{\{|\}\}\s*$/.test(text))
    throw refusal(2388299, 'Variables cannot be at the start or end of the template.');
  if (names.length > 0 && countExamples(component.example) !== names.length)
    throw refusal(null, `The ${type.toLowerCase()} needs an example for each variable.`);
}

/** A handle of another type, and an old one, are no example. */
function checkHandle(cloud: Cloud, { format, example }: Component): void {
  const handles = isJson(example) ? example.header_handle : undefined;
  const [handle] = Array.isArray(handles) && handles.length === 1 ? handles : [];
  if (typeof handle !== 'string')
    throw refusal(null, 'The header needs an example file: upload one, and send its handle.');
  const type = typeOfHandle(cloud, handle);
  if (type === null) throw refusal(null, 'The handle of the example file is not valid. Upload it again.');
  const kind = type === 'application/pdf' ? 'DOCUMENT' : type.split('/')[0]?.toUpperCase();
  if (kind !== String(format).toUpperCase())
    throw refusal(null, `The example file has the type ${type}, which does not fit the header.`);
}

function countExamples(example: unknown): number {
  if (!isJson(example)) return 0;
  const lists = [
    example.header_text,
    example.body_text,
    example.header_text_named_params,
    example.body_text_named_params,
  ];
  const list = lists.find(Array.isArray)?.flat() ?? [];
  return list.filter((each) => (typeof each === 'string' ? each !== '' : isNamedExample(each))).length;
}

const isNamedExample = (each: unknown) =>
  isJson(each) && typeof each.example === 'string' && each.example !== '';

function checkButtons(buttons: readonly Button[], isCode: boolean): void {
  if (buttons.length < 1 || buttons.length > MAX_BUTTONS)
    throw new GraphError(100, { details: `A template can have 1 to ${MAX_BUTTONS} buttons` });
  const types = buttons.map(({ type }) => type.toUpperCase());
  for (const [index, type] of types.entries()) {
    if (!BUTTON_TYPES.includes(type) || (type === 'OTP') !== isCode)
      throw new GraphError(100, {
        details: `buttons[${index}]: type ${type} is not allowed in this template`,
      });
    if (types.filter((each) => each === type).length > (MAX_OF_TYPE[type] ?? MAX_BUTTONS))
      throw new GraphError(100, {
        details: `A template can have at most ${MAX_OF_TYPE[type]} ${type} buttons`,
      });
  }
  if (types.length > 1 && types.some((type) => PRODUCT_BUTTONS.includes(type)))
    throw new GraphError(100, { details: 'A button with products must be the only one' });
  const replies = types.map((type) => type === 'QUICK_REPLY');
  const changes = replies.filter((isReply, index) => index > 0 && isReply !== replies[index - 1]).length;
  if (changes > 1) throw refusal(null, 'Group the quick replies: no other button can be between them.');
  for (const [index, button] of buttons.entries()) checkButton(button, index);
}

function checkCode({ otp_type, supported_apps: apps, zero_tap_terms_accepted: terms }: Json, index: number) {
  const kind = String(otp_type).toUpperCase();
  if (kind === 'COPY_CODE') return;
  if (kind !== 'ONE_TAP' && kind !== 'ZERO_TAP')
    throw new GraphError(100, {
      details: `buttons[${index}]: otp_type must be one of {COPY_CODE, ONE_TAP, ZERO_TAP}`,
    });
  if (!Array.isArray(apps) || apps.length === 0)
    throw new GraphError(100, { details: `buttons[${index}]: supported_apps is required` });
  if (kind === 'ZERO_TAP' && terms !== true)
    throw new GraphError(100, { details: `buttons[${index}]: zero_tap_terms_accepted must be true` });
}

function checkButton(button: Button & Json, index: number): void {
  const type = button.type.toUpperCase();
  const text = button.text ?? '';
  if (
    ![...PRODUCT_BUTTONS, 'COPY_CODE', 'OTP'].includes(type) &&
    (text === '' || codePoints(text) > MAX_LABEL)
  )
    throw refusal(2388040, `The label of button ${index + 1} must have 1 to ${MAX_LABEL} characters.`);
  if (type === 'FLOW' && !button.flow_id && !button.flow_name && !button.flow_json)
    throw new GraphError(100, {
      details: `buttons[${index}]: one of flow_id, flow_name, flow_json is required`,
    });
  if (type === 'OTP') checkCode(button, index);
  const hasVariable = type === 'URL' && variablesIn(button.url).length > 0;
  if ((hasVariable || type === 'COPY_CODE') && !button.example)
    throw refusal(null, `Button ${index + 1} needs an example.`);
}
