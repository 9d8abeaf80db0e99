import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUpload } from '../../files/use-upload.ts';
import { quietHoursQuery } from '../../queries/quiet-hours.ts';
import { useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { LeaveGuard, useUnsaved } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Loaded } from '../../ui/states.tsx';
import {
  type Draft,
  draftOf,
  dropDraft,
  EMPTY_DRAFT,
  hasMessage,
  hasPassed,
  hasRecipients,
  presentDraft,
  readDraft,
  writeDraft,
} from './draft.ts';
import { DraftPreview, usePreview } from './draft-preview.tsx';
import { MessageFields } from './message-fields.tsx';
import { PaceFields } from './pace-fields.tsx';
import { type Broadcast, broadcastWithFileQuery, type Media } from './queries.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { SendDialog } from './send-dialog.tsx';
import type { Wave } from './stages.ts';
import { type Sending, useSend } from './use-send.ts';

/** Writes a broadcast, or one like an earlier one. */
export function ComposerPage() {
  const { copy, stage = 'all' } = useSearch({ from: '/app/broadcasts/new' });
  const me = useMe();
  const quiet = useQuery(quietHoursQuery);
  if (copy !== undefined) return <Copy key={`${copy} ${stage}`} of={copy} stage={stage} />;
  return (
    <Loaded query={quiet}>
      {({ quiet_hours }) => (
        <Composer
          start={() => readDraft(me.id, quiet_hours)}
          onDraft={(draft) => writeDraft(me.id, draft)}
          onSent={() => dropDraft(me.id)}
        />
      )}
    </Loaded>
  );
}

/** It leaves the unsent draft of this browser alone. */
function Copy({ of, stage }: { of: number; stage: Wave }) {
  const query = useQuery(broadcastWithFileQuery(String(of)));
  return (
    <Loaded query={query}>
      {({ broadcast, file }) => (
        <Composer start={() => draftOf(broadcast, file, stage)} isFileGone={isGone(broadcast, file)} />
      )}
    </Loaded>
  );
}

/** The message would lack it. */
const isGone = ({ media_id }: Broadcast, file: Media | null) => media_id !== null && file === null;

/** Changes a broadcast before its start. */
export function ChangePage() {
  const { id } = useParams({ from: '/app/broadcasts/$id/edit' });
  const query = useQuery(broadcastWithFileQuery(id));
  return (
    <Loaded query={query}>
      {({ broadcast, file }) => (
        <Composer start={() => presentDraft(broadcast, file)} changes={broadcast.id} />
      )}
    </Loaded>
  );
}

interface ComposerProps {
  /** The broadcast that is changed. Missing: a new one. */
  changes?: number;
  isFileGone?: boolean;
  start: () => Draft;
  /** Keeps what is typed. Without it, leaving asks. */
  onDraft?: (draft: Draft) => void;
  onSent?: () => void;
}

function Composer({ start, onDraft, onSent, changes, isFileGone }: ComposerProps) {
  const t = useTexts('broadcasts.page');
  const [draft, setDraft] = useState(start);
  const { isUnsaved } = useUnsaved(draft);
  const { data: { quiet_hours: quiet = null } = {} } = useQuery(quietHoursQuery);
  const [isHalfTime, setHalfTime] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const preview = usePreview(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the draft changes
  useEffect(() => onDraft?.(draft), [draft]);
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const upload = useUpload((file) => change({ file }));
  const missing = upload.state === 'uploading' ? 'missingUpload' : missingOf(draft, isHalfTime);
  return (
    <Page
      title={changes === undefined ? t('new') : t('change')}
      back={<BackLink to="/broadcasts">{t('allBroadcasts')}</BackLink>}
      actions={changes === undefined && <Button onClick={() => setClearing(true)}>{t('clear')}</Button>}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <MessageFields {...{ draft, change, upload, isFileGone }} isFixed={changes !== undefined} />
          <RecipientFields draft={draft} change={change} own={changes} />
          <PaceFields
            {...{ draft, change, isHalfTime }}
            onHalfTime={setHalfTime}
            perHour={preview.data?.messages_per_hour}
          />
          <Send {...{ draft, changes, onSent, preview, missing }} onLate={() => change({})} />
        </div>
        <DraftPreview draft={draft} preview={preview} />
      </div>
      <Confirm
        open={isClearing}
        onClose={() => setClearing(false)}
        title={t('clearTitle')}
        lead={t('clearLead')}
        action={t('clear')}
        run={async () => setDraft({ ...EMPTY_DRAFT, quiet })}
      />
      {!onDraft && <LeaveGuard when={isUnsaved} />}
    </Page>
  );
}

function missingOf(draft: Draft, isHalfTime: boolean) {
  if (draft.name.trim() === '') return 'missingName';
  if (draft.deviceUuid === '') return 'missingDevice';
  if (!hasMessage(draft)) return draft.isTemplate ? 'missingTemplate' : 'missingText';
  if (!hasRecipients(draft)) return 'missingRecipients';
  if (isHalfTime) return 'missingTime';
  return hasPassed(draft) ? 'timePassed' : null;
}

interface SendProps extends Sending {
  preview: ReturnType<typeof usePreview>;
  missing: ReturnType<typeof missingOf> | 'missingUpload';
  /** The start has passed since the form was drawn. */
  onLate: () => void;
}

/** What is sent at once or newly scheduled is looked at first. */
function Send({ draft, changes, onSent, preview, missing, onLate }: SendProps) {
  const t = useTexts('broadcasts.page');
  const [isAsking, setAsking] = useState(false);
  const save = useSend({ draft, changes, onSent });
  const isReady = missing === null && preview.data && !preview.isPlaceholderData && !preview.isError;
  const isNow = draft.startsAt === '';
  const isAsked = isNow || changes === undefined;
  const go = () => {
    if (hasPassed(draft)) onLate();
    else if (isAsked) setAsking(true);
    else save.mutate();
  };
  const names =
    changes === undefined
      ? (['review', 'reviewSchedule'] as const)
      : (['saveAndStart', 'saveChanges'] as const);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="primary" disabled={!isReady} busy={save.isPending} onClick={go}>
        {t(names[isNow ? 0 : 1])}
      </Button>
      {missing && <span className="text-soft">{t(missing)}</span>}
      <ProblemLine problem={save.error} />
      {isAsking && preview.data && (
        <SendDialog
          {...{ draft, changes, onSent }}
          preview={preview.data}
          onClose={() => setAsking(false)}
          onLate={onLate}
        />
      )}
    </div>
  );
}
