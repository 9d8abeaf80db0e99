import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ChangeAutomationSettings } from '../../../api/limits.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTexts } from '../../../texts/texts.ts';
import { PageForm } from '../../../ui/form/form.tsx';
import { notify } from '../../../ui/toast.tsx';
import { changesOf, draftOf, type Settings } from './draft.ts';
import { IgnoredPart } from './ignored-part.tsx';
import { LimitsPart } from './limits-part.tsx';
import { MediaPart } from './media-part.tsx';
import { settingsQuery } from './queries.ts';
import { TimingPart } from './timing-part.tsx';
import { WaitingPart } from './waiting-part.tsx';
import { WordsPart } from './words-part.tsx';

export function SettingsForm({ present }: { present: Settings }) {
  const t = useTexts('automation.settings');
  const [first, setFirst] = useState(present);
  const [sent, setSent] = useState<readonly string[]>([]);
  return (
    <PageForm
      limits={ChangeAutomationSettings}
      initial={draftOf(present)}
      save={async (draft) => {
        const body = changesOf(first, draft);
        setSent(body.ignored_phones ?? []);
        return Object.keys(body).length === 0 ? first : call('PATCH /automation', { body });
      }}
      saved={draftOf}
      onSaved={(saved) => {
        queryClient.setQueryData(settingsQuery.queryKey, saved);
        setFirst(saved);
        notify(t('saved'));
      }}
    >
      <TimingPart />
      <WordsPart />
      <IgnoredPart sent={sent} />
      <WaitingPart />
      <MediaPart />
      <LimitsPart />
    </PageForm>
  );
}
