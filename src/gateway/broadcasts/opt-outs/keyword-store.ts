import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { withoutAccentsSql } from './keywords.ts';
import type { AccountPhone } from './store.ts';

export interface Keywords {
  opt_out_words: string[];
  opt_in_words: string[];
}

export const getKeywords = statement<{ accountId: number }, Keywords>(
  'opt_outs.get_keywords',
  'select opt_out_words, opt_in_words from accounts where id = :accountId',
).one;

/** Until the transaction ends. */
export const lockKeywords = statement<{ accountId: number }, Keywords>(
  'opt_outs.lock_keywords',
  'select opt_out_words, opt_in_words from accounts where id = :accountId for no key update',
).inTx.one;

export const updateKeywords = statement<Keywords & { accountId: number }>(
  'opt_outs.update_keywords',
  'update accounts set opt_out_words = :opt_out_words, opt_in_words = :opt_in_words where id = :accountId',
).inTx.run;

/** A normalized message and its sender. */
export interface KeywordCandidate extends AccountPhone {
  keyword: string;
}

export interface KeywordMatch extends KeywordCandidate {
  /** Otherwise it ends an opt-out. */
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

/** In the order of the candidates. */
export function matchKeywords(db: Db, candidates: readonly KeywordCandidate[]): Promise<KeywordMatch[]> {
  return MATCH.all(db, {
    accountIds: candidates.map(({ account_id }) => account_id),
    phones: candidates.map(({ phone }) => phone),
    keywords: candidates.map(({ keyword }) => keyword),
  });
}
