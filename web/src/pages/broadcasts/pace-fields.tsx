import type { SyntheticEvent } from 'react';
import { QuietFields } from '../../hours/quiet-fields.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { type DraftProps, hasPassed } from './draft.ts';

const DAY_SECONDS = 86_400;

interface Props extends DraftProps, HalfTimeProps {
  perHour: number | null | undefined;
}

interface HalfTimeProps {
  /** Whether only a part of the start is filled in. */
  isHalfTime: boolean;
  onHalfTime: (isHalf: boolean) => void;
}

/** How fast, and when. */
export function PaceFields({ draft, change, perHour, ...halfTime }: Props) {
  const t = useTexts('broadcasts.page');
  const isWrong = Number(draft.delayMin || 0) > Number(draft.delayMax || DAY_SECONDS);
  return (
    <Section title={t('paceTitle')} lead={t('paceLead')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('delayMin')} {...(isWrong && { problem: t('delayOrder') })}>
          {(field) => (
            <Input
              {...field}
              type="number"
              min={0}
              max={DAY_SECONDS}
              value={draft.delayMin}
              onChange={(event) => change({ delayMin: event.target.value })}
            />
          )}
        </Field>
        <Input
          label={t('delayMax')}
          type="number"
          min={0}
          max={DAY_SECONDS}
          value={draft.delayMax}
          onChange={(event) => change({ delayMax: event.target.value })}
        />
        {perHour !== undefined && (
          <p className="text-soft sm:col-span-2">
            {perHour === null ? t('noHourLimit') : t('hourLimit', { count: perHour })}
          </p>
        )}
        <StartField {...{ draft, change }} {...halfTime} />
        <div className="sm:col-span-2">
          <QuietFields quiet={draft.quiet} onQuiet={(quiet) => change({ quiet })} />
        </div>
      </div>
    </Section>
  );
}

/** A half-filled field has no value, as an empty one, and browsers fire no event of a change. */
function StartField({ draft, change, isHalfTime, onHalfTime }: DraftProps & HalfTimeProps) {
  const t = useTexts('broadcasts.page');
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    onHalfTime(currentTarget.validity.badInput);
  const wrong = isHalfTime ? t('missingTime') : hasPassed(draft) ? t('timePassed') : undefined;
  return (
    <Input
      label={t('start')}
      hint={t('startHint', { zone: zoneName() })}
      problem={wrong}
      type="datetime-local"
      value={draft.startsAt}
      onChange={(event) => change({ startsAt: event.target.value })}
      onInput={look}
      onKeyUp={look}
      onBlur={look}
    />
  );
}

/** Such as `Asia/Jakarta (GMT+7)`. */
function zoneName(): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${format.resolvedOptions().timeZone} (${offset})`;
}
