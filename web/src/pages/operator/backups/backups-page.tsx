import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { gatewayPath } from '../../../place.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { OperatorFrame } from '../frame.tsx';
import { backupsQuery, healthQuery } from '../queries.ts';
import { Now } from './now.tsx';

type Backup = Schema<'Backup'>;

/** How old the last backup is, and how to make one. */
export function BackupsPage() {
  const t = useTexts('operator.backups');
  const backups = useInfiniteQuery(backupsQuery);
  return (
    <OperatorFrame>
      <Age />
      <Loaded query={backups}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return (
            <>
              <Now run={pages[0]?.run ?? null} hasPlace={pages[0]?.nightly != null} />
              <Section title={t('how')} lead={t('howLead')}>
                {pages[0]?.nightly && <p className="mb-2">{t('nightly', { ...pages[0].nightly })}</p>}
                <CopyBox text={(pages[0]?.commands ?? []).join('\n')} />
                <p className="mt-2 text-[13px] text-faint">
                  {t('secret')}{' '}
                  <a
                    href={gatewayPath('/guides/backups')}
                    target="_blank"
                    rel="noreferrer"
                    className="text-accent underline underline-offset-4"
                  >
                    {t('guide')}
                  </a>
                </p>
              </Section>
              {rows.length > 0 && <List backups={rows} />}
              <Section title={t('restore')} lead={t('restoreLead')}>
                <CopyBox text={(pages[0]?.restore ?? []).join('\n')} />
              </Section>
            </>
          );
        }}
      </Loaded>
      <ShowMore query={backups} />
    </OperatorFrame>
  );
}

/** Good, old or missing, as the health says. */
function Age() {
  const [t, format] = [useTexts('operator.backups'), useFormat()];
  const health = useQuery(healthQuery);
  return (
    <Loaded query={health}>
      {({ last_backup: last, warnings }) => {
        const isOld = warnings.includes('old_backup');
        const isGood = last !== null && !isOld && !warnings.includes('failed_backup');
        const ago = last ? format.ago(last.made_at) : '';
        const time = last ? format.full(last.made_at) : '';
        const title = last === null ? t('none') : t(isOld ? 'old' : 'last', { ago });
        const lead = last === null ? t('noneLead') : t(isOld ? 'oldLead' : 'lastLead', { time });
        return (
          <Card className="flex items-start gap-3 p-4">
            {isGood ? (
              <CircleCheck className="size-6 shrink-0 text-good" aria-hidden />
            ) : (
              <TriangleAlert className="size-6 shrink-0 text-warn" aria-hidden />
            )}
            <div className="grid gap-0.5">
              <h2 className="text-base font-semibold">{title}</h2>
              <p className="text-soft">{lead}</p>
              {warnings.includes('failed_backup') && <p className="text-warn">{t('failed')}</p>}
            </div>
          </Card>
        );
      }}
    </Loaded>
  );
}

function List({ backups }: { backups: readonly Backup[] }) {
  const [t, format] = [useTexts('operator.backups'), useFormat()];
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">{t('list')}</h2>
      <Table aria-label={t('list')}>
        <thead>
          <tr>
            <Th>{t('made')}</Th>
            <Th>{t('outcome')}</Th>
            <Th className="text-right">{t('size')}</Th>
            <Th>{t('verified')}</Th>
            <Th>{t('place')}</Th>
          </tr>
        </thead>
        <tbody>
          {backups.map(({ made_at, outcome, size_bytes, location, verified_at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records have no id, and none is inserted between.
            <tr key={`${made_at} ${index}`}>
              <Td className="whitespace-nowrap tabular-nums">{format.full(made_at)}</Td>
              <Td>
                <Badge tone={outcome === 'done' ? 'good' : 'bad'}>
                  {t(outcome === 'done' ? 'done' : 'failedOne')}
                </Badge>
              </Td>
              <Td className="text-right whitespace-nowrap tabular-nums">
                {size_bytes === null ? t('unknown') : format.bytes(size_bytes)}
              </Td>
              <Td className="whitespace-nowrap tabular-nums">
                {verified_at === null ? t('never') : format.full(verified_at)}
              </Td>
              <Td className="max-w-96 truncate" title={location ?? undefined}>
                <bdi>{location ?? t('unknown')}</bdi>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
