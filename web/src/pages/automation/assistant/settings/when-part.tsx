import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../../texts/texts.ts';
import { Section } from '../../../../ui/card.tsx';
import { Chips } from '../../../../ui/chips.tsx';
import { Field, fieldProblem, Select } from '../../../../ui/field.tsx';
import { DevicesField } from '../devices-field.tsx';
import type { Draft, PartProps } from './draft.ts';

const SCHEDULES = ['always', 'open', 'closed'] as const;

/** Where and when it answers. */
export function WhenPart({ draft, problem, set }: PartProps) {
  const t = useTexts('assistant.settings');
  return (
    <Section title={t('when')}>
      <div className="grid gap-4">
        <DevicesField
          value={draft.device_uuids}
          onValue={(device_uuids) => set({ device_uuids })}
          problem={fieldProblem(problem, 'device_uuids')}
        />
        <Field
          label={t('schedule')}
          hint={
            <Link to="/settings/business-hours" className="text-accent hover:underline">
              {t('toHours')}
            </Link>
          }
          problem={fieldProblem(problem, 'schedule')}
        >
          {(control) => (
            <Select
              {...control}
              className="max-w-80"
              value={draft.schedule}
              onChange={({ target }) => set({ schedule: target.value as Draft['schedule'] })} // the options below
            >
              {SCHEDULES.map((schedule) => (
                <option key={schedule} value={schedule}>
                  {t(`schedule_${schedule}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('startWords')}
          hint={t('startWordsHint')}
          problem={fieldProblem(problem, 'start_words')}
        >
          {(control) => (
            <Chips
              {...control}
              maxLength={100}
              values={draft.start_words ?? []}
              onValues={(words) => set({ start_words: words.length === 0 ? null : [...words] })}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}
