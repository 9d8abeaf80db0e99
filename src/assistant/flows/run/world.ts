import type { NamedContact } from '../../../gateway/contacts/named-contact.ts';
import type { Hours } from '../../../gateway/hours/opening.ts';
import type { Spelling } from '../../../gateway/templates/fill.ts';
import type { TemplateInput } from '../../../gateway/templates/template-input.ts';
import type { Language } from '../../languages/language.ts';
import type { Content } from '../../plan.ts';
import type { WrittenTemplate } from '../../templates.ts';
import type { RunnableFlow } from './session.ts';

/** A request of an HTTP node. The world puts the secrets in. */
export interface HttpCall {
  flow_uuid: string;
  node_id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: readonly { name: string; value: readonly (string | { secret: string })[] }[];
  /** JSON text. */
  body: string | null;
  /** The same for each repetition of one decision. */
  idempotency_key: string;
}

/** `failed`: no answer, or one that is not usable. */
export type HttpAnswer =
  | {
      status: number;
      text: string;
      /** A simulation without an answer for this node. */
      isAssumed?: true;
    }
  | { failed: string };

export interface AssistantAnswer {
  answered: boolean;
  /** Empty without an answer. */
  replies: readonly Content[];
  faq_id?: string;
  /** From 0 to 1. */
  score?: number;
}

export interface ContactChange {
  name?: string;
  email?: string;
  add_tags: readonly string[];
  /** None of `add_tags`. */
  remove_tags: readonly string[];
}

/** What the interpreter asks while it runs. A simulation answers without the network and the database. */
export interface World {
  findPublished(flowUuid: string): Promise<RunnableFlow | undefined>;
  getVersion(versionId: number): Promise<RunnableFlow | undefined>;
  /** Of the device. */
  hours(): Promise<Hours>;
  /** For local phone numbers. */
  countryCode(): Promise<string>;
  /** The first one of the account, for texts that Kurir adds. */
  language(): Promise<Language>;
  request(call: HttpCall): Promise<HttpAnswer>;
  ask(question: string, nodeId: string): Promise<AssistantAnswer>;
  /** Whether the regular expression is found in the text. */
  compare(pattern: string, text: string): Promise<boolean>;
  template(input: TemplateInput, write: (value: string, how: Spelling) => string): Promise<WrittenTemplate>;
  /** Of the customer. Null: none has the number. */
  contact(): Promise<NamedContact | null>;
  changeContact(change: ContactChange): Promise<void>;
}
