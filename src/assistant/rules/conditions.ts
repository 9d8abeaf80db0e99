import type { CameBy } from '../chat.ts';
import type { Language } from '../languages/language.ts';

export const CUSTOMERS = ['any', 'new', 'returning'] as const;

/** Whom a rule answers. Names of labels and tags without upper and lower case. */
export interface Conditions {
  /** `new`: in the first opening of the conversation. */
  customer: (typeof CUSTOMERS)[number];
  /** Of the message. Null: any. Rules of earlier versions have none. */
  language?: Language | null;
  /** Of the conversation: all of them, and none of them. */
  has_labels: readonly string[];
  lacks_labels: readonly string[];
  /** Of the contact. */
  has_tags: readonly string[];
  lacks_tags: readonly string[];
  /** The customer answers a broadcast. Null: either. Rules of earlier versions have none. */
  after_broadcast?: boolean | null;
  /** The message came through one of these entry points or advertisements. Rules of earlier versions have none. */
  entry_point_ids?: readonly string[];
  ad_ids?: readonly string[];
}

export interface Customer {
  isNew: boolean;
  labels: readonly string[];
  /** Null: the message came through no entry point. */
  cameBy: CameBy | null;
  tags(): Promise<readonly string[]>;
  answersBroadcast(): Promise<boolean>;
}

export async function holds(conditions: Conditions, customer: Customer): Promise<boolean> {
  const { isNew, labels, cameBy } = customer;
  const {
    customer: kind,
    after_broadcast = null,
    has_labels,
    lacks_labels,
    has_tags,
    lacks_tags,
  } = conditions;
  if (kind !== 'any' && isNew !== (kind === 'new')) return false;
  if (!cameThrough(conditions, cameBy)) return false;
  if (!fits(labels, has_labels, lacks_labels)) return false;
  if (after_broadcast !== null && after_broadcast !== (await customer.answersBroadcast())) return false;
  if (has_tags.length + lacks_tags.length === 0) return true;
  return fits(await customer.tags(), has_tags, lacks_tags);
}

function fits(present: readonly string[], all: readonly string[], none: readonly string[]): boolean {
  const names = new Set(present.map((name) => name.toLowerCase()));
  return (
    all.every((name) => names.has(name.toLowerCase())) && !none.some((name) => names.has(name.toLowerCase()))
  );
}

function cameThrough({ entry_point_ids = [], ad_ids = [] }: Conditions, by: CameBy | null): boolean {
  if (entry_point_ids.length + ad_ids.length === 0) return true;
  return (
    by !== null && (entry_point_ids.includes(by.entry_point_id ?? '') || ad_ids.includes(by.ad_id ?? ''))
  );
}
