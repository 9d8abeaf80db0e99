import { useContext } from 'react';
import { call } from '../../../api/call.ts';
import { SetBusinessHours } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { fieldProblem } from '../../../ui/field.tsx';
import { FormFacts, useField } from '../../../ui/form/facts.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { Holidays } from './holidays.tsx';
import { SpanFields } from './span-fields.tsx';
import { DAYS, type Hours, KNOWN_ZONES, sameAs, startOf, zonesWith } from './week.ts';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The week and the holidays. Saving replaces all of them. */
export function HoursForm({ present, deviceUuid }: { present: Schema<'BusinessHours'>; deviceUuid: string }) {
  const [t, ui] = [useTexts('settings.businessHours'), useTexts('common.ui')];
  const onSaved = () => {
    notify(t('saved'));
    // Rules say whether they can ever answer.
    for (const key of ['business-hours', 'devices', 'auto-replies'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  };
  return (
    <PageForm
      limits={SetBusinessHours}
      initial={startOf(present, OWN_ZONE)}
      save={(body) =>
        deviceUuid === ''
          ? call('PUT /business-hours', { body })
          : call('PUT /devices/{uuid}/business-hours', { uuid: deviceUuid, body })
      }
      onSaved={onSaved}
      action={ui('save')}
    >
      <Section title={t('week')}>
        <div className="grid gap-4">
          <ZoneField />
          <WeekFields />
        </div>
      </Section>
      <HolidayFields />
    </PageForm>
  );
}

function ZoneField() {
  const t = useTexts('settings.businessHours');
  const { value } = useField<string>('timezone');
  const named = zonesWith(value).map(
    (zone) => [zone, KNOWN_ZONES[zone] ? `${KNOWN_ZONES[zone]} · ${zone}` : zone] as const,
  );
  return <SelectField name="timezone" label={t('timezone')} className="max-w-80" options={named} />;
}

function WeekFields() {
  const t = useTexts('settings.businessHours');
  const { value: weekly, setValue } = useField<Hours['weekly']>('weekly');
  const { problem } = useContext(FormFacts);
  return (
    <ul className="divide-y divide-line">
      {DAYS.map((day) => (
        <li key={day} className="grid gap-2 py-3 sm:grid-cols-[10rem_1fr]">
          <span className="grid justify-items-start pt-1.5 font-medium">
            {t(day)}
            {day === 'monday' && (
              <Button
                kind="link"
                size="small"
                onClick={() => setValue({ ...weekly, ...sameAs(weekly.monday) })}
              >
                {t('sameForAll')}
              </Button>
            )}
          </span>
          <SpanFields
            name={t(day)}
            spans={weekly[day]}
            onChange={(spans) => setValue({ ...weekly, [day]: spans })}
            problem={fieldProblem(problem, `weekly.${day}`)}
          />
        </li>
      ))}
    </ul>
  );
}

function HolidayFields() {
  const { value, setValue, problem } = useField<Hours['holidays']>('holidays');
  return <Holidays holidays={value} onChange={setValue} problem={problem} />;
}
