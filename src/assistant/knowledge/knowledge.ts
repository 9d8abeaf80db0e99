import type { Db } from '../../platform/lib/db/db.ts';
import type { Language } from '../languages/language.ts';
import { type PassageRow, readPassages, readSomePassages } from './documents/store.ts';
import { readEnabledFaqs, readSomeFaqs } from './faqs/store.ts';
import * as store from './store.ts';

export type { PassageRow } from './documents/store.ts';

export interface FaqEntry {
  /** Row id. */
  id: number;
  faq_uuid: string;
  answer: string;
  questions: readonly string[];
  language: Language | null;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
}

export interface Knowledge {
  revision: number;
  faqs: readonly FaqEntry[];
  passages: readonly PassageRow[];
}

/** 0: never any knowledge. */
export async function findRevision(db: Db, accountId: number): Promise<number> {
  return (await store.findRevision(db, accountId)) ?? 0;
}

/** It may be newer than its revision: then a model is trained once more. */
export async function readKnowledge(db: Db, accountId: number): Promise<Knowledge> {
  const revision = await findRevision(db, accountId);
  const faqs = await readEnabledFaqs(db, { accountId });
  return { revision, faqs, passages: await readPassages(db, { accountId }) };
}

/** Of enabled documents, as they are now. */
export function getPassages(db: Db, accountId: number, ids: readonly number[]): Promise<PassageRow[]> {
  return readSomePassages(db, { accountId, ids });
}

/** Enabled ones. */
export function getFaqs(db: Db, accountId: number, uuids: readonly string[]): Promise<FaqEntry[]> {
  return readSomeFaqs(db, { accountId, uuids });
}
