import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Choice, Field, Input } from '../../../../ui/field.tsx';
import type { FlowNode } from '../model/definition.ts';
import { titleOf } from '../model/summary.ts';
import type { Run } from './run.ts';

interface Props {
  nodes: readonly FlowNode[];
  run: Run;
  onChange: (run: Run) => void;
}

const MAX_SHOWN = 20;

/** What servers and the assistant answer in the test. Nothing without such nodes. */
export function WhatIf({ nodes, run, onChange }: Props) {
  const [t, language] = [useTexts('flows.chat'), useLanguage()];
  const asking = nodes.filter(({ type }) => type === 'http_request' || type === 'ask_assistant');
  if (asking.length === 0) return null;
  const setFailing = (id: string, fails: boolean) =>
    onChange({ ...run, failing: [...run.failing.filter((each) => each !== id), ...(fails ? [id] : [])] });
  return (
    <section className="grid gap-3 border-t border-line pt-3">
      <div>
        <h3 className="text-[13px] font-medium">{t('what')}</h3>
        <p className="text-[13px] text-soft">{t('whatLead')}</p>
      </div>
      {asking.slice(0, MAX_SHOWN).map((node) => {
        const { id } = node;
        const step = titleOf(node, language);
        return node.type === 'http_request' ? (
          <Field key={id} label={t('server', { step })}>
            {(control) => (
              <Choice
                {...control}
                value={run.failing.includes(id) ? 'fails' : 'works'}
                options={[
                  ['works', t('works')],
                  ['fails', t('fails')],
                ]}
                onValue={(chosen) => setFailing(id, chosen === 'fails')}
              />
            )}
          </Field>
        ) : (
          <Field key={id} label={t('assistantAt', { step })} hint={t('assistantHint')}>
            {(control) => (
              <Input
                {...control}
                maxLength={4_096}
                value={run.answers[id] ?? ''}
                onChange={({ target }) =>
                  onChange({ ...run, answers: { ...run.answers, [id]: target.value } })
                }
              />
            )}
          </Field>
        );
      })}
    </section>
  );
}
