import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, ok } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LeaveGuard, useUnsaved } from '../../../ui/leave-guard.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type Change, changesOf, type Draft, draftOf, type PartProps, type Settings } from './draft.ts';
import { IgnoredPart } from './ignored-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { MediaPart } from './media-part.tsx';
import { settingsQuery } from './queries.ts';
import { TimingPart } from './timing-part.tsx';
import { WaitingPart } from './waiting-part.tsx';
import { WordsPart } from './words-part.tsx';

export function SettingsForm({ present }: { present: Settings }) {
  const t = useTexts('automation.settings');
  const form = useRef<HTMLFormElement>(null);
  const [first, setFirst] = useState(present);
  const [draft, setDraft] = useState(() => draftOf(present));
  const { isUnsaved, settle } = useUnsaved(draft);
  const save = useMutation({
    mutationFn: async ({ body }: { body: Change; sent: Draft }) =>
      Object.keys(body).length === 0 ? first : ok(api.PATCH('/app/api/automation', { body })),
    onSuccess: (saved, { sent }) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      setFirst(saved);
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
    save.mutate({ body: changesOf(first, draft), sent: draft });
  };
  // The refused field may be far above the button.
  useEffect(() => {
    if (save.error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [save.error]);
  return (
    <form ref={form} className="grid gap-5" onSubmit={submit}>
      <TimingPart {...parts} />
      <WordsPart {...parts} />
      <IgnoredPart {...parts} sent={save.variables?.body.ignored_phones ?? []} />
      <WaitingPart {...parts} />
      <MediaPart {...parts} />
      <LimitsPart {...parts} />
      <ProblemLine problem={problem} />
      <LeaveGuard when={isUnsaved} />
      <SaveBar busy={save.isPending} />
    </form>
  );
}
