import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, Select } from '../../../ui/field.tsx';
import { LeaveGuard, useUnsaved } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { Holidays } from './holidays.tsx';
import { SpanFields } from './span-fields.tsx';
import { DAYS, type Day, type Hours, KNOWN_ZONES, type Span, sameAs, startOf, zonesWith } from './week.ts';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The week and the holidays. Saving replaces all of them. */
export function HoursForm({ present, deviceUuid }: { present: Schema<'BusinessHours'>; deviceUuid: string }) {
  const [t, ui] = [useTexts('settings.businessHours'), useTexts('common.ui')];
  const client = useQueryClient();
  const [hours, setHours] = useState<Hours>(() => startOf(present, OWN_ZONE));
  const { isUnsaved, settle } = useUnsaved(hours);
  const save = useMutation({
    mutationFn: (sent: Hours) =>
      deviceUuid === ''
        ? ok(api.PUT('/app/api/business-hours', { body: sent }))
        : ok(
            api.PUT('/app/api/devices/{uuid}/business-hours', {
              params: { path: { uuid: deviceUuid } },
              body: sent,
            }),
          ),
    onSuccess: async (_, sent) => {
      settle(sent);
      notify(t('saved'));
      // Rules say whether they can ever answer.
      const known = ['business-hours', 'devices', 'auto-replies'];
      await Promise.all(known.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(hours);
  };
  const setDay = (day: Day, spans: Span[]) =>
    setHours({ ...hours, weekly: { ...hours.weekly, [day]: spans } });
  const sameForAll = () =>
    setHours({ ...hours, weekly: { ...hours.weekly, ...sameAs(hours.weekly.monday) } });
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Section title={t('week')}>
        <div className="grid gap-4">
          <Field label={t('timezone')} className="max-w-80" problem={fieldProblem(problem, 'timezone')}>
            {(control) => (
              <Select
                {...control}
                value={hours.timezone}
                onChange={(event) => setHours({ ...hours, timezone: event.target.value })}
              >
                {zonesWith(hours.timezone).map((zone) => (
                  <option key={zone} value={zone}>
                    {KNOWN_ZONES[zone] ? `${KNOWN_ZONES[zone]} · ${zone}` : zone}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <ul className="divide-y divide-line">
            {DAYS.map((day) => (
              <li key={day} className="grid gap-2 py-3 sm:grid-cols-[10rem_1fr]">
                <span className="grid justify-items-start pt-1.5 font-medium">
                  {t(day)}
                  {day === 'monday' && (
                    <Button kind="link" size="small" onClick={sameForAll}>
                      {t('sameForAll')}
                    </Button>
                  )}
                </span>
                <SpanFields
                  name={t(day)}
                  spans={hours.weekly[day]}
                  onChange={(spans) => setDay(day, spans)}
                  problem={fieldProblem(problem, `weekly.${day}`)}
                />
              </li>
            ))}
          </ul>
        </div>
      </Section>
      <Holidays
        holidays={hours.holidays}
        onChange={(holidays) => setHours({ ...hours, holidays })}
        problem={fieldProblem(problem, 'holidays')}
      />
      <ProblemLine problem={problem} />
      <LeaveGuard when={isUnsaved} />
      <Button kind="primary" type="submit" className="justify-self-start" busy={save.isPending}>
        {ui('save')}
      </Button>
    </form>
  );
}
