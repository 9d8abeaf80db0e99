import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SetSandboxFault } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Checkbox, Choice, Field, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { type OfficialNumber, setFault } from '../queries.ts';

const CODES = ['131026', '131047', '131056', '130429'] as const;

/** The next sends fail, with an error that the provider really answers. */
export function FaultPart({ official: { phone_number_id: id, fault } }: { official: OfficialNumber }) {
  const t = useTexts('sandbox.officials');
  const [code, setCode] = useState<string>(CODES[0]);
  const [count, setCount] = useState('1');
  const [isLater, setLater] = useState(false);
  const change = useMutation({
    mutationFn: (isSet: boolean) =>
      setFault(id, isSet ? { code: Number(code), count: Number(count), by_webhook: isLater } : null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(true);
  };
  return (
    <Section title={t('fault')} lead={t('faultHint')}>
      <form className="grid gap-4" onSubmit={submit}>
        <p role="status" className={fault ? 'text-warn' : 'text-soft'}>
          {fault ? t('faultLeft', { count: fault.left, code: String(fault.code) }) : t('faultNone')}
        </p>
        <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
          <CodeField value={code} onValue={setCode} />
          <Field label={t('count')}>
            {(field) => (
              <Input
                {...field}
                type="number"
                required
                min={1}
                max={SetSandboxFault.count.maximum}
                value={count}
                onChange={(event) => setCount(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Checkbox
          label={t('byWebhook')}
          hint={t('byWebhookHint')}
          checked={isLater}
          onChange={(event) => setLater(event.target.checked)}
        />
        <ProblemLine problem={change.error} />
        <div className="flex justify-end gap-2">
          {fault && <Button onClick={() => change.mutate(false)}>{t('endFault')}</Button>}
          <Button type="submit" busy={change.isPending}>
            {t('setFault')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function CodeField({ value, onValue }: { value: string; onValue: (code: string) => void }) {
  const t = useTexts('sandbox.officials');
  return (
    <Field label={t('code')}>
      {(field) => (
        <Choice
          {...field}
          value={value}
          options={CODES.map((each) => [each, t(`code${each}`)])}
          onValue={onValue}
        />
      )}
    </Field>
  );
}
