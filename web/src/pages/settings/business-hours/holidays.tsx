import { Plus, Trash2 } from 'lucide-react';
import { SetBusinessHours } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Input } from '../../../ui/field.tsx';
import { SpanFields } from './span-fields.tsx';
import type { Hours } from './week.ts';

type Holiday = Hours['holidays'][number];

interface Props {
  holidays: readonly Holiday[];
  onChange: (holidays: Holiday[]) => void;
  problem: string | undefined;
}

/** Dates with other open times, or closed ones. */
export function Holidays({ holidays, onChange, problem }: Props) {
  const t = useTexts('settings.businessHours');
  const set = (index: number, change: Partial<Holiday>) =>
    onChange(holidays.map((holiday, at) => (at === index ? { ...holiday, ...change } : holiday)));
  const add = (
    <Button
      disabled={holidays.length >= SetBusinessHours.holidays.maxItems}
      onClick={() => onChange([...holidays, { date: '', hours: [] }])}
      icon={Plus}
    >
      {t('addHoliday')}
    </Button>
  );
  return (
    <Section title={t('holidays')} lead={t('holidaysLead')} actions={add}>
      <ul className="divide-y divide-line">
        {holidays.map((holiday, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: holidays have no id, and their fields hold no state.
          <li key={index} className="flex flex-wrap items-start gap-3 py-3">
            <Input
              type="date"
              required
              className="max-w-40"
              aria-label={t('date')}
              value={holiday.date}
              onChange={(event) => set(index, { date: event.target.value })}
            />
            <Input
              className="max-w-48"
              aria-label={t('holidayName')}
              placeholder={t('holidayName')}
              maxLength={SetBusinessHours['holidays.*.name'].maxLength}
              value={holiday.name ?? ''}
              onChange={(event) =>
                onChange(holidays.map((each, at) => (at === index ? named(each, event.target.value) : each)))
              }
            />
            <div className="flex-1">
              <SpanFields
                name={holiday.name || holiday.date || t('date')}
                spans={holiday.hours}
                onChange={(hours) => set(index, { hours })}
                problem={undefined}
              />
            </div>
            <IconButton
              small
              label={t('removeHoliday', { name: holiday.name || holiday.date })}
              onClick={() => onChange(holidays.filter((_, at) => at !== index))}
              icon={Trash2}
            />
          </li>
        ))}
      </ul>
      {problem && <p className="text-[13px] text-bad">{problem}</p>}
    </Section>
  );
}

/** The gateway takes no empty name. */
function named({ date, hours }: Holiday, name: string): Holiday {
  return name === '' ? { date, hours } : { date, hours, name };
}
