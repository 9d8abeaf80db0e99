import { useMutation } from '@tanstack/react-query';
import { SetSandboxFault } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { CheckField, NumberField, SelectField } from '../../../ui/form/fields.tsx';
import { PageForm } from '../../../ui/form/form.tsx';
import { notifyProblem } from '../../../ui/toast.tsx';
import { type OfficialNumber, setFault } from '../queries.ts';

const CODES = [131026, 131047, 131056, 130429] as const;

/** The next sends fail, with an error that the provider really answers. */
export function FaultPart({ official: { phone_number_id: id, fault } }: { official: OfficialNumber }) {
  const t = useTexts('sandbox.officials');
  const end = useMutation({ mutationFn: () => setFault(id, null), onError: notifyProblem });
  return (
    <Section title={t('fault')} lead={t('faultHint')}>
      <PageForm
        limits={SetSandboxFault}
        initial={{ code: CODES[0], count: 1, by_webhook: false }}
        save={(body) => setFault(id, body)}
        action={t('setFault')}
        aside={fault && <Button onClick={() => end.mutate()}>{t('endFault')}</Button>}
      >
        <p role="status" className={fault ? 'text-warn' : 'text-soft'}>
          {fault ? t('faultLeft', { count: fault.left, code: String(fault.code) }) : t('faultNone')}
        </p>
        <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
          <SelectField
            name="code"
            label={t('code')}
            options={CODES.map((code) => [code, t(`code${code}`)])}
          />
          <NumberField name="count" label={t('count')} />
        </div>
        <CheckField name="by_webhook" label={t('byWebhook')} hint={t('byWebhookHint')} />
      </PageForm>
    </Section>
  );
}
