import type { Problem } from '../../../../api/problem.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { HEADER } from '../../../../devices/template-preview.tsx';

export type Template = Schema<'Template'>;
type NewTemplate = Schema<'NewTemplate'>;

export const KINDS = ['quick_reply', 'url', 'phone_number', 'copy_code', 'flow', 'catalog', 'mpm'] as const;
export const CATEGORIES = ['utility', 'marketing', 'authentication'] as const;
export const OTP_TYPES = ['copy_code', 'one_tap', 'zero_tap'] as const;
/** Those that shops of the region and their guests use. */
export const LANGUAGES = [
  ...['id', 'en', 'en_US', 'en_GB', 'ms', 'zh_CN', 'zh_TW', 'ar', 'th', 'vi', 'fil', 'hi', 'ta', 'ja', 'ko'],
  ...['pt_BR', 'pt_PT', 'es', 'es_ES', 'es_MX', 'de', 'fr', 'it', 'nl', 'ru', 'tr'],
];

export interface FormButton {
  type: (typeof KINDS)[number];
  text: string;
  url: string;
  phone_number: string;
  flow_id: string;
  navigate_screen: string;
  /** Kept as it is: the form has no field for it. */
  flow_action: 'navigate' | 'data_exchange';
}

/** Of a one-time password, whose texts the provider writes. */
export interface CodeForm {
  type: (typeof OTP_TYPES)[number];
  advice: boolean;
  minutes: string;
  apps: readonly { package_name: string; signature_hash: string }[];
  accepted: boolean;
}

export interface Form {
  name: string;
  language: string;
  category: (typeof CATEGORIES)[number];
  headerType: 'none' | 'text' | 'image' | 'video' | 'document';
  headerText: string;
  /** The example file of the header, as the provider knows it. */
  handle: string;
  /** Shown in the preview, and named in the form. */
  file: { name: string; url: string } | null;
  /** In place of a file: its address. */
  mediaUrl: string;
  body: string;
  footer: string;
  buttons: readonly FormButton[];
  examples: Readonly<Record<string, string>>;
  code: CodeForm;
}

export const NEW_BUTTON: FormButton = {
  ...{ type: 'quick_reply', text: '', url: '', phone_number: '', flow_id: '', navigate_screen: '' },
  flow_action: 'navigate',
};

export const NEW_APP = { package_name: '', signature_hash: '' };
const NEW_CODE: CodeForm = { type: 'copy_code', advice: true, minutes: '10', apps: [], accepted: false };

/** Of the fields of a part. */
export interface PartProps {
  form: Form;
  problem: Problem | null;
  onForm: (form: Form) => void;
}

export const NO_FILE = { handle: '', file: null, mediaUrl: '' };

const EMPTY: Form = {
  ...{ name: '', language: 'id', category: 'utility', headerType: 'none', headerText: '' },
  ...NO_FILE,
  ...{ body: '', footer: '', buttons: [], examples: {}, code: NEW_CODE },
};

/** The form of a new template, of a changed one, or of its copy. */
export function formOf(template: Template | null, isCopy: boolean): Form {
  if (!template) return EMPTY;
  const { name, language, category, header, body, footer, buttons, examples } = template;
  return {
    name,
    language: isCopy ? (LANGUAGES.find((each) => each !== language) ?? language) : language,
    category: CATEGORIES.find((each) => each === category) ?? 'utility',
    headerType: header?.type ?? 'none',
    headerText: header?.text ?? '',
    ...NO_FILE,
    body,
    footer: footer ?? '',
    buttons: buttons.map(({ type, text, url, phone_number, flow }) => ({
      ...{ type, text, url: url ?? '', phone_number: phone_number ?? '' },
      ...{ flow_id: flow?.flow_id ?? '', navigate_screen: flow?.navigate_screen ?? '' },
      flow_action: flow?.flow_action ?? 'navigate',
    })),
    examples,
    // The provider names the minutes in its footer alone.
    code: { ...NEW_CODE, minutes: /\d+/.exec(footer ?? '')?.[0] ?? '' },
  };
}

/** The variables that need an example, by the key of the API. */
export function examplesOf({ headerType, headerText, body, buttons }: Form): string[] {
  return [
    ...(headerType === 'text' ? namesIn(headerText).map((name) => HEADER + name) : []),
    ...namesIn(body),
    ...buttons.flatMap(({ type, url }, index) =>
      type === 'copy_code' || (type === 'url' && namesIn(url).length > 0) ? `button.${index}` : [],
    ),
  ];
}

const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name)),
];

/** The number of the next value in the text. */
export const nextValue = (body: string): number =>
  Math.max(0, ...namesIn(body).map(Number).filter(Number.isInteger)) + 1;

export function bodyOf(form: Form): Omit<NewTemplate, 'device_uuid' | 'name' | 'language'> {
  const { category, body, footer, buttons, examples } = form;
  if (category === 'authentication') return { ...NO_PARTS, category, authentication: codeOf(form.code) };
  const known = new Set(examplesOf(form));
  const given = Object.entries(examples).filter(([key, value]) => known.has(key) && value.trim() !== '');
  return {
    category,
    header: headerOf(form),
    header_media_url:
      hasFile(form) && form.handle === '' && form.mediaUrl.trim() !== '' ? form.mediaUrl.trim() : null,
    body,
    footer: footer.trim() === '' ? null : footer,
    buttons: buttons.map(buttonOf),
    examples: Object.fromEntries(given),
  };
}

const NO_PARTS = { header: null, footer: null, buttons: [], examples: {} };

function codeOf({
  type,
  advice,
  minutes,
  apps,
  accepted,
}: CodeForm): NonNullable<NewTemplate['authentication']> {
  return {
    ...{ otp_type: type, security_recommendation: advice },
    code_expiration_minutes: minutes === '' ? null : Number(minutes),
    apps: type === 'copy_code' ? [] : [...apps],
    zero_tap_terms_accepted: type === 'zero_tap' && accepted,
  };
}

function headerOf({ headerType, headerText, handle }: Form): NewTemplate['header'] {
  if (headerType === 'none') return null;
  if (headerType === 'text') return { type: headerType, text: headerText };
  return { type: headerType, ...(handle !== '' && { handle }) };
}

export const hasFile = ({ headerType }: Pick<Form, 'headerType'>) =>
  headerType !== 'none' && headerType !== 'text';

function buttonOf({
  type,
  text,
  url,
  phone_number,
  flow_id,
  navigate_screen,
  flow_action,
}: FormButton): NewTemplate['buttons'][number] {
  switch (type) {
    case 'quick_reply':
      return { type, text };
    case 'url':
      return { type, text, url };
    case 'phone_number':
      return { type, text, phone_number };
    case 'flow':
      return { type, text, flow_id, flow_action, navigate_screen: navigate_screen || null };
    case 'copy_code':
      return { type };
    case 'catalog':
    case 'mpm':
      return { type };
    default:
      return type satisfies never;
  }
}
