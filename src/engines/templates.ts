import type { Network } from './engine.ts';

/**
 * Reads all templates of a business account at the provider. `creds` are those of a device; without `wabaId` the
 * account of its number is looked up. Never rejects.
 */
export type ReadTemplates = (
  network: Network,
  access: { wabaId: string | null; creds: Uint8Array },
) => Promise<TemplateReading>;

/**
 * - read: `isWhole` is false when the account has more templates than Kurir keeps.
 * - refused: `reason` is for the customer.
 * - unreachable: the provider gave no answer.
 */
export type TemplateReading =
  | { outcome: 'read'; wabaId: string; templates: ProviderTemplate[]; isWhole: boolean }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unreachable' };

/** Texts have variables such as `{{1}}` or `{{name}}`. */
export interface ProviderTemplate {
  name: string;
  language: string;
  /** In lower case, as the provider names them. */
  category: string;
  status: string;
  content: TemplateContent;
}

export interface TemplateContent {
  header: { type: 'text'; text: string } | { type: 'image' | 'video' | 'document' } | null;
  body: string;
  footer: string | null;
  buttons: readonly TemplateButton[];
  /** Parts that Kurir cannot send, as the provider names them. */
  unsupported: readonly string[];
}

export interface TemplateButton {
  type: 'quick_reply' | 'url' | 'phone_number' | 'copy_code';
  text: string;
  /** Only of `url`. It may end with a variable. */
  url: string | null;
}

/** The names of the variables in a text, each once, in their order. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

/** Replaces variables in one pass: a value that looks like a variable stays as it is. */
export function fillVariables(text: string, find: (name: string) => string | undefined): string {
  return text.replace(VARIABLE, (variable, name: string) => find(name) ?? variable);
}

/** Positional variables are numbers. */
export const isPositional = (name: string): boolean => /^\d+$/.test(name);

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
