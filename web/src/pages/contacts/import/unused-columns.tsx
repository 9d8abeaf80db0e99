import { Link } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { fieldNameOf } from '../../../people/field-names.ts';
import { ownFieldsQuery } from '../../../queries/own-fields.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';

/** Names the columns that the import would drop, and keeps them as own fields if the user wants. */
export function UnusedColumns({ titles }: { titles: readonly string[] }) {
  const t = useTexts('contacts.import');
  const mayAdd = useMay('admin');
  const names = [...new Set(titles.map(fieldNameOf))].filter((name) => name !== '');
  const add = useButtonAct(async () => {
    for (const name of names) await call('POST /contact-fields', { body: { name, type: 'text' } });
    await queryClient.invalidateQueries(ownFieldsQuery);
  });
  if (names.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-warn">{t('unused', { count: titles.length, columns: titles.join(', ') })}</p>
      {mayAdd && (
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
