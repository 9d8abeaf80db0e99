import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { type Assistant, assistantQuery } from '../queries.ts';

const STATES = ['off', 'shadow', 'live'] as const;
type State = (typeof STATES)[number];

const CHANGES = {
  off: { enabled: false },
  shadow: { enabled: true, mode: 'shadow' },
  live: { enabled: true, mode: 'live' },
} as const;

const COLOURS: Record<State, string> = {
  off: 'has-checked:border-soft has-checked:bg-active',
  shadow: 'has-checked:border-warn has-checked:bg-warn-soft',
  live: 'has-checked:border-good has-checked:bg-good-soft',
};

/** Off, watching, or answering. Answering begins after a question, for customers notice it. */
export function ModeSwitch({ settings }: { settings: Assistant }) {
  const t = useTexts('assistant.overview');
  const name = useId();
  const [isAsking, setAsking] = useState(false);
  const set = useMutation({
    mutationFn: (state: State) => call('PATCH /assistant', { body: CHANGES[state] }),
    onSuccess: (saved) => {
      queryClient.setQueryData(assistantQuery.queryKey, saved);
      setAsking(false);
    },
  });
  const state: State = settings.enabled ? settings.mode : 'off';
  const choose = (next: State) => (next === 'live' ? setAsking(true) : set.mutate(next));
  return (
    <Section title={t(`is_${state}`)} lead={t(`is_${state}Lead`)}>
      <fieldset className="grid gap-2 sm:grid-cols-3" disabled={set.isPending}>
        <legend className="sr-only">{t('mode')}</legend>
        {STATES.map((each) => (
          <label
            key={each}
            className={clsx(
              'flex cursor-pointer items-start gap-2.5 rounded-lg border border-field-line p-3 hover:bg-hover',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
              COLOURS[each],
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={state === each}
              onChange={() => choose(each)}
            />
            <span className="grid gap-0.5">
              <span className="font-medium">{t(each)}</span>
              <span className="text-[13px] text-soft">{t(`${each}Hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Places settings={settings} />
      {!isAsking && <ProblemLine problem={set.error} />}
      {isAsking && (
        <GoLive
          settings={settings}
          busy={set.isPending}
          problem={set.error}
          onClose={() => setAsking(false)}
          onYes={() => set.mutate('live')}
        />
      )}
    </Section>
  );
}

/** On which devices, with the way to change it. */
function Places({ settings: { device_uuids } }: { settings: Assistant }) {
  const t = useTexts('assistant.overview');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const names = devices
    .filter(({ device_uuid }) => device_uuids?.includes(device_uuid))
    .map(({ label }) => label)
    .join(', ');
  return (
    <p className="flex flex-wrap gap-x-2 pt-3 text-soft">
      <span className="wrap-anywhere">
        {device_uuids === null ? t('everywhere') : t('onlyOn', { count: device_uuids.length })}{' '}
        <bdi>{names}</bdi>
      </span>
      <Link to="/automation/assistant/settings" className="text-accent hover:underline">
        {t('changePlaces')}
      </Link>
    </p>
  );
}

interface GoLiveProps {
  settings: Assistant;
  busy: boolean;
  problem: unknown;
  onClose: () => void;
  onYes: () => void;
}

function GoLive({ settings: { model, scope }, busy, problem, onClose, onYes }: GoLiveProps) {
  const t = useTexts('assistant.overview');
  const ui = useTexts('common.ui');
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" busy={busy} onClick={onYes}>
        {t('goLive')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      width="small"
      onClose={onClose}
      title={t('goLiveTitle')}
      lead={t('goLiveLead')}
      footer={footer}
    >
      {model.state === 'none' && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{t('knowsNothing')}</p>
      )}
      {scope === null && <p className="text-soft">{t('noScope')}</p>}
      <ProblemLine problem={problem} />
    </Dialog>
  );
}
