import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx';
import { Table, Th } from '../../ui/table.tsx';
import { AuditRow } from './audit-row.tsx';
import { auditQuery } from './queries.ts';
import { auditTexts } from './texts.ts';

/** Who changed what, when and from where. */
export function AuditPage() {
  const t = useTexts(auditTexts);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const log = useInfiniteQuery(auditQuery(from, to));
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('from')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              max={to || undefined}
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('to')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min={from || undefined}
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Loaded query={log} loading={<Skeleton lines={8} />}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data);
          if (entries.length === 0) {
            return (
              <Card>
                <Empty title={t('none')} lead={from || to ? t('noneOfSpan') : t('noneLead')} />
              </Card>
            );
          }
          return (
            <Table aria-label={t('title')}>
              <thead>
                <tr>
                  <Th>{t('time')}</Th>
                  <Th>{t('who')}</Th>
                  <Th>{t('what')}</Th>
                  <Th>{t('target')}</Th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and none is inserted between.
                  <AuditRow key={`${entry.at} ${entry.target} ${index}`} entry={entry} />
                ))}
              </tbody>
            </Table>
          );
        }}
      </Loaded>
      <ShowMore query={log} />
    </Page>
  );
}
