import { isScopedUserId, normalizePhone } from '../../platform/lib/phone.ts';
import { spelledSql, spellingsOf } from '../../platform/lib/phone-spellings.ts';
import { MAX_ID } from '../../platform/lib/text.ts';

/**
 * phone: its first spelling. lid: WhatsApp's hidden number. scoped: for one official business. visitor: of a live chat.
 * group: the whole address of a group.
 */
export type IdentityKind = 'phone' | 'lid' | 'scoped' | 'visitor' | 'group';

export interface Identity {
  kind: IdentityKind;
  value: string;
}

const VISITOR = '@visitor';

export const isVisitor = (phone: string) => phone.endsWith(VISITOR);

/** SQL: the same. */
export const isVisitorSql = (phone: string) => `${phone} like '%${VISITOR}'`;

const GROUP = '@g.us';

export const isGroup = (phone: string) => phone.endsWith(GROUP);

type Home = { country_code: string };

/** The number or group that a caller writes to. Null: neither. */
export const recipientOf = ({ country_code }: Home, text: string): string | null =>
  /^\s*([\w=+/-]{5,500}@g\.us)\s*$/.exec(text)?.[1] ?? normalizePhone(text, country_code);

/** The number that a caller names, or another address as it is. */
export const addressOf = ({ country_code }: Home, text: string): string =>
  normalizePhone(text, country_code) ?? text.trim();

/** SQL: the same. */
export const isGroupSql = (phone: string) => `${phone} like '%${GROUP}'`;

/** `id`: 32 hexadecimal digits. */
export const visitorPhone = (id: string) => `${id}${VISITOR}`;

export const isNumber = (phone: string) => /^\d+$/.test(phone);

/** Null: fits no index entry. */
export function identityOf(phone: string): Identity | null {
  if (phone === '' || phone.length > MAX_ID) return null;
  if (isNumber(phone)) return { kind: 'phone', value: spellingsOf(phone)[0] };
  if (phone.endsWith(VISITOR)) return { kind: 'visitor', value: phone.slice(0, -VISITOR.length) };
  if (phone.endsWith('@lid')) return { kind: 'lid', value: phone.slice(0, -'@lid'.length) };
  if (isGroup(phone)) return { kind: 'group', value: phone };
  return { kind: 'scoped', value: isScopedUserId(phone) ? phone.trim() : phone };
}

/** Every `messages.phone` that it may have. */
export function phonesOf({ kind, value }: Identity): readonly string[] {
  switch (kind) {
    case 'phone':
      return spellingsOf(value);
    case 'lid':
      return [`${value}@lid`];
    case 'visitor':
      return [`${value}${VISITOR}`];
    case 'scoped':
    case 'group':
      return [value];
    default:
      return kind satisfies never;
  }
}

/** SQL: `kind` and `value`, as `identityOf`. */
export const identitySql = (phone: string) => `
    case when ${phone} ~ '^\\d+$' then 'phone' when ${phone} like '%@lid' then 'lid'
      when ${isVisitorSql(phone)} then 'visitor' when ${isGroupSql(phone)} then 'group' else 'scoped' end as kind,
    case when ${phone} ~ '^\\d+$' then kurir_first_spelling(${phone}) when ${phone} like '%@lid' then left(${phone}, -4)
      when ${isVisitorSql(phone)} then left(${phone}, -${VISITOR.length}) else btrim(${phone}) end as value`;

const MAX_MERGED = 200;
const MAX_IDENTITIES = 100;

/** SQL: `account_id`, `kind` and `value` of a person, and of those who were merged into it. */
export const identitiesSql = (personId: string) => `(
    select i.* from (
      select ${personId} as id union all (select id from people where merged_into = ${personId} limit ${MAX_MERGED})
    ) p
    cross join lateral (
      select account_id, kind, value from person_identities where person_id = p.id limit ${MAX_IDENTITIES}
    ) i
  )`;

/** SQL: the `messages.phone` of an identity of a person who hides the number. */
export const hiddenPhoneSql = (identity: string) =>
  `case ${identity}.kind when 'lid' then ${identity}.value || '@lid' else ${identity}.value end`;

/** SQL: the `id` of the person with an identity, as shown. No row for a number that never wrote. */
export const personSql = (accountId: string, { kind, value }: { kind: string; value: string }) => `(
    select coalesce(r.merged_into, r.id) as id from (
      select person_id from person_identities i
      where i.account_id = ${accountId} and i.kind = ${kind} and i.value = ${value} limit 1
    ) k
    cross join lateral (select id, merged_into from people where id = k.person_id offset 0) r
  )`;

/** For `personSql`. */
export const withNumber = (phone: string) => ({ kind: `'phone'`, value: spelledSql('first', phone) });

/** SQL: every `messages.phone` that an identity may have. */
export const phonesSql = (identity: string) => `case ${identity}.kind
    when 'phone' then array[${identity}.value, ${spelledSql('second', `${identity}.value`)}]
    when 'visitor' then '{}' else array[${hiddenPhoneSql(identity)}] end`;

/** SQL. Includes people that were merged into the person. */
export const isOptedOut = (personId: string) => `exists (
    select from ${identitiesSql(personId)} k
    cross join lateral (
      select from opt_outs o where o.account_id = k.account_id and o.phone = any (${phonesSql('k')}) limit 1
    ) o
  )`;
