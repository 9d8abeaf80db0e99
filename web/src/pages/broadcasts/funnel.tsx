import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Broadcast, funnelQuery } from './queries.ts';
import type { Stage } from './stages.ts';

const BARS = [
  ['sent', 'sent', 'bg-accent'],
  ['delivered', 'delivered', 'bg-accent'],
  ['read', 'read', 'bg-accent'],
  ['replied', 'replied', 'bg-good'],
  ['opted_out', 'optedOut', 'bg-warn'],
  ['left_out', 'leftOut', 'bg-warn'],
  ['failed', 'failed', 'bg-bad'],
] as const satisfies (readonly [Stage, string, string])[];
const OTHERS = [
  ['not_read', 'notRead'],
  ['not_replied', 'notReplied'],
] as const satisfies (readonly [Stage, string])[];

/** What became of the messages: each number opens the list of its people. */
export function FunnelBars({ broadcast, stage }: { broadcast: Broadcast; stage: Stage | undefined }) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  const funnel = useQuery(funnelQuery(broadcast));
  const total = broadcast.total_recipients;
  return (
    <Section title={t('funnel')} lead={t('funnelLead')}>
      <Loaded query={funnel}>
        {(counts) => (
          <div className="grid gap-3">
            <ul className="grid gap-1">
              {BARS.map(([key, text, color]) => (
                <li key={key}>
                  <StageLink id={broadcast.id} stage={key} isChosen={key === stage}>
                    <span className="grid grid-cols-[7rem_1fr_auto] items-center gap-3">
                      <span>{t(text)}</span>
                      <span className="flex h-2.5 overflow-hidden rounded-full bg-active" aria-hidden>
                        <span className={color} style={{ width: `${(100 * counts[key]) / total}%` }} />
                      </span>
                      <span className="min-w-20 text-right tabular-nums">
                        <b className="font-semibold">{format.number(counts[key])}</b>{' '}
                        <span className="text-soft">{format.percent(counts[key] / total)}</span>
                      </span>
                    </span>
                  </StageLink>
                </li>
              ))}
            </ul>
            <p className="flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
              {OTHERS.map(([key, text]) => (
                <Link
                  key={key}
                  to="/broadcasts/$id"
                  params={{ id: String(broadcast.id) }}
                  search={{ stage: key }}
                  resetScroll={false}
                  className="text-accent underline"
                >
                  {t(text, { count: counts[key] })}
                </Link>
              ))}
            </p>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

interface StageLinkProps {
  id: number;
  stage: Stage;
  isChosen: boolean;
  children: React.ReactNode;
}

function StageLink({ id, stage, isChosen, children }: StageLinkProps) {
  return (
    <Link
      to="/broadcasts/$id"
      params={{ id: String(id) }}
      search={{ stage }}
      resetScroll={false}
      aria-current={isChosen ? 'true' : undefined}
      className={clsx('block rounded-md px-2 py-1.5 hover:bg-hover', isChosen && 'bg-active')}
    >
      {children}
    </Link>
  );
}
