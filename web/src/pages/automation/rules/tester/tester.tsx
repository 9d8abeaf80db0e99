import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TestAutoReplies } from '../../../../api/limits.ts';
import { asProblem } from '../../../../api/problem.ts';
import { devicesQuery } from '../../../../queries/devices.ts';
import { fromLocalInput } from '../../../../texts/local-input.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Choice, fieldProblem, TextArea } from '../../../../ui/field.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { testRules } from '../queries.ts';
import { Circumstances, NO_CIRCUMSTANCES } from './circumstances.tsx';
import { Result } from './result.tsx';

/** What the rules would answer to a message. */
export function Tester() {
  const t = useTexts('rules.tester');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const [text, setText] = useState('');
  const [device, setDevice] = useState('');
  const [given, setGiven] = useState(NO_CIRCUMSTANCES);
  const test = useMutation({ mutationFn: () => testRules(bodyOf(text, device, given)) });
  const problem = test.error && asProblem(test.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Section
      title={t('title')}
      lead={t('lead')}
      className="lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto"
    >
      <form className="grid gap-3" onSubmit={submit}>
        <TextArea
          label={t('text')}
          problem={fieldProblem(problem, 'text')}
          required
          dir="auto"
          maxLength={TestAutoReplies.text.maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Choice
          label={t('device')}
          problem={fieldProblem(problem, 'device_uuid')}
          value={device}
          options={[
            ['', t('anyDevice')],
            ...devices.map(({ device_uuid, label }) => [device_uuid, label] as const),
          ]}
          onValue={setDevice}
        />
        <Circumstances value={given} problem={problem} hasDevice={device !== ''} onChange={setGiven} />
        {problem?.code !== 'invalid_fields' && <ProblemLine problem={test.error} />}
        <Button type="submit" className="justify-self-end" busy={test.isPending}>
          {t('test')}
        </Button>
      </form>
      <div role="status">{test.data && <Result tested={test.data} />}</div>
    </Section>
  );
}

function bodyOf(text: string, device: string, given: typeof NO_CIRCUMSTANCES) {
  const { at, phone, first, during_flow, entry_point_id, ad_id } = given;
  const time = fromLocalInput(at);
  return {
    text,
    first,
    during_flow,
    ...(device && { device_uuid: device, ...(phone.trim() && { phone: phone.trim() }) }),
    ...(time !== null && { at: time }),
    ...(entry_point_id && { entry_point_id }),
    ...(ad_id.trim() && { ad_id: ad_id.trim() }),
  };
}
