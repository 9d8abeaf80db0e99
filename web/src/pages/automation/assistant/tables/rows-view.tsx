import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { Table as Grid, Td, Th } from '../../../../ui/table.tsx';
import { rowsQuery, type Table } from './queries.ts';
import { tableTexts } from './texts.ts';

/** The rows as the file has them. */
export function RowsView({ table }: { table: Table }) {
  const t = useTexts(tableTexts);
  const rows = useInfiniteQuery(rowsQuery(table.id));
  return (
    <Section title={t('rows')} lead={t('rowCount', { count: table.rows })}>
      <Loaded query={rows}>
        {({ pages }) => (
          <div className="grid gap-3">
            <Grid>
              <thead>
                <tr>
                  {table.columns.map(({ name }) => (
                    <Th key={name}>
                      <bdi>{name}</bdi>
                    </Th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {pages
                  .flatMap(({ data }) => data)
                  .map(({ key, cells }) => (
                    <tr key={key}>
                      {table.columns.map(({ name, role }) => (
                        <Td
                          key={name}
                          title={cells[name]}
                          className={role === 'hidden' ? 'max-w-60 truncate text-faint' : 'max-w-60 truncate'}
                        >
                          <bdi>{cells[name]}</bdi>
                        </Td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </Grid>
            <ShowMore query={rows} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
