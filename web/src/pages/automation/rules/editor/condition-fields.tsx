import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../../../queries/devices.ts';
import { widgetsQuery } from '../../../../queries/places.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Checkbox, Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { DAYS, UNITS, type Unit } from '../draft.ts';
import { Choices } from './choices.tsx';
import type { Part } from './part.ts';

const HOURS = ['any', 'open', 'closed'] as const;
const UNIT_TEXTS = { minutes: 'minutes', hours: 'hoursUnit', days: 'daysUnit' } as const;
const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** Where and when the rule answers. */
export function ConditionFields({ draft, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const widgets = useQuery(widgetsQuery).data?.data ?? [];
  const places = [
    ...devices.map(({ device_uuid: id, label: name }) => ({ id, name })),
    ...widgets.map(({ id, name }) => ({ id, name, hint: t('widgets') })),
  ];
  return (
    <>
      <Choices
        legend={t('devices')}
        all={places}
        chosen={draft.device_uuids}
        problem={fieldProblem(problem, 'device_uuids')}
        onChange={(device_uuids) => set({ device_uuids })}
      />
      {draft.kind !== 'away' && (
        <Field label={t('hours')} problem={fieldProblem(problem, 'hours')}>
          {(field) => (
            <Select
              {...field}
              value={draft.hours}
              onChange={({ target }) => set({ hours: HOURS.find((each) => each === target.value) ?? 'any' })}
            >
              {HOURS.map((each) => (
                <option key={each} value={each}>
                  {t(`hours_${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Schedule draft={draft} problem={problem} set={set} />
      <Cooldown draft={draft} problem={problem} set={set} />
    </>
  );
}

function Schedule({ draft: { schedule }, problem, set }: Part) {
  const t = useTexts('rules.editor');
  const change = (part: Partial<typeof schedule>) => set({ schedule: { ...schedule, ...part } });
  const toggle = (day: string, isOn: boolean) =>
    change({ days: isOn ? [...schedule.days, day] : schedule.days.filter((each) => each !== day) });
  const fields = [
    ['from_date', 'fromDate', 'date'],
    ['until_date', 'untilDate', 'date'],
    ['from', 'fromTime', 'time'],
    ['to', 'toTime', 'time'],
  ] as const;
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-[13px] font-medium">{t('days')}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              label={t(day)}
              checked={schedule.days.includes(day)}
              onChange={(event) => toggle(day, event.target.checked)}
            />
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-4">
        {fields.map(([name, text, type]) => (
          <Field
            key={name}
            label={t(text)}
            hint={name === 'to' && t('toTimeHint')}
            problem={fieldProblem(problem, `schedule.${name}`)}
          >
            {(field) => (
              <Input
                {...field}
                type={type}
                value={schedule[name]}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}

function Cooldown({ draft: { cooldown }, problem, set }: Part) {
  const t = useTexts('rules.editor');
  return (
    <Field label={t('cooldown')} hint={t('cooldownHint')} problem={fieldProblem(problem, 'cooldown_seconds')}>
      {(field) => (
        <div className="flex gap-2">
          <Input
            {...field}
            type="number"
            min={0}
            className="max-w-24"
            value={cooldown.count}
            onChange={(event) => set({ cooldown: { ...cooldown, count: event.target.value } })}
          />
          <Select
            aria-label={t('cooldown')}
            className="max-w-32"
            value={cooldown.unit}
            onChange={({ target }) => {
              const unit = UNIT_NAMES.find((each) => each === target.value) ?? 'minutes';
              set({ cooldown: { ...cooldown, unit } });
            }}
          >
            {UNIT_NAMES.map((unit) => (
              <option key={unit} value={unit}>
                {t(UNIT_TEXTS[unit])}
              </option>
            ))}
          </Select>
        </div>
      )}
    </Field>
  );
}
