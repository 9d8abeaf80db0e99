import { statement } from '../../platform/lib/db/statement.ts';

interface Report {
  accountId: number;
  wabaId: string;
  name: string;
  language: string;
  /** Null: as before. */
  status: string | null;
  rejection: string | null;
  quality: string | null;
  category: string | null;
  /** Of the provider. */
  at: Date;
  now: Date;
}

export const noteReport = statement<Report>(
  'templates.note_report',
  `update templates t
   set status = coalesce(:status, status), quality = coalesce(:quality, quality),
     category = coalesce(:category, category),
     rejection = case when :status::text is null then rejection else :rejection::text end,
     reported_at = :at, changed_at = :now
   where t.book_id = (select id from template_books where account_id = :accountId and waba_id = :wabaId)
     and t.name = :name and t.language = :language
     and (t.reported_at is null or t.reported_at <= :at)`,
).run;
