import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Field, fieldProblem, TextArea } from '../../../ui/field.tsx';
import type { PartProps } from './draft.ts';
import { MAX_TEXT } from './limits.ts';

/** What a customer reads who waits for staff. */
export function WaitingPart({ draft, problem, set }: PartProps) {
  const t = useTexts('automation.settings');
  return (
    <Section title={t('waiting')} lead={t('waitingLead')}>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {(['queue_text', 'queue_return_text'] as const).map((name) => (
          <Field key={name} label={t(name)} hint={t(`${name}Hint`)} problem={fieldProblem(problem, name)}>
            {(control) => (
              <TextArea
                {...control}
                dir="auto"
                rows={3}
                maxLength={MAX_TEXT}
                placeholder={t(`${name}Example`)}
                value={draft[name] ?? ''}
                onChange={({ target }) => set({ [name]: target.value === '' ? null : target.value })}
              />
            )}
          </Field>
        ))}
        <p className="text-[13px] text-faint sm:col-span-2">
          {t('returnAfter')}{' '}
          <Link to="/settings/conversations" className="text-accent underline underline-offset-4">
            {t('toTimes')}
          </Link>
        </p>
      </div>
    </Section>
  );
}
