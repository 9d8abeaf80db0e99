import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { AuditRow } from './audit-row.tsx';
import { Filters } from './filters.tsx';
import { auditQuery } from './queries.ts';

/** Who changed what, when and from where. */
export function AuditPage() {
  const t = useTexts('audit.page');
  const search = useSearch({ from: '/app/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const log = useInfiniteQuery(auditQuery(search));
  const isFiltered = Object.keys(search).length > 0;
  const clear = isFiltered && (
    <Button onClick={() => void navigate({ search: {}, replace: true })}>{t('clear')}</Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Filters />
      <Loaded query={log} loading={<Skeleton lines={8} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) {
            return (
              <Card>
                <Empty title={t('none')} lead={isFiltered ? t('noneOfSpan') : t('noneLead')} action={clear} />
              </Card>
            );
          }
          return (
            <Table aria-label={t('title')} head={[t('time'), t('what'), t('who'), t('target')]}>
              {entries.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and none is inserted between.
                <AuditRow key={`${entry.at} ${entry.target} ${index}`} entry={entry} />
              ))}
            </Table>
          );
        }}
      </Loaded>
      <ShowMore query={log} />
    </Page>
  );
}
