import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '../../../../api/client.ts';
import { asProblem } from '../../../../api/problem.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { LeaveGuard, useUnsaved } from '../../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../../ui/problem-line.tsx';
import { SaveBar } from '../../../../ui/save-bar.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { type Assistant, assistantQuery } from '../queries.ts';
import { draftOf, type PartProps } from './draft.ts';
import { HandoffPart } from './handoff-part.tsx';
import { SpeechPart } from './speech-part.tsx';
import { WhenPart } from './when-part.tsx';
import { WordsPart } from './words-part.tsx';

/** All settings but the switch of the overview and the language model. */
export function SettingsForm({ settings }: { settings: Assistant }) {
  const t = useTexts('assistant.settings');
  const [draft, setDraft] = useState(() => draftOf(settings));
  const { isUnsaved, settle } = useUnsaved(draft);
  const save = useMutation({
    mutationFn: (sent: typeof draft) => ok(api.PATCH('/app/api/assistant', { body: sent })),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(assistantQuery.queryKey, saved);
      // What was typed meanwhile stays.
      setDraft((now) => (now === sent ? draftOf(saved) : now));
      settle(draftOf(saved));
      notify(t('saved'));
    },
  });
  const problem = save.error ? asProblem(save.error) : null;
  const parts: PartProps = { draft, problem, set: (change) => setDraft({ ...draft, ...change }) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <WhenPart {...parts} />
      <SpeechPart {...parts} />
      <HandoffPart {...parts} />
      <WordsPart {...parts} />
      <ProblemLine problem={problem} />
      <LeaveGuard when={isUnsaved} />
      <SaveBar busy={save.isPending} />
    </form>
  );
}
