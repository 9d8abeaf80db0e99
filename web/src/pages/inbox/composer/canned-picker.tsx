import { useMutation, useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { RefObject } from 'react';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { fieldTitle } from '../../../people/field-names.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { cannedQuery } from '../queries.ts';
import { Picker } from './picker.tsx';

/** Variables with a title of their own. Others are fields of the contact. */
const OF_CHAT = [
  'customer.name',
  'customer.first_name',
  'customer.phone',
  'agent.name',
  'device.label',
] as const;
const MAX_SHOWN = 8;
const PLACEHOLDER = /\{\{\s*([\w.]+)\s*(?:\|[^{}]*)?\}\}/g;

interface Props {
  conversation: Schema<'Conversation'>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** After the slash. */
  typed: string;
  onChoose: (body: string, file: Schema<'UploadedMedia'> | null) => void;
  onClose: () => void;
}

/** Canned replies by shortcut or title. The gateway puts the values into the chosen one. */
export function CannedPicker({ conversation, field, typed, onChoose, onClose }: Props) {
  const t = useTexts('chat.composer');
  const { id, device_uuid } = conversation;
  const all = useQuery(cannedQuery(device_uuid)).data?.data;
  const wanted = typed.toLowerCase();
  const found = (all ?? [])
    .filter(({ shortcut, title }) => `${shortcut} ${title}`.toLowerCase().includes(wanted))
    .sort((one, other) => Number(other.shortcut.startsWith(wanted)) - Number(one.shortcut.startsWith(wanted)))
    .slice(0, MAX_SHOWN);
  const titleOf = (name: string) => {
    const known = OF_CHAT.find((each) => each === name);
    return known ? t(known) : fieldTitle(name.replace(/^contact\./, ''));
  };
  const readable = (body: string) => body.replace(PLACEHOLDER, (_, name) => `‹${titleOf(name)}›`);
  const render = useMutation({
    mutationFn: (cannedId: string) =>
      call('POST /conversations/{id}/canned-replies/{canned_reply_id}/render', {
        id,
        canned_reply_id: cannedId,
        body: {},
      }),
    onSuccess: ({ body, missing }, cannedId) => {
      onChoose(body, all?.find((each) => each.id === cannedId)?.media ?? null);
      if (missing.length > 0) notify(t('missing', { names: missing.map(titleOf).join(', ') }));
    },
  });
  if (!all) return null;
  const rows = found.map(({ id: cannedId, shortcut, title, body, media }) => ({
    id: cannedId,
    content: (
      <>
        <span className="shrink-0 font-medium">/{shortcut}</span>
        <bdi className="shrink-0 text-soft">{title}</bdi>
        {media && (
          <Paperclip className="size-4 shrink-0 self-center text-soft" aria-label={media.file_name} />
        )}
        <bdi className="truncate text-[13px] text-soft">{readable(body)}</bdi>
      </>
    ),
  }));
  return (
    <Picker
      label={t('canned')}
      field={field}
      rows={rows}
      onChoose={(row) => render.mutate(row.id)}
      onClose={onClose}
    >
      <ProblemLine problem={render.error} />
      {found.length === 0 && <p className="px-2.5 py-2 text-soft">{t('noCanned')}</p>}
    </Picker>
  );
}
