import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { devicesQuery } from '../../../../queries/devices.ts';
import { widgetsQuery } from '../../../../queries/places.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checkbox, Choice, Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { FormFacts, useField } from '../../../../ui/form/facts.ts';
import { SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { DAYS, type Draft, UNITS, type Unit } from '../draft.ts';
import type { RuleKind } from '../rule.ts';
import { Choices } from './choices.tsx';

const HOURS = ['any', 'open', 'closed'] as const;
const UNIT_TEXTS = { minutes: 'minutes', hours: 'hoursUnit', days: 'daysUnit' } as const;
const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** Where and when the rule answers. */
export function ConditionFields({ kind }: { kind: RuleKind }) {
  const t = useTexts('rules.editor');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const places = [
    ...devices.map(({ device_uuid: id, label: name }) => ({ id, name })),
    ...widgets.map(({ id, name }) => ({ id, name, hint: t('widgets') })),
  ];
  return (
    <>
      <Choices name="device_uuids" legend={t('devices')} all={places} />
      {kind !== 'away' && (
        <SelectField
          name="hours"
          label={t('hours')}
          options={HOURS.map((each) => [each, t(`hours_${each}`)])}
        />
      )}
      <Days />
      <div className="grid gap-4 sm:grid-cols-4">
        <TextField name="schedule.from_date" type="date" label={t('fromDate')} />
        <TextField name="schedule.until_date" type="date" label={t('untilDate')} />
        <TextField name="schedule.from" type="time" label={t('fromTime')} />
        <TextField name="schedule.to" type="time" label={t('toTime')} hint={t('toTimeHint')} />
      </div>
      <Cooldown />
    </>
  );
}

function Days() {
  const t = useTexts('rules.editor');
  const { value, setValue } = useField<readonly string[]>('schedule.days');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-[13px] font-medium">{t('days')}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {DAYS.map((day) => (
          <Checkbox
            key={day}
            label={t(day)}
            checked={value.includes(day)}
            onChange={({ target }) =>
              setValue(target.checked ? [...value, day] : value.filter((each) => each !== day))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function Cooldown() {
  const t = useTexts('rules.editor');
  const { value: cooldown, setValue } = useField<Draft['cooldown']>('cooldown');
  const problem = fieldProblem(useContext(FormFacts).problem, 'cooldown_seconds');
  return (
    <Field label={t('cooldown')} hint={t('cooldownHint')} problem={problem}>
      {(field) => (
        <div className="flex gap-2">
          <Input
            {...field}
            type="number"
            min={0}
            className="max-w-24"
            value={cooldown.count}
            onChange={({ target }) => setValue({ ...cooldown, count: target.value })}
          />
          <Choice
            aria-label={t('cooldown')}
            className="max-w-32"
            value={cooldown.unit}
            options={UNIT_NAMES.map((unit) => [unit, t(UNIT_TEXTS[unit])])}
            onValue={(chosen) => setValue({ ...cooldown, unit: chosen })}
          />
        </div>
      )}
    </Field>
  );
}
