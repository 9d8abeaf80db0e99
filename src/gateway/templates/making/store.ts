import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { ReviewedTemplate } from '../../engines/templates.ts';
import { TEMPLATE_COLUMNS, type TemplateRow } from '../store.ts';

/** With the business account of the template. */
export interface OwnTemplate extends TemplateRow {
  waba_id: string;
}

/** Undefined for a template of another account. */
export const findOwn = statement<{ accountId: number; id: number }, OwnTemplate>(
  'templates.find_own',
  `select t.*, b.waba_id from (select ${TEMPLATE_COLUMNS}, book_id from templates where id = :id offset 0) t
   join template_books b on b.id = t.book_id
   where b.account_id = :accountId`,
).first;
const SAVE = statement<
  {
    bookId: number;
    name: string;
    language: string;
    category: string;
    status: string;
    content: string;
    providerId: string | null;
    now: Date;
  },
  TemplateRow
>(
  'templates.save',
  `insert into templates as t (book_id, name, language, category, status, content, provider_id, changed_at)
   values (:bookId, :name, :language, :category, :status, :content::jsonb, :providerId, :now)
   on conflict (book_id, name, language) do update
   set category = excluded.category, status = excluded.status, content = excluded.content,
     provider_id = coalesce(excluded.provider_id, t.provider_id), rejection = null, changed_at = excluded.changed_at
   returning ${TEMPLATE_COLUMNS}`,
);
const CHANGE = statement<
  { id: number; category: string; status: string; content: string; now: Date },
  TemplateRow
>(
  'templates.change',
  `update templates set category = :category, status = :status, content = :content::jsonb, rejection = null,
     changed_at = :now
   where id = :id
   returning ${TEMPLATE_COLUMNS}`,
);
export const removeTemplate = statement<{ id: number }>(
  'templates.remove',
  'delete from templates where id = :id',
).inTx.run;

/** A reading may have stored it already. */
export function saveTemplate(
  tx: Tx,
  bookId: number,
  { name, language, category, status, content, provider_id }: Omit<ReviewedTemplate, 'quality' | 'rejection'>,
  now: Date,
): Promise<TemplateRow> {
  const json = JSON.stringify(content);
  return SAVE.one(tx, {
    bookId,
    name,
    language,
    category,
    status,
    content: json,
    providerId: provider_id,
    now,
  });
}

/** Undefined: a reading has removed it. */
export function changeTemplate(
  tx: Tx,
  id: number,
  { category, status, content }: Pick<TemplateRow, 'category' | 'status' | 'content'>,
  now: Date,
): Promise<TemplateRow | undefined> {
  return CHANGE.first(tx, { id, category, status, content: JSON.stringify(content), now });
}
