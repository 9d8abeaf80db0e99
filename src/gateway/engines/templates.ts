import type { Network } from './engine.ts';

/** Of a business account; without `wabaId`, of the number's. Never rejects. */
export type ReadTemplates = (
  network: Network,
  access: { wabaId: string | null; creds: Uint8Array },
) => Promise<TemplateReading>;

/**
 * - read: `isWhole` is false above the limit of Kurir.
 * - refused: `reason` is for the customer.
 * - unreachable: no answer.
 */
export type TemplateReading =
  | { outcome: 'read'; wabaId: string; templates: ReviewedTemplate[]; isWhole: boolean }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable' };

/** Once: a repetition could make a second template. Never rejects. */
export type WriteTemplate = (
  network: Network,
  access: { wabaId: string; creds: Uint8Array },
  change: TemplateWriting,
) => Promise<WritingOutcome>;

export type TemplateWriting =
  | { kind: 'create'; draft: TemplateDraft }
  /** `category` null: it stays. */
  | { kind: 'edit'; providerId: string; category: string | null; draft: TemplateDraft }
  | { kind: 'delete'; providerId: string; name: string };

/**
 * - refused: `reason` is for the customer.
 * - unreachable: nothing was written.
 * - unknown: may have been written.
 */
export type WritingOutcome =
  | { outcome: 'written'; providerId: string | null; status: string | null; category: string | null }
  | { outcome: 'refused'; reason: string; code: number; subcode: number | null }
  | { outcome: 'unreachable' | 'unknown' };

/** Of a header; takes effect by its handle in a template. Never rejects. */
export type UploadExample = (
  network: Network,
  access: { creds: Uint8Array },
  file: ExampleFile,
) => Promise<ExampleOutcome>;

export interface ExampleFile {
  path: string;
  size: number;
  mimetype: string;
  fileName: string;
}

/** - refused: `reason` is for the customer. */
export type ExampleOutcome =
  | { outcome: 'uploaded'; handle: string }
  | { outcome: 'refused'; reason: string; code: number; subcode: number | null }
  | { outcome: 'unreachable' };

/** For a one-time password. Never rejects. */
export type PreviewCode = (
  network: Network,
  access: { wabaId: string; creds: Uint8Array },
  wanted: CodeTexts,
) => Promise<CodePreview>;

export interface CodeTexts
  extends Pick<AuthenticationDraft, 'security_recommendation' | 'code_expiration_minutes'> {
  language: string;
}

export type CodePreview =
  | { outcome: 'read'; body: string; footer: string | null; button: string | null }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable' };

/** A template before its review. */
export interface TemplateDraft {
  name: string;
  language: string;
  /** In lower case. */
  category: string;
  content: TemplateContent;
  /** Of the example file of a header. */
  headerHandle: string | null;
  /** A one-time password with the provider's texts. Null: `content` has them. */
  authentication: AuthenticationDraft | null;
}

export interface AuthenticationDraft {
  otp_type: 'copy_code' | 'one_tap' | 'zero_tap';
  security_recommendation: boolean;
  code_expiration_minutes: number | null;
  /** Android apps that take the code. */
  apps: readonly { package_name: string; signature_hash: string }[];
}

/** With variables such as `{{1}}` or `{{name}}`. */
export interface ProviderTemplate {
  name: string;
  language: string;
  /** In lower case. */
  category: string;
  status: string;
  content: TemplateContent;
}

export interface ReviewedTemplate extends ProviderTemplate {
  /** Null: not known yet. */
  provider_id: string | null;
  /** Lower case: green, yellow, red or unknown. */
  quality: string | null;
  /** Why the provider refused it. */
  rejection: string | null;
}

export interface TemplateContent {
  header: { type: 'text'; text: string } | { type: 'image' | 'video' | 'document' } | null;
  body: string;
  footer: string | null;
  buttons: readonly TemplateButton[];
  /** In the provider's names. */
  unsupported: readonly string[];
  /** For the reviewer, by the key of the variable. */
  examples?: Readonly<Record<string, string>>;
}

export interface TemplateButton {
  type: 'quick_reply' | 'url' | 'phone_number' | 'copy_code' | 'flow' | 'catalog' | 'mpm';
  text: string;
  /** Only of `url`; may end with a variable. */
  url: string | null;
  /** Only of `phone_number`. */
  phone_number?: string | null;
  /** Only of `flow`. */
  flow?: ButtonFlow;
}

export interface ButtonFlow {
  flow_id: string;
  flow_action: 'navigate' | 'data_exchange';
  /** Null: the first screen. */
  navigate_screen: string | null;
}

/** Each name once, in order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

/** One pass: values with the look of variables stay. */
export function fillVariables(text: string, find: (name: string) => string | undefined): string {
  return text.replace(VARIABLE, (variable, name: string) => find(name) ?? variable);
}

/** Positional variables are numbers. */
export const isPositional = (name: string): boolean => /^\d+$/.test(name);

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
