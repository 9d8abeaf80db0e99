import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { queryClient } from '../../../../api/query-client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Field, fieldProblem, Input, Select } from '../../../../ui/field.tsx';
import { LeaveGuard, useUnsaved } from '../../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { assistantQuery } from '../queries.ts';

type Model = Schema<'LanguageModel'>;
type Provider = NonNullable<Model>['provider'];

const fieldsOf = (model: Model) => ({
  provider: model?.provider ?? ('openai_compatible' as Provider),
  url: model?.url ?? '',
  model: model?.model ?? '',
  key: '',
  budget: String(model?.daily_token_budget ?? 200_000),
  embedding: model?.embedding_model ?? '',
});

const store = (saved: Schema<'Assistant'>) => queryClient.setQueryData(assistantQuery.queryKey, saved);

/** A language model for questions that the assistant is unsure about. Optional. */
export function ModelForm({ model }: { model: Model }) {
  const [t, ui, format] = [useTexts('assistant.settings'), useTexts('common.ui'), useFormat()];
  const [fields, setFields] = useState(() => fieldsOf(model));
  const { isUnsaved, settle } = useUnsaved(fields);
  const [isRemoving, setRemoving] = useState(false);
  const save = useMutation({
    mutationFn: ({ provider, url, model: name, key, budget, embedding }: typeof fields) => {
      const body = {
        ...{ provider, url: url.trim(), model: name.trim(), daily_token_budget: Number(budget) },
        embedding_model: embedding.trim() === '' ? null : embedding.trim(),
        ...(key !== '' && { api_key: key }),
      };
      return ok(api.PATCH('/app/api/assistant', { body: { language_model: body } }));
    },
    onSuccess: (saved, sent) => {
      store(saved);
      // What was typed meanwhile stays.
      setFields((now) => (now === sent ? fieldsOf(saved.language_model) : now));
      settle(fieldsOf(saved.language_model));
      notify(t('saved'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields);
  };
  return (
    <Section title={t('model')} lead={t('modelLead')}>
      <form className="grid gap-4" onSubmit={submit}>
        <ModelInputs
          fields={fields}
          setFields={setFields}
          problem={save.error}
          hasKey={model?.has_api_key ?? false}
        />
        {model && (
          <p className="text-[13px] text-faint tabular-nums">
            {t('tokensToday', {
              used: format.number(model.tokens_today),
              of: format.number(model.daily_token_budget),
            })}
          </p>
        )}
        <ProblemLine problem={save.error} />
        <LeaveGuard when={isUnsaved} />
        <div className="flex flex-wrap justify-end gap-2">
          {model && (
            <Button kind="danger" onClick={() => setRemoving(true)}>
              {t('removeModel')}
            </Button>
          )}
          <Button type="submit" busy={save.isPending}>
            {model ? ui('save') : t('connectModel')}
          </Button>
        </div>
      </form>
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('removeModel')}
        lead={t('removeModelLead')}
        action={t('removeModel')}
        run={async () => store(await ok(api.PATCH('/app/api/assistant', { body: { language_model: null } })))}
      />
    </Section>
  );
}

interface InputsProps {
  fields: ReturnType<typeof fieldsOf>;
  setFields: (fields: ReturnType<typeof fieldsOf>) => void;
  problem: unknown;
  hasKey: boolean;
}

function ModelInputs({ fields, setFields, problem: thrown, hasKey }: InputsProps) {
  const t = useTexts('assistant.settings');
  const problem = thrown ? asProblem(thrown) : null;
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const text = (name: 'url' | 'model' | 'key' | 'budget' | 'embedding') => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const problemOf = (name: string) => fieldProblem(problem, `language_model.${name}`);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('provider')} problem={problemOf('provider')}>
        {(control) => (
          <Select
            {...control}
            value={fields.provider}
            onChange={({ target }) => set({ provider: target.value as Provider })} // the options below
          >
            <option value="openai_compatible">{t('openai_compatible')}</option>
            <option value="anthropic">{t('anthropic')}</option>
          </Select>
        )}
      </Field>
      <Field label={t('url')} hint={t('urlHint')} problem={problemOf('url')}>
        {(control) => <Input {...control} required type="url" maxLength={2_000} {...text('url')} />}
      </Field>
      <Field label={t('modelName')} problem={problemOf('model')}>
        {(control) => <Input {...control} required maxLength={200} {...text('model')} />}
      </Field>
      <Field label={t('key')} hint={t(hasKey ? 'keyKept' : 'keyHint')} problem={problemOf('api_key')}>
        {(control) => (
          <Input {...control} type="password" autoComplete="off" maxLength={1_000} {...text('key')} />
        )}
      </Field>
      <Field label={t('budget')} hint={t('budgetHint')} problem={problemOf('daily_token_budget')}>
        {(control) => (
          <Input {...control} required type="number" min={1_000} max={100_000_000} {...text('budget')} />
        )}
      </Field>
      {fields.provider === 'openai_compatible' && (
        <Field label={t('embedding')} hint={t('embeddingHint')} problem={problemOf('embedding_model')}>
          {(control) => <Input {...control} maxLength={200} {...text('embedding')} />}
        </Field>
      )}
    </div>
  );
}
