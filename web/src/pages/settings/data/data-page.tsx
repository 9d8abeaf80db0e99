import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { gatewayPath } from '../../../place.ts';
import { useNames } from '../../../queries/names.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { SettingsFrame } from '../frame.tsx';
import { useErasedText } from './erased-text.ts';
import { erasuresQuery, exportsQuery, isOpen } from './queries.ts';
import { Retention } from './retention.tsx';

type Export = Schema<'AccountExport'>;
type Erasure = Schema<'Erasure'>;

/** How long data stay, what leaves the account as a whole, and what is erased: for owners. */
export function DataPage() {
  return (
    <SettingsFrame>
      <Retention />
      <Exports />
      <Erasures />
    </SettingsFrame>
  );
}

function Exports() {
  const t = useTexts('settings.data');
  const exports = useQuery(exportsQuery);
  const ask = useButtonAct(async () => {
    await call('POST /account-exports');
    await queryClient.invalidateQueries(exportsQuery);
  });
  const start = (
    <Button {...ask} disabled={exports.data?.some(isOpen) ?? true}>
      {t('export')}
    </Button>
  );
  return (
    <Section title={t('exports')} lead={t('exportsLead')} actions={start}>
      <Loaded query={exports}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-soft">{t('noExport')}</p>
          ) : (
            <Table aria-label={t('exports')} head={[t('asked'), t('state')]}>
              {list.map((each) => (
                <ExportRow key={each.id} made={each} />
              ))}
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}

const TONES: Record<Export['status'], Tone> = {
  waiting: 'warn',
  running: 'warn',
  done: 'good',
  failed: 'bad',
  removed: 'neutral',
};

function ExportRow({ made }: { made: Export }) {
  const [t, format] = [useTexts('settings.data'), useFormat()];
  const { id, status, error, requested_at, requested_by, progress, size_bytes: size, expires_at } = made;
  return (
    <tr className="align-top">
      <Asked at={requested_at} by={requested_by} />
      <Td className="min-w-32">
        <Badge tone={TONES[status]}>{t(`status_${status}`)}</Badge>
        {status === 'running' && progress.total > 0 && (
          <div className="mt-1.5 max-w-60">
            <Progress label={t('progress')} total={progress.total} good={progress.done} />
          </div>
        )}
        {error && <span className="mt-0.5 block text-[13px] text-bad">{t(`error_${error}`)}</span>}
        {status === 'done' && (
          <Button asChild size="small" className="mt-1.5 flex w-fit">
            <a href={gatewayPath(`/app/api/account-exports/${id}/file`)} download>
              <Download aria-hidden />
              {t('download', { size: format.bytes(size ?? 0) })}
            </a>
          </Button>
        )}
        {expires_at && (
          <span className="mt-0.5 block text-[13px] text-faint">
            {t('until', { time: format.full(expires_at) })}
          </span>
        )}
      </Td>
    </tr>
  );
}

/** When, and by whom. */
function Asked({ at, by: { type, id } }: { at: string; by: Erasure['requested_by'] }) {
  const [t, format, nameOf] = [useTexts('settings.data'), useFormat(), useNames()];
  const name = (id !== null && nameOf(id)) || t(`by_${type}`);
  return (
    <Td className="min-w-36">
      <span className="block whitespace-nowrap tabular-nums">{format.full(at)}</span>
      <bdi className="block max-w-48 truncate text-[13px] text-faint" title={name}>
        {name}
      </bdi>
    </Td>
  );
}

function Erasures() {
  const t = useTexts('settings.data');
  const erasures = useInfiniteQuery(erasuresQuery);
  return (
    <Section title={t('erasures')} lead={t('erasuresLead')}>
      <Loaded query={erasures}>
        {({ pages }) => {
          const list = pages.flatMap(({ data }) => data);
          if (list.length === 0) return <p className="text-soft">{t('noErasure')}</p>;
          return (
            <Table aria-label={t('erasures')} head={[t('asked'), t('erased')]}>
              {list.map((each) => (
                <ErasureRow key={each.id} erasure={each} />
              ))}
            </Table>
          );
        }}
      </Loaded>
      <ShowMore query={erasures} />
    </Section>
  );
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const [t, erasedText] = [useTexts('settings.data'), useErasedText()];
  const { id, status, requested_at, requested_by, finished_at, progress, erased } = erasure;
  return (
    <tr className="align-top">
      <Asked at={requested_at} by={requested_by} />
      <Td>
        <Badge tone={status === 'finished' ? 'good' : 'warn'}>{t(`erasure_${status}`)}</Badge>
        {finished_at ? (
          <span className="mt-1 block">{erasedText(erased)}</span>
        ) : (
          <div className="mt-1.5 max-w-60">
            <Progress label={t('progress')} total={progress.total} good={progress.done} />
          </div>
        )}
        <span className="mt-0.5 block text-[13px] text-faint">
          {t('receipt')} <code className="text-xs break-all">{id}</code>
        </span>
      </Td>
    </tr>
  );
}
