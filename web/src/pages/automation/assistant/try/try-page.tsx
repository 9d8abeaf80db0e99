import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { AskAssistant } from '../../../../api/limits.ts';
import { asProblem } from '../../../../api/problem.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Choice, Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { Head } from '../head.tsx';
import { AnswerView } from './answer-view.tsx';

interface Asked {
  question: string;
  device: string;
}

/** Asks the assistant as a customer would. Nothing is sent. */
export function TryPage() {
  const [t, all] = [useTexts('assistant.try'), useTexts('assistant.page')];
  const search = useSearch({ from: '/app/automation/assistant/try' });
  const navigate = useNavigate({ from: '/automation/assistant/try' });
  const [question, setQuestion] = useState(search.question ?? '');
  const [device, setDevice] = useState('');
  const ask = useMutation({
    mutationFn: async (asked: Asked) => ({
      asked,
      answer: await call('POST /assistant/ask', {
        body: { question: asked.question, ...(asked.device && { device_uuid: asked.device }) },
      }),
    }),
  });
  const { mutate } = ask;
  const first = search.question;
  // A way back from a pair shows the question again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    if (first !== undefined) mutate({ question: first, device: '' });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: { question }, replace: true });
    mutate({ question, device });
  };
  const problem = ask.error ? asProblem(ask.error) : null;
  return (
    <>
      <Head title={all('try')} lead={t('lead')} />
      <Card className="p-4">
        <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
          <Field
            label={t('question')}
            problem={fieldProblem(problem, 'question')}
            className="min-w-0 grow basis-72"
          >
            {(control) => (
              <Input
                {...control}
                required
                maxLength={AskAssistant.question.maxLength}
                placeholder={t('placeholder')}
                value={question}
                onChange={({ target }) => setQuestion(target.value)}
              />
            )}
          </Field>
          <DeviceChoice value={device} onValue={setDevice} />
          <Button kind="primary" type="submit" busy={ask.isPending}>
            {t('ask')}
          </Button>
        </form>
      </Card>
      <ProblemLine problem={problem?.code === 'invalid_fields' ? null : problem} />
      {ask.data && <AnswerView key={ask.submittedAt} {...ask.data.asked} answer={ask.data.answer} />}
    </>
  );
}

/** The number that the customer writes to, if there are several. */
function DeviceChoice(props: { value: string; onValue: (uuid: string) => void }) {
  const t = useTexts('assistant.try');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  if (devices.length < 2) return null;
  const named = devices.map(({ device_uuid, label }) => [device_uuid, label] as const);
  return <Choice label={t('device')} options={[['', t('anyDevice')], ...named]} {...props} />;
}
