import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { lockBooks } from '../store.ts';
import type { CreateField } from './schema.ts';
import * as store from './store.ts';
import {
  type FieldTarget,
  type GivenValues,
  MAX_NUMBER,
  MAX_OWN_FIELDS,
  MAX_VALUE,
  type Values,
} from './values.ts';

type Account = { id: number };

/** The jobs that take the values of deleted fields from contacts, or from conversations. */
export const DROP_VALUES = 'contacts.drop_field_values';
export const DROP_CONVERSATION_VALUES = 'conversations.drop_field_values';

/** The words and the job of a target. */
const OF = {
  contact: { list: '/v1/contact-fields', drop: DROP_VALUES },
  conversation: { list: '/v1/conversation-fields', drop: DROP_CONVERSATION_VALUES },
} as const satisfies Record<FieldTarget, object>;

export function listFields(
  { db }: { db: Db | Tx },
  { id: accountId }: Account,
  target: FieldTarget = 'contact',
): Promise<store.FieldRow[]> {
  return store.listFields(db, { accountId, target });
}

/** ApiError contact_field_not_found, conversation_field_not_found. */
async function getField(db: Db | Tx, { id: accountId }: Account, target: FieldTarget, uuid: string) {
  const field = isUuid(uuid) ? await store.findField(db, { accountId, target, uuid }) : undefined;
  if (!field) throw new ApiError(`${target}_field_not_found`);
  return field;
}

/** Contacts that lose a value with the field. ApiError contact_field_not_found. */
export async function getFieldUse(ctx: { db: Db | Tx }, account: Account, uuid: string) {
  const field = await getField(ctx.db, account, 'contact', uuid);
  const { count } = await store.countValues(ctx.db, { accountId: account.id, key: String(field.id) });
  return { ...field, values: count };
}

/** ApiError contact_field_limit_reached, conversation_field_limit_reached; FieldErrors for a taken name. */
export function createField(
  ctx: Context,
  account: Account,
  target: FieldTarget,
  { name, type, choices = [] }: CreateField,
): Promise<store.FieldRow> {
  const accountId = account.id;
  return ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: accountId }]);
    const { length } = await store.listFields(tx, { accountId, target });
    const field = await store.insertField(tx, { accountId, target, name, type, choices, now: ctx.now() });
    if (!field) throw new FieldErrors({ name: ['is the name of another field'] });
    if (length >= MAX_OWN_FIELDS) throw new ApiError(`${target}_field_limit_reached`);
    await record(tx, ctx, [{ action: `${target}_field.created`, accountId, target: field.field_uuid }]);
    return field;
  });
}

/** Values keep a choice that goes. ApiError as `getField`; FieldErrors for another type. */
export function changeChoices(
  ctx: Context,
  account: Account,
  target: FieldTarget,
  { uuid, choices }: { uuid: string; choices: readonly string[] },
): Promise<store.FieldRow> {
  const accountId = account.id;
  return ctx.db.transaction(async (tx) => {
    await getField(tx, account, target, uuid);
    const field = await store.setChoices(tx, { accountId, uuid, choices });
    if (!field) throw new FieldErrors({ choices: ['is only for the type `choice`'] });
    await record(tx, ctx, [{ action: `${target}_field.changed`, accountId, target: uuid }]);
    return field;
  });
}

/** Hidden at once; a job takes its values. ApiError as `getField`. */
export async function deleteField(
  ctx: Context,
  account: Account,
  target: FieldTarget,
  uuid: string,
): Promise<void> {
  const accountId = account.id;
  await ctx.db.transaction(async (tx) => {
    await lockBooks(tx, [{ account_id: accountId }]);
    await getField(tx, account, target, uuid);
    await store.deleteField(tx, { accountId, uuid });
    await enqueue(tx, { name: OF[target].drop, accountId });
    await record(tx, ctx, [{ action: `${target}_field.deleted`, accountId, target: uuid }]);
  });
}

/** FieldErrors below `path`, at most those of one contact. */
export function valuesOf(
  fields: readonly store.FieldRow[],
  given: GivenValues,
  { path = 'fields', target = 'contact' }: { path?: string; target?: FieldTarget } = {},
): Values {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values: Values = {};
  const problems: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = byName.get(name);
    const problem = field ? problemOf(field, value) : `is no field: GET ${OF[target].list} lists them`;
    if (problem !== null) problems[`${path}.${name}`] = [problem];
    else if (field) values[field.id] = storedValue(value);
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems);
  return values;
}

/** A blank text is none. */
function storedValue(value: string | number | boolean | null) {
  return typeof value === 'string' ? value.trim() || null : value;
}

/** What a value of the field must be; null: it is. */
export function problemOf(
  { type, choices }: Pick<store.FieldRow, 'type' | 'choices'>,
  value: string | number | boolean | null,
): string | null {
  if (storedValue(value) === null) return null;
  switch (type) {
    case 'text':
      return typeof value === 'string' ? null : `must be a text of at most ${MAX_VALUE} characters`;
    case 'number':
      return typeof value === 'number' && Math.abs(value) <= MAX_NUMBER
        ? null
        : `must be a number from -${MAX_NUMBER} to ${MAX_NUMBER}`;
    case 'date':
      return typeof value === 'string' && isDate(value.trim()) ? null : 'must be a date such as 2025-11-21';
    case 'yes_no':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'choice':
      return typeof value === 'string' && choices.includes(value.trim())
        ? null
        : `must be one of: ${choices.join(', ')}`;
    default:
      return type satisfies never;
  }
}

function isDate(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
