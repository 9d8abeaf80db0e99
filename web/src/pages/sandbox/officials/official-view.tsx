import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Choice } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { attachWithToken, changeOfficial, type OfficialNumber, officialsQuery } from '../queries.ts';
import { FaultPart } from './fault-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { TokenPart } from './token-part.tsx';

const STATES = ['active', 'banned', 'locked', 'restricted', 'unregistered', 'deleted'] as const;
const QUALITIES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;

/** One number at the provider, and what may go wrong there. */
export function OfficialView({ id }: { id: string }) {
  const t = useTexts('sandbox.officials');
  const officials = useQuery(officialsQuery);
  return (
    <Loaded query={officials}>
      {(list) => {
        const official = list.find(({ phone_number_id }) => phone_number_id === id);
        if (!official) return <Empty title={t('gone')} />;
        return <Found key={id} official={official} />;
      }}
    </Loaded>
  );
}

function Found({ official }: { official: OfficialNumber }) {
  const t = useTexts('sandbox.officials');
  const { name, number, phone_number_id: id, device_uuid: deviceUuid } = official;
  return (
    <div className="mx-auto grid max-w-3xl gap-4 px-3 py-4 sm:p-6">
      <header className="flex items-start gap-2">
        <Button asChild kind="quiet" size="small-icon" className="lg:hidden">
          <Link to="/sandbox" search={{}} aria-label={t('back')}>
            <ArrowLeft aria-hidden />
          </Link>
        </Button>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h2 className="text-lg font-semibold">
            <bdi title={name}>{name}</bdi>
          </h2>
          <p className="text-soft tabular-nums">
            {phoneText(number)} · {t('phoneNumberId')} {id}
          </p>
          <p className="text-[13px] text-soft">{t('customerHint')}</p>
        </div>
        {deviceUuid === null ? (
          <AttachNew official={official} />
        ) : (
          <Button asChild>
            <Link to="/devices/$deviceUuid" params={{ deviceUuid }}>
              {t('device')}
            </Link>
          </Button>
        )}
      </header>
      <StatePart official={official} />
      <ReviewPart id={id} />
      <FaultPart official={official} />
      <TokenPart official={official} />
    </div>
  );
}

/** An earlier token was shown only once. */
function AttachNew({ official }: { official: OfficialNumber }) {
  const t = useTexts('sandbox.officials');
  const attach = useMutation({
    mutationFn: () => attachWithToken(official),
    onSuccess: () => notify(t('attached', { name: official.name })),
  });
  return (
    <div className="grid gap-2">
      <Button kind="primary" busy={attach.isPending} onClick={() => attach.mutate()}>
        {t('attachNew')}
      </Button>
      <ProblemLine problem={attach.error} />
    </div>
  );
}

function StatePart({
  official: { phone_number_id: id, state, quality_rating: quality },
}: {
  official: OfficialNumber;
}) {
  const t = useTexts('sandbox.officials');
  const change = useMutation({
    mutationFn: (body: Parameters<typeof changeOfficial>[1]) => changeOfficial(id, body),
    onSuccess: () => notify(t('saved')),
  });
  return (
    <Section title={t('state')} lead={t('stateHint')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t('state')}
          value={state}
          disabled={change.isPending}
          options={STATES.map((each) => [each, t(each)])}
          onValue={(chosen) => change.mutate({ state: chosen })}
        />
        <Choice
          label={t('quality')}
          hint={t('qualityHint')}
          value={quality}
          disabled={change.isPending}
          options={QUALITIES.map((each) => [each, t(each)])}
          onValue={(chosen) =>
            change.mutate({
              quality_rating: chosen,
            })
          }
        />
      </div>
      <ProblemLine problem={change.error} />
    </Section>
  );
}
