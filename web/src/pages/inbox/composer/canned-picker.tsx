import { useMutation, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { api, ok } from '../../../api/client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { notify } from '../../../ui/toast.tsx';
import { cannedQuery } from '../queries.ts';
import { PANEL, PICKER_ROW } from './picker.ts';
import { composerTexts } from './texts.ts';
import { useMarkedRow } from './use-marked-row.ts';

const MAX_SHOWN = 8;

interface Props {
  conversation: Schema<'Conversation'>;
  /** After the slash. */
  typed: string;
  onChoose: (body: string) => void;
}

/** Canned replies by shortcut or title. The gateway puts the values into the chosen one. */
export function CannedPicker({ conversation: { id, device_uuid }, typed, onChoose }: Props) {
  const t = useTexts(composerTexts);
  const all = useQuery(cannedQuery(device_uuid)).data?.data;
  const wanted = typed.toLowerCase();
  const found = (all ?? [])
    .filter(({ shortcut, title }) => `${shortcut} ${title}`.toLowerCase().includes(wanted))
    .sort((one, other) => Number(other.shortcut.startsWith(wanted)) - Number(one.shortcut.startsWith(wanted)))
    .slice(0, MAX_SHOWN);
  const render = useMutation({
    mutationFn: (cannedId: string) =>
      ok(
        api.POST('/app/api/conversations/{id}/canned-replies/{canned_reply_id}/render', {
          params: { path: { id, canned_reply_id: cannedId } },
          body: {},
        }),
      ),
    onSuccess: ({ body, missing }) => {
      onChoose(body);
      if (missing.length > 0) notify(t('missing', { names: missing.join(', ') }));
    },
  });
  const marked = useMarkedRow(found.length, (index) => {
    const chosen = found[index];
    if (chosen) render.mutate(chosen.id);
  });
  if (!all) return null;
  return (
    <div className={PANEL}>
      <ProblemLine problem={render.error} />
      {found.length === 0 && <p className="px-2.5 py-2 text-soft">{t('noCanned')}</p>}
      <ul aria-label={t('canned')}>
        {found.map(({ id: cannedId, shortcut, title, body }, index) => (
          <li key={cannedId}>
            <button
              type="button"
              onClick={() => render.mutate(cannedId)}
              className={clsx(PICKER_ROW, index === marked && 'bg-hover')}
            >
              <span className="shrink-0 font-medium">/{shortcut}</span>
              <bdi className="shrink-0 text-soft">{title}</bdi>
              <bdi className="truncate text-[13px] text-faint">{body}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
