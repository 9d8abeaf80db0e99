import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { withoutAccentsSql } from './keywords.ts';
import type { AccountPhone } from './store.ts';

export interface Keywords {
  opt_out_words: string[];
  opt_in_words: string[];
}

const GET = statement<{ accountId: number }, Keywords>(
  'opt_outs.get_keywords',
  'select opt_out_words, opt_in_words from accounts where id = :accountId',
);

export function getKeywords(db: Db, accountId: number): Promise<Keywords> {
  return GET.one(db, { accountId });
}

const LOCK = statement<{ accountId: number }, Keywords>(
  'opt_outs.lock_keywords',
  'select opt_out_words, opt_in_words from accounts where id = :accountId for no key update',
);

/** The keywords, locked until the transaction ends. */
export function lockKeywords(tx: Tx, accountId: number): Promise<Keywords> {
  return LOCK.one(tx, { accountId });
}

const UPDATE = statement<Keywords & { accountId: number }>(
  'opt_outs.update_keywords',
  'update accounts set opt_out_words = :opt_out_words, opt_in_words = :opt_in_words where id = :accountId',
);

export async function updateKeywords(tx: Tx, accountId: number, keywords: Keywords): Promise<void> {
  await UPDATE.run(tx, { ...keywords, accountId });
}

/** A normalized message that may be a keyword, and its sender. */
export interface KeywordCandidate extends AccountPhone {
  keyword: string;
}

/** A message that is a keyword of its account. */
export interface KeywordMatch extends KeywordCandidate {
  /** The keyword opts out; otherwise it ends an opt-out. */
  opts_out: boolean;
}

/** A keyword has no line breaks. */
const compared = (words: string) =>
  `string_to_array(${withoutAccentsSql(`array_to_string(${words}, chr(10))`)}, chr(10))`;

const MATCH = statement<
  { accountIds: readonly number[]; phones: readonly string[]; keywords: readonly string[] },
  KeywordMatch
>(
  'opt_outs.match_keywords',
  `select c.account_id, c.phone, c.keyword, k.compared = any (a.stops) as opts_out
   from unnest(:accountIds::bigint[], :phones::text[], :keywords::text[])
     with ordinality as c (account_id, phone, keyword, n)
   cross join lateral (select ${withoutAccentsSql('c.keyword')} as compared) k
   cross join lateral (
     select ${compared('opt_out_words')} as stops, ${compared('opt_in_words')} as resumes
     from accounts where id = c.account_id limit 1
   ) a
   where k.compared = any (a.stops) or k.compared = any (a.resumes)
   order by c.n`,
);

/** The candidates that are keywords of their account, in their order. */
export function matchKeywords(db: Db, candidates: readonly KeywordCandidate[]): Promise<KeywordMatch[]> {
  return MATCH.all(db, {
    accountIds: candidates.map(({ account_id }) => account_id),
    phones: candidates.map(({ phone }) => phone),
    keywords: candidates.map(({ keyword }) => keyword),
  });
}
