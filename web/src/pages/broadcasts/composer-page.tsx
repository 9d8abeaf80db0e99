import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { CreateBroadcast } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import { choiceOf, NO_CHOICE, writtenTemplate } from '../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../devices/template-fields.tsx';
import { MAX_CAPTION } from '../../files/caption.ts';
import { FileField } from '../../files/file-field.tsx';
import { type Upload, useUpload } from '../../files/use-upload.ts';
import { phoneText } from '../../numbers/phone-text.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { usePlaceholders } from '../../queries/own-fields.ts';
import { quietHoursQuery } from '../../queries/quiet-hours.ts';
import { useMe } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Choice, Field, Input, TextArea } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Loaded } from '../../ui/states.tsx';
import {
  changesOf,
  type Draft,
  type DraftProps,
  draftOf,
  dropDraft,
  EMPTY_DRAFT,
  hasMessage,
  hasRecipients,
  presentDraft,
  readDraft,
  writeDraft,
} from './draft.ts';
import { DraftPreview, usePreview } from './draft-preview.tsx';
import { PaceFields } from './pace-fields.tsx';
import { type Broadcast, broadcastWithFileQuery, type Media } from './queries.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { SendDialog } from './send-dialog.tsx';
import type { Wave } from './stages.ts';

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
        <Composer
          start={() => draftOf(broadcast, file, stage)}
          onDraft={() => {}}
          onSent={() => {}}
          isFileGone={isGone(broadcast, file)}
        />
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
        <Composer
          start={() => presentDraft(broadcast, file)}
          onDraft={() => {}}
          onSent={() => {}}
          changes={broadcast.id}
        />
      )}
    </Loaded>
  );
}

interface ComposerProps {
  /** The broadcast that is changed. Missing: a new one. */
  changes?: number;
  isFileGone?: boolean;
  start: () => Draft;
  onDraft: (draft: Draft) => void;
  onSent: () => void;
}

/** What is typed stays in this browser until it is sent, unless it is a copy. */
function Composer({ start, onDraft, onSent, changes, isFileGone }: ComposerProps) {
  const t = useTexts('broadcasts.page');
  const [draft, setDraft] = useState(start);
  const { data: { quiet_hours: quiet = null } = {} } = useQuery(quietHoursQuery);
  const [isSending, setSending] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const preview = usePreview(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the draft changes
  useEffect(() => onDraft(draft), [draft]);
  const change = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));
  const upload = useUpload((file) => change({ file }));
  const missing = upload.state === 'uploading' ? 'missingUpload' : missingOf(draft);
  const isReady = missing === null && preview.data && !preview.isPlaceholderData && !preview.isError;
  return (
    <Page
      title={changes === undefined ? t('new') : t('change')}
      back={<BackLink to="/broadcasts">{t('allBroadcasts')}</BackLink>}
      actions={changes === undefined && <Button onClick={() => setClearing(true)}>{t('clear')}</Button>}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <MessageFields
            draft={draft}
            change={change}
            upload={upload}
            isFixed={changes !== undefined}
            isFileGone={isFileGone}
          />
          <RecipientFields draft={draft} change={change} own={changes} />
          <PaceFields draft={draft} change={change} perHour={preview.data?.messages_per_hour} />
          <div className="flex flex-wrap items-center gap-3">
            {changes === undefined ? (
              <Button kind="primary" disabled={!isReady} onClick={() => setSending(true)}>
                {draft.startsAt === '' ? t('review') : t('reviewSchedule')}
              </Button>
            ) : (
              <SaveChanges {...{ draft, isReady }} id={changes} />
            )}
            {missing && <span className="text-soft">{t(missing)}</span>}
          </div>
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
      {isSending && preview.data && (
        <SendDialog {...{ draft, onSent }} preview={preview.data} onClose={() => setSending(false)} />
      )}
    </Page>
  );
}

function missingOf(draft: Draft) {
  if (draft.name.trim() === '') return 'missingName';
  if (draft.deviceUuid === '') return 'missingDevice';
  if (!hasMessage(draft)) return draft.isTemplate ? 'missingTemplate' : 'missingText';
  return hasRecipients(draft) ? null : 'missingRecipients';
}

function SaveChanges({ draft, id, isReady }: { draft: Draft; id: number; isReady: boolean | undefined }) {
  const t = useTexts('broadcasts.page');
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: () => call('PATCH /broadcasts/{id}', { id, body: changesOf(draft, id) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
      await navigate({ to: '/broadcasts/$id', params: { id: String(id) } });
    },
  });
  return (
    <>
      <Button kind="primary" disabled={!isReady} busy={save.isPending} onClick={() => save.mutate()}>
        {draft.startsAt === '' ? t('saveAndStart') : t('saveChanges')}
      </Button>
      <ProblemLine problem={save.error} />
    </>
  );
}

interface MessageProps extends DraftProps {
  upload: Upload;
  isFixed: boolean;
  isFileGone: boolean | undefined;
}

function MessageFields({ draft, change, upload, isFixed, isFileGone }: MessageProps) {
  const t = useTexts('broadcasts.page');
  const devices = useQuery(devicesQuery);
  const list = devices.data?.data ?? [];
  const chosen = list.find(({ device_uuid }) => device_uuid === draft.deviceUuid);
  const note = list.length === 0 && devices.data ? t('noDevice') : t('notConnected');
  const only = list.length === 1 ? list[0]?.device_uuid : undefined;
  useEffect(() => {
    if (draft.deviceUuid === '' && only !== undefined) change({ deviceUuid: only });
  });
  const isReady = chosen ? chosen.status === 'connected' : list.length > 0 || !devices.data;
  return (
    <Section title={t('message')}>
      <div className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input
            label={t('broadcastName')}
            hint={t('broadcastNameHint')}
            maxLength={CreateBroadcast.name.maxLength}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field label={t('device')} {...(!isReady && { hint: note })}>
            {(field) => (
              <Choice
                {...field}
                disabled={isFixed}
                value={chosen ? draft.deviceUuid : ''}
                options={[
                  ['', t('choose')],
                  ...list.map(
                    ({ device_uuid, label, phone_number }) =>
                      [device_uuid, phone_number ? `${label} (${phoneText(phone_number)})` : label] as const,
                  ),
                ]}
                onValue={(chosen) => change({ deviceUuid: chosen, isTemplate: false, template: null })}
              />
            )}
          </Field>
        </div>
        {chosen?.engine === 'official_cloud' && <Kind draft={draft} change={change} />}
        {isFileGone && !draft.file && (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            {t('fileGone')}
          </p>
        )}
        {draft.isTemplate ? (
          <TemplateMessage draft={draft} change={change} />
        ) : (
          <TextMessage draft={draft} change={change} upload={upload} />
        )}
      </div>
    </Section>
  );
}

/** An official number writes to people who have not written to it with a template only. */
function Kind({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  return (
    <Choice
      label={t('messageKind')}
      hint={t('messageKindHint')}
      value={draft.isTemplate ? 'template' : 'text'}
      options={[
        ['text', t('text')],
        ['template', t('approvedTemplate')],
      ]}
      onValue={(chosen) => change({ isTemplate: chosen === 'template' })}
    />
  );
}

function TextMessage({ draft, change, upload }: DraftProps & { upload: Upload }) {
  const t = useTexts('broadcasts.page');
  const fields = usePlaceholders().join(', ');
  return (
    <>
      <FileField
        label={t('file')}
        hint={t('fileHint')}
        file={draft.file}
        upload={upload}
        onRemove={() => change({ file: null })}
      />
      <TextArea
        label={draft.file ? t('caption') : t('text')}
        hint={`${t('textHint')} ${t('fieldsHint', { fields })}`}
        rows={6}
        maxLength={draft.file ? MAX_CAPTION : 4096}
        dir="auto"
        placeholder={t('textExample')}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    </>
  );
}

function TemplateMessage({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  const fields = usePlaceholders().join(', ');
  return (
    <Templates deviceUuid={draft.deviceUuid}>
      {(templates) => (
        <>
          <TemplateFields
            templates={templates}
            choice={choiceOf(draft.template)}
            onChoice={(choice) => change({ template: writtenTemplate(templates, choice) })}
          />
          <p className="text-[13px] text-soft">
            {t('valueHint')} {t('fieldsHint', { fields })}
          </p>
          {draft.template === null && (
            <First template={writtenTemplate(templates, NO_CHOICE)} change={change} />
          )}
        </>
      )}
    </Templates>
  );
}

/** The form shows the first template until the user chooses another one. */
function First({ template, change }: Pick<Draft, 'template'> & Pick<DraftProps, 'change'>) {
  useEffect(() => change({ template }));
  return null;
}
