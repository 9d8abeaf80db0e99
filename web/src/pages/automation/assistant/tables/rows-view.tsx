import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { Table as Grid, Td, Th } from '../../../../ui/table.tsx';
import { rowsQuery, type Table } from './queries.ts';
import { RowDialog } from './row-dialog.tsx';

type TableRow = Schema<'KnowledgeTableRow'>;

/** The rows as the file has them, each with its form. */
export function RowsView({ table }: { table: Table }) {
  const t = useTexts('assistant.tables');
  const rows = useInfiniteQuery(rowsQuery(table.id));
  const [edited, setEdited] = useState<TableRow | 'new' | null>(null);
  return (
    <Section
      title={t('rows')}
      lead={t('rowCount', { count: table.rows })}
      actions={
        <Button size="small" onClick={() => setEdited('new')} icon={Plus}>
          {t('addRow')}
        </Button>
      }
    >
      <Loaded query={rows}>
        {({ pages }) => (
          <div className="grid gap-3">
            <Grid aria-label={t('rows')}>
              <thead>
                <tr>
                  {table.columns.map(({ name }) => (
                    <Th key={name}>
                      <bdi>{name}</bdi>
                    </Th>
                  ))}
                  <Th>
                    <span className="sr-only">{t('editRow')}</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {pages
                  .flatMap(({ data }) => data)
                  .map((row) => (
                    <Row key={row.key} {...{ table, row }} onEdit={() => setEdited(row)} />
                  ))}
              </tbody>
            </Grid>
            <ShowMore query={rows} />
          </div>
        )}
      </Loaded>
      {edited !== null && (
        <RowDialog table={table} row={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

function Row({ table, row, onEdit }: { table: Table; row: TableRow; onEdit: () => void }) {
  const t = useTexts('assistant.tables');
  return (
    <tr>
      {table.columns.map(({ name, role }) => (
        <Td
          key={name}
          title={row.cells[name]}
          className={role === 'hidden' ? 'max-w-60 truncate text-faint' : 'max-w-60 truncate'}
        >
          <bdi>{row.cells[name]}</bdi>
        </Td>
      ))}
      <Td className="py-1 text-right">
        <IconButton small label={t('editRowOf', { name: row.key })} onClick={onEdit} icon={Pencil} />
      </Td>
    </tr>
  );
}
