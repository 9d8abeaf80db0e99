import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { ChangeAssistant } from '../../../../api/limits.ts';
import { queryClient } from '../../../../api/query-client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { NumberField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { PageForm } from '../../../../ui/form/form.tsx';
import { valuesOf } from '../../../../ui/form/values.ts';
import { notify } from '../../../../ui/toast.tsx';
import { assistantQuery } from '../queries.ts';

type Model = Schema<'LanguageModel'>;

const NEW = {
  provider: 'openai_compatible' as NonNullable<Model>['provider'],
  url: '',
  model: '',
  api_key: null as string | null,
  daily_token_budget: 200_000,
  embedding_model: null as string | null,
};

const store = (saved: Schema<'Assistant'>) => queryClient.setQueryData(assistantQuery.queryKey, saved);

/** A language model for questions that the assistant is unsure about. Optional. */
export function ModelForm({ model }: { model: Model }) {
  const [t, ui] = [useTexts('assistant.settings'), useTexts('common.ui')];
  const [isRemoving, setRemoving] = useState(false);
  const remove = (
    <Button kind="danger" onClick={() => setRemoving(true)}>
      {t('removeModel')}
    </Button>
  );
  return (
    <Section title={t('model')} lead={t('modelLead')}>
      <PageForm
        limits={ChangeAssistant}
        initial={{ language_model: valuesOf(NEW, model) }}
        save={({ language_model: { api_key, ...fields } }) => {
          const language_model = {
            ...fields,
            model: fields.model.trim(),
            embedding_model: fields.embedding_model?.trim() ?? null,
            ...(api_key !== null && { api_key }),
          };
          return call('PATCH /assistant', { body: { language_model } });
        }}
        saved={(saved) => ({ language_model: valuesOf(NEW, saved.language_model) })}
        onSaved={(saved) => {
          store(saved);
          notify(t('saved'));
        }}
        action={model ? ui('save') : t('connectModel')}
        aside={model && remove}
      >
        {({ language_model: { provider } }) => <ModelInputs model={model} provider={provider} />}
      </PageForm>
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('removeModel')}
        lead={t('removeModelLead')}
        action={t('removeModel')}
        run={async () => store(await call('PATCH /assistant', { body: { language_model: null } }))}
      />
    </Section>
  );
}

function ModelInputs({ model, provider }: { model: Model; provider: NonNullable<Model>['provider'] }) {
  const [t, format] = [useTexts('assistant.settings'), useFormat()];
  const of = (field: string) => `language_model.${field}`;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name={of('provider')}
          label={t('provider')}
          options={[
            ['openai_compatible', t('openai_compatible')],
            ['anthropic', t('anthropic')],
          ]}
        />
        <TextField name={of('url')} type="url" label={t('url')} hint={t('urlHint')} />
        <TextField name={of('model')} label={t('modelName')} />
        <TextField
          name={of('api_key')}
          type="password"
          label={t('key')}
          hint={t(model?.has_api_key ? 'keyKept' : 'keyHint')}
          required={false}
          autoComplete="off"
        />
        <NumberField name={of('daily_token_budget')} label={t('budget')} hint={t('budgetHint')} />
        {provider === 'openai_compatible' && (
          <TextField name={of('embedding_model')} label={t('embedding')} hint={t('embeddingHint')} />
        )}
      </div>
      {model && (
        <p className="text-[13px] text-faint tabular-nums">
          {t('tokensToday', {
            used: format.number(model.tokens_today),
            of: format.number(model.daily_token_budget),
          })}
        </p>
      )}
    </>
  );
}
