import type { NamedContact } from '../gateway/contacts/named-contact.ts';
import type { EngineKind } from '../gateway/engines/kinds.ts';
import type { Spelling } from '../gateway/templates/fill.ts';
import {
  CONTACT_FIELD,
  problemsOf,
  render,
  VARIABLES,
  type Values,
  valuesOf,
} from '../inbox/conversations/canned-replies/variables.ts';
import { isLonger } from '../platform/lib/text.ts';
import type { Chat } from './chat.ts';
import { fitToEngine } from './choices.ts';
import { maxBody } from './content.ts';
import type { Content } from './plan.ts';

/** Without `agent.name`, because no person speaks. */
export const TEXT_VARIABLES = VARIABLES.filter((name) => name !== 'agent.name');

/** Of texts that go to one customer. */
export const RULE_VARIABLES = [...TEXT_VARIABLES, CONTACT_FIELD];

export const textProblems = (text: string, allowed: readonly string[] = TEXT_VARIABLES): string[] =>
  problemsOf(text, allowed);

/** Without an agent. */
export const valuesFor = (chat: Pick<Chat, 'person_name' | 'phone' | 'device_label'>): Values =>
  valuesOf(chat, null);

interface Customer {
  values: Values;
  contact: NamedContact | null;
}

/** A value that is too long cuts the text. */
export function renderContent<Given extends Content>(
  content: Given,
  { values, contact }: Customer,
  engine: EngineKind,
): Given {
  const { type, body } = content;
  if (body === null || body === undefined) return fitToEngine(content, engine);
  return fitToEngine(
    { ...content, body: shortened(render(body, values, { contact }).text, maxBody(type)) },
    engine,
  );
}

/** Writes values of templates. */
export const renderValue =
  ({ values, contact }: Customer) =>
  (text: string, { max, spell }: Spelling): string => {
    const written = render(text, values, { contact, spell }).text;
    return max === undefined ? written : shortened(written, max);
  };

const shortened = (text: string, max: number): string =>
  isLonger(text, max) ? [...text].slice(0, max).join('') : text;
