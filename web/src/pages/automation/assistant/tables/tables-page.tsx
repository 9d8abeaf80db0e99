import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Table2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Listed } from '../../../../ui/listed.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { tablesQuery } from './queries.ts';
import { UploadDialog } from './upload-dialog.tsx';

/** Price lists that the assistant answers from, figure for figure. */
export function TablesPage() {
  const [t, all] = [useTexts('assistant.tables'), useTexts('assistant.page')];
  const tables = useQuery(tablesQuery);
  const [isAdding, setAdding] = useState(false);
  const add = (kind: 'primary' | 'plain') => (
    <Button kind={kind} onClick={() => setAdding(true)} icon={Upload}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <Head title={all('tables')} lead={t('lead')} actions={add('primary')} />
      <Listed
        query={tables}
        none={
          <Empty icon={<Table2 aria-hidden />} title={t('none')} lead={t('noneLead')} action={add('plain')} />
        }
      >
        {({ id, name, rows, columns, enabled }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <Link
              to="/automation/assistant/tables/$tableId"
              params={{ tableId: id }}
              className="min-w-0 truncate font-medium hover:underline"
              title={name}
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-[13px] text-faint">
              {t('rowCount', { count: rows })} · {t('columnCount', { count: columns.length })}
            </span>
            {!enabled && <Badge tone="warn">{all('notUsed')}</Badge>}
          </li>
        )}
      </Listed>
      {isAdding && <UploadDialog onClose={() => setAdding(false)} />}
    </>
  );
}
