import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../texts/texts.ts';
import { Choice } from '../../../../ui/field.tsx';
import { Listed } from '../../../../ui/listed.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { GapRow } from './gap-row.tsx';
import { type Gap, gapsQuery } from './queries.ts';
import { gapSearch } from './search.ts';

/** What the assistant could not answer. */
export function GapsPage() {
  const [t, all] = [useTexts('assistant.gaps'), useTexts('assistant.page')];
  const search = useSearch({ from: '/app/automation/assistant/gaps' });
  const { status = 'open', sort = 'count' } = search;
  const gaps = useInfiniteQuery(gapsQuery(status, sort));
  const [answered, setAnswered] = useState<Gap | null>(null);
  return (
    <>
      <Head title={all('gaps')} lead={t('lead')} />
      <Choices status={status} sort={sort} />
      <Listed
        query={gaps}
        none={
          <Empty
            icon={<CircleCheck aria-hidden />}
            title={t(status === 'open' ? 'none' : 'noneOther')}
            lead={status === 'open' && t('noneLead')}
          />
        }
      >
        {(gap) => <GapRow key={gap.id} gap={gap} onAnswer={() => setAnswered(gap)} />}
      </Listed>
      {answered && <AnswerDialog gap={answered} onClose={() => setAnswered(null)} />}
    </>
  );
}

function Choices({ status, sort }: { status: string; sort: string }) {
  const t = useTexts('assistant.gaps');
  const search = useSearch({ from: '/app/automation/assistant/gaps' });
  const navigate = useNavigate({ from: '/automation/assistant/gaps' });
  const choose = (changed: object) => void navigate({ search: gapSearch({ ...search, ...changed }) });
  return (
    <div className="flex flex-wrap gap-3">
      <Choice
        aria-label={t('show')}
        className="w-auto!"
        value={status}
        options={[
          ['open', t('open')],
          ['answered', t('answered')],
          ['dismissed', t('dismissed')],
        ]}
        onValue={(chosen) => choose({ status: chosen })}
      />
      <Choice
        aria-label={t('order')}
        className="w-auto!"
        value={sort}
        options={[
          ['count', t('mostAsked')],
          ['last_asked', t('newest')],
        ]}
        onValue={(chosen) => choose({ sort: chosen })}
      />
    </div>
  );
}
