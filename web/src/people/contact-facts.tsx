import type { Schema } from '../api/schemas.ts';
import { useOwnFields } from '../queries/own-fields.ts';
import { Badge } from '../ui/badge.tsx';
import { OwnFieldFacts } from './own-fields.tsx';

/** What a contact has beside name and number. */
export function ContactFacts({ contact }: { contact: Schema<'Contact'> }) {
  const { email, tags, notes, fields } = contact;
  const own = useOwnFields() ?? [];
  return (
    <>
      {email && <p className="text-[13px] wrap-anywhere">{email}</p>}
      <ul className="flex flex-wrap gap-1.5 empty:hidden">
        {tags.map((tag) => (
          <li key={tag} className="flex max-w-full">
            <Badge className="max-w-full">
              <bdi className="truncate" title={tag}>
                {tag}
              </bdi>
            </Badge>
          </li>
        ))}
      </ul>
      <OwnFieldFacts fields={own} values={fields} />
      {notes && (
        <p className="text-[13px] wrap-anywhere whitespace-pre-line" dir="auto">
          {notes}
        </p>
      )}
    </>
  );
}
