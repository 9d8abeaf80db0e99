import { z } from 'zod';
import { toStorable } from '../../../../platform/lib/text.ts';
import type { ButtonFlow, ReviewedTemplate, TemplateButton, TemplateContent } from '../../templates.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { examplesOf } from './examples.ts';
import { type Button, Component, languageText, nameText, word } from './template-values.ts';

const MAX_REASON = 500;
const MAX_PROVIDER_ID = 64;

const Template = z.object({
  id: lenient(textOrNumber(MAX_PROVIDER_ID).transform(toStorable)),
  name: nameText,
  language: languageText,
  category: lenient(word),
  status: word,
  quality_score: lenient(z.object({ score: lenient(word) })),
  rejected_reason: lenient(z.string().transform(toStorable)),
  components: z.array(Component).max(100),
});

/** Null for an unreadable template. */
export function templateOf(node: unknown): ReviewedTemplate | null {
  const read = Template.safeParse(node).data;
  if (!read) return null;
  const { id, name, language, category, status, components, quality_score, rejected_reason: reason } = read;
  return {
    name,
    language,
    category: category ?? 'unknown',
    status,
    content: contentOf(components),
    provider_id: id ?? null,
    quality: quality_score?.score ?? null,
    rejection: reason && reason !== 'NONE' ? reason.slice(0, MAX_REASON).toWellFormed() : null,
  };
}
function contentOf(components: readonly Component[]): TemplateContent {
  const empty = { header: null, body: '', footer: null, buttons: [], unsupported: [] };
  const content = components.reduce<TemplateContent>(withComponent, empty);
  const examples = examplesOf(components);
  return Object.keys(examples).length === 0 ? content : { ...content, examples };
}

function withComponent(content: TemplateContent, component: Component): TemplateContent {
  const type = component.type.toUpperCase();
  switch (type) {
    case 'HEADER':
      return withHeader(content, component);
    case 'BODY':
      return { ...content, body: component.text ?? '' };
    case 'FOOTER':
      return { ...content, footer: component.text || null };
    case 'BUTTONS':
      return (component.buttons ?? []).reduce(withButton, content);
    default:
      return without(content, type);
  }
}

const FILES = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const;
const isFile = (format: string): format is keyof typeof FILES => format in FILES;

function withHeader(content: TemplateContent, { format, text }: Component): TemplateContent {
  const kind = (format ?? 'TEXT').toUpperCase();
  if (kind === 'TEXT') return { ...content, header: text ? { type: 'text', text } : null };
  return isFile(kind) ? { ...content, header: { type: FILES[kind] } } : without(content, `HEADER ${kind}`);
}

/** One-time passwords are a URL with a variable, or OTP in some versions. */
const BUTTONS: Readonly<Record<string, TemplateButton['type']>> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone_number',
  COPY_CODE: 'copy_code',
  FLOW: 'flow',
  CATALOG: 'catalog',
  MPM: 'mpm',
  OTP: 'url',
};
const OTP_URL = '{{1}}';

/** Keeps an unknown button's index for later ones. */
function withButton(content: TemplateContent, given: Button): TemplateContent {
  const { type, text, url, phone_number } = given;
  const kind = type.toUpperCase();
  const known = BUTTONS[kind];
  const address = kind === 'OTP' ? OTP_URL : (url ?? '');
  const button: TemplateButton = {
    type: known ?? 'quick_reply',
    text: text ?? '',
    url: known === 'url' ? address : null,
    ...(known === 'phone_number' && { phone_number: phone_number ?? null }),
    ...(known === 'flow' && { flow: flowOf(given) }),
  };
  const added = { ...content, buttons: [...content.buttons, button] };
  return known ? added : without(added, `BUTTON ${kind}`);
}

function flowOf({ flow_id, flow_action, navigate_screen }: Button): ButtonFlow {
  return {
    flow_id: flow_id ?? '',
    flow_action: flow_action === 'data_exchange' ? flow_action : 'navigate',
    navigate_screen: navigate_screen ?? null,
  };
}

function without(content: TemplateContent, part: string): TemplateContent {
  const name = toStorable(part.toLowerCase().slice(0, 64));
  return { ...content, unsupported: [...content.unsupported, name] };
}
