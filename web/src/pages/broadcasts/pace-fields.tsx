import { QuietFields } from '../../hours/quiet-fields.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import type { DraftProps } from './draft.ts';

const DAY_SECONDS = 86_400;

/** How fast, and when. */
export function PaceFields({ draft, change, perHour }: DraftProps & { perHour: number | null | undefined }) {
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
        <Input
          label={t('start')}
          hint={t('startHint', { zone: zoneName() })}
          type="datetime-local"
          value={draft.startsAt}
          onChange={(event) => change({ startsAt: event.target.value })}
        />
        <div className="sm:col-span-2">
          <QuietFields quiet={draft.quiet} onQuiet={(quiet) => change({ quiet })} />
        </div>
      </div>
    </Section>
  );
}

/** Such as `Asia/Jakarta (GMT+7)`. */
function zoneName(): string {
  const format = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${format.resolvedOptions().timeZone} (${offset})`;
}
