import { call } from '../../../../api/call.ts';
import { ChangeAssistant } from '../../../../api/limits.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { PageForm } from '../../../../ui/form/form.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { type Assistant, assistantQuery } from '../queries.ts';
import { draftOf } from './draft.ts';
import { HandoffPart } from './handoff-part.tsx';
import { SpeechPart } from './speech-part.tsx';
import { WhenPart } from './when-part.tsx';
import { WordsPart } from './words-part.tsx';

/** All settings but the switch of the overview and the language model. */
export function SettingsForm({ settings }: { settings: Assistant }) {
  const t = useTexts('assistant.settings');
  return (
    <PageForm
      limits={ChangeAssistant}
      initial={draftOf(settings)}
      save={(body) => call('PATCH /assistant', { body })}
      saved={draftOf}
      onSaved={(saved) => {
        queryClient.setQueryData(assistantQuery.queryKey, saved);
        notify(t('saved'));
      }}
    >
      <WhenPart />
      <SpeechPart />
      <HandoffPart />
      <WordsPart />
    </PageForm>
  );
}
