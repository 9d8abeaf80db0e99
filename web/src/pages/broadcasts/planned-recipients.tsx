import { useQuery } from '@tanstack/react-query';
import { PhoneNumber } from '../../numbers/phone-number.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { presentDraft } from './draft.ts';
import { Counts, type Preview, previewQuery } from './draft-preview.tsx';
import { type Broadcast, broadcastWithFileQuery, type Media } from './queries.ts';

/** Who gets a broadcast that has not started: how many, and the first of them. */
export function PlannedRecipients({ id }: { id: number }) {
  const t = useTexts('broadcasts.page');
  const query = useQuery(broadcastWithFileQuery(String(id)));
  return (
    <Section title={t('recipients')}>
      <Loaded query={query}>{(found) => <Planned {...found} />}</Loaded>
    </Section>
  );
}

function Planned({ broadcast, file }: { broadcast: Broadcast; file: Media | null }) {
  const t = useTexts('broadcasts.page');
  const preview = useQuery(previewQuery(presentDraft(broadcast, file))).data;
  if (preview) return <Recipients preview={preview} />;
  // Also without an answer, such as of a broadcast whose device or file is gone.
  return <p>{t('recipientCount', { count: broadcast.total_recipients })}</p>;
}

function Recipients({ preview }: { preview: Preview }) {
  const t = useTexts('broadcasts.page');
  const { samples } = preview;
  const others = preview.total_recipients - preview.opted_out - preview.same_person - samples.length;
  return (
    <div className="grid gap-2">
      <Counts preview={preview} />
      <ul className="grid gap-1">
        {samples.map(({ contact_id, name, phone }) => (
          <li key={contact_id} className="flex min-w-0 gap-3">
            {name && <bdi className="truncate">{name}</bdi>}
            <PhoneNumber number={phone} className="text-soft" />
          </li>
        ))}
        {others > 0 && <li className="text-soft">{t('otherRecipients', { count: others })}</li>}
      </ul>
    </div>
  );
}
