import { z } from 'zod';
import { toStorable } from '../../../lib/text.ts';
import type { ProviderTemplate, TemplateButton, TemplateContent } from '../../templates.ts';
import { lenient } from '../graph/lenient-values.ts';

const text = () => z.string().transform(toStorable);

const Button = z.object({ type: z.string(), text: lenient(text()), url: lenient(text()) });
const Component = z.object({
  type: z.string(),
  format: lenient(z.string()),
  text: lenient(text()),
  buttons: lenient(z.array(Button)),
});
type Component = z.infer<typeof Component>;

const Template = z.object({
  name: text().pipe(z.string().min(1).max(512)),
  language: text().pipe(z.string().min(1).max(35)),
  category: lenient(z.string().max(64)),
  status: z.string().max(64),
  components: z.array(Component).max(100),
});

/** Null for an unreadable template. */
export function templateOf(node: unknown): ProviderTemplate | null {
  const read = Template.safeParse(node).data;
  if (!read) return null;
  const { name, language, category, status, components } = read;
  return {
    name,
    language,
    category: toStorable((category ?? 'unknown').toLowerCase()),
    status: toStorable(status.toLowerCase()),
    content: contentOf(components),
  };
}

function contentOf(components: readonly Component[]): TemplateContent {
  const content = { header: null, body: '', footer: null, buttons: [], unsupported: [] };
  return components.reduce<TemplateContent>(withComponent, content);
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

/** The provider shows the button of a one-time password as a URL with a variable, and in some versions as OTP. */
const BUTTONS: Readonly<Record<string, TemplateButton['type']>> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone_number',
  COPY_CODE: 'copy_code',
  OTP: 'url',
};
const OTP_URL = '{{1}}';

/** An unknown button keeps its index: later buttons are counted from it. */
function withButton(content: TemplateContent, { type, text, url }: z.infer<typeof Button>): TemplateContent {
  const kind = type.toUpperCase();
  const known = BUTTONS[kind];
  const address = kind === 'OTP' ? OTP_URL : (url ?? '');
  const button: TemplateButton = {
    type: known ?? 'quick_reply',
    text: text ?? '',
    url: known === 'url' ? address : null,
  };
  const added = { ...content, buttons: [...content.buttons, button] };
  return known ? added : without(added, `BUTTON ${kind}`);
}

function without(content: TemplateContent, part: string): TemplateContent {
  const name = toStorable(part.toLowerCase().slice(0, 64));
  return { ...content, unsupported: [...content.unsupported, name] };
}
