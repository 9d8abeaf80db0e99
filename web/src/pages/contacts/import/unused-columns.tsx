import { Link } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { ContactFieldCreate } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fieldNameOf } from '../../../people/field-names.ts';
import { ownFieldsQuery } from '../../../queries/own-fields.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';

const nameOf = (title: string) => fieldNameOf(title).slice(0, ContactFieldCreate.name.maxLength);

interface Props {
  titles: readonly string[];
  /** The names of the own fields. */
  known: readonly string[];
}

/** Names the columns that the import would drop, and keeps them as own fields if the user wants. */
export function UnusedColumns({ titles, known }: Props) {
  const t = useTexts('contacts.import');
  const mayAdd = useMay('admin');
  const names = [...new Set(titles.map(nameOf))].filter((name) => name !== '' && !known.includes(name));
  const add = useButtonAct(async () => {
    try {
      for (const name of names) await call('POST /contact-fields', { body: { name, type: 'text' } });
    } finally {
      await queryClient.invalidateQueries(ownFieldsQuery);
    }
  });
  if (titles.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-warn">{t('unused', { count: titles.length, columns: titles.join(', ') })}</p>
      {mayAdd && names.length > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <Button size="small" {...add}>
            {t('keepUnused')}
          </Button>
          <Link to="/settings/contact-fields" className="text-accent underline">
            {t('unusedTypes')}
          </Link>
        </p>
      )}
    </div>
  );
}
