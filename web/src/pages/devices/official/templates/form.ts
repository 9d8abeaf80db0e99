import type { Schema } from '../../../../api/schemas.ts';
import { HEADER } from '../../../../devices/template-preview.tsx';

export type Template = Schema<'Template'>;
type NewTemplate = Schema<'NewTemplate'>;

export const KINDS = ['quick_reply', 'url', 'phone_number', 'copy_code', 'flow', 'catalog', 'mpm'] as const;
export const CATEGORIES = ['utility', 'marketing', 'authentication'] as const;
export const OTP_TYPES = ['copy_code', 'one_tap', 'zero_tap'] as const;
/** Those that shops of the region and their guests use. */
export const LANGUAGES = [
  'id',
  'en',
  'en_US',
  'en_GB',
  'ms',
  'zh_CN',
  'zh_TW',
  'ar',
  'th',
  'vi',
  'fil',
  'hi',
  'ta',
  'ja',
  'ko',
  'pt_BR',
  'pt_PT',
  'es',
  'es_ES',
  'es_MX',
  'de',
  'fr',
  'it',
  'nl',
  'ru',
  'tr',
];

export interface FormButton {
  type: (typeof KINDS)[number];
  text: string;
  url: string;
  phone_number: string;
  flow_id: string;
  navigate_screen: string | null;
  /** Kept as it is: the form has no field for it. */
  flow_action: 'navigate' | 'data_exchange';
}

/** The body of the call, with a value for each field. */
export interface Form {
  name: string;
  language: string;
  category: (typeof CATEGORIES)[number];
  /** `handle`: the example file, as the provider knows it. */
  header: { type: 'none' | 'text' | 'image' | 'video' | 'document'; text: string; handle: string };
  /** Shown in the preview, and named in the form. */
  file: { name: string; url: string } | null;
  /** In place of a file: its address. */
  header_media_url: string | null;
  body: string;
  footer: string | null;
  buttons: FormButton[];
  examples: Record<string, string>;
  /** Of a one-time password, whose texts the provider writes. */
  authentication: NonNullable<NewTemplate['authentication']>;
}

export const NEW_BUTTON: FormButton = {
  type: 'quick_reply',
  text: '',
  url: '',
  phone_number: '',
  flow_id: '',
  navigate_screen: null,
  flow_action: 'navigate',
};

export const NEW_APP = { package_name: '', signature_hash: '' };
const NEW_CODE: Form['authentication'] = {
  otp_type: 'copy_code',
  security_recommendation: true,
  code_expiration_minutes: 10,
  apps: [],
  zero_tap_terms_accepted: false,
};

const EMPTY: Form = {
  name: '',
  language: 'id',
  category: 'utility',
  body: '',
  footer: null,
  buttons: [],
  examples: {},
  header: { type: 'none', text: '', handle: '' },
  file: null,
  header_media_url: null,
  authentication: NEW_CODE,
};

/** The form of a new template, of a changed one, or of its copy. */
export function formOf(template: Template | null, isCopy: boolean): Form {
  if (!template) return EMPTY;
  const { name, language, category, header, body, footer, buttons, examples } = template;
  // The provider names the minutes in its footer alone.
  const [minutes] = /\d+/.exec(footer ?? '') ?? [];
  return {
    ...EMPTY,
    name,
    body,
    footer,
    examples,
    language: isCopy ? (LANGUAGES.find((each) => each !== language) ?? language) : language,
    category: CATEGORIES.find((each) => each === category) ?? 'utility',
    header: { type: header?.type ?? 'none', text: header?.text ?? '', handle: '' },
    buttons: buttons.map(({ type, text, url, phone_number, flow }) => ({
      type,
      text,
      url: url ?? '',
      phone_number: phone_number ?? '',
      flow_id: flow?.flow_id ?? '',
      navigate_screen: flow?.navigate_screen ?? null,
      flow_action: flow?.flow_action ?? 'navigate',
    })),
    authentication: { ...NEW_CODE, code_expiration_minutes: minutes ? Number(minutes) : null },
  };
}

/** The variables that need an example, by the key of the API. */
export function examplesOf({ header, body, buttons }: Form): string[] {
  return [
    ...(header.type === 'text' ? namesIn(header.text).map((name) => HEADER + name) : []),
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
  const { category, header, header_media_url, body, footer, buttons, examples, authentication } = form;
  if (category === 'authentication') return { ...NO_PARTS, category, authentication: codeOf(authentication) };
  const known = new Set(examplesOf(form));
  const given = Object.entries(examples).filter(([key, value]) => known.has(key) && value.trim() !== '');
  return {
    category,
    body,
    footer,
    header: headerOf(header),
    header_media_url: hasFile(form) && header.handle === '' ? (header_media_url?.trim() ?? null) : null,
    buttons: buttons.map(buttonOf),
    examples: Object.fromEntries(given),
  };
}

const NO_PARTS = { header: null, footer: null, buttons: [], examples: {} };

const codeOf = (code: Form['authentication']): Form['authentication'] => ({
  ...code,
  apps: code.otp_type === 'copy_code' ? [] : code.apps,
  zero_tap_terms_accepted: code.otp_type === 'zero_tap' && code.zero_tap_terms_accepted,
});

function headerOf({ type, text, handle }: Form['header']): NewTemplate['header'] {
  if (type === 'none') return null;
  if (type === 'text') return { type, text };
  return { type, ...(handle !== '' && { handle }) };
}

export const hasFile = ({ header: { type } }: Form) => type !== 'none' && type !== 'text';

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
      return { type, text, flow_id, flow_action, navigate_screen };
    case 'copy_code':
      return { type };
    case 'catalog':
    case 'mpm':
      return { type };
    default:
      return type satisfies never;
  }
}
