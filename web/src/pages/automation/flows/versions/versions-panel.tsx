import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { keysQuery } from '../../../../queries/keys.ts';
import { usersQuery } from '../../../../queries/users.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Empty, Loaded } from '../../../../ui/states.tsx';
import { notify } from '../../../../ui/toast.tsx';
import type { Definition } from '../model/definition.ts';
import { FLOWS, publisherQuery, type Version, versionsQuery } from '../queries.ts';
import { CompareDialog } from './compare-dialog.tsx';

/** Each shown version asks the audit for its publisher. */
const PAGE = 10;

/** What was published, when, and how to return to it. */
export function VersionsPanel({ id, draft }: { id: string; draft: Definition }) {
  const t = useTexts('flows.versions');
  const ui = useTexts('common.ui');
  const versions = useQuery(versionsQuery(id));
  const [shown, setShown] = useState(PAGE);
  return (
    <div className="grid gap-4">
      <header className="grid gap-0.5">
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-[13px] text-soft">{t('lead')}</p>
      </header>
      <Loaded query={versions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={<History aria-hidden />} title={t('none')} lead={t('noneLead')} />
          ) : (
            <ol className="grid gap-2">
              {data.slice(0, shown).map((version) => (
                <VersionRow key={version.version} {...{ id, draft, version }} all={data} />
              ))}
              {data.length > shown && (
                <li>
                  <Button onClick={() => setShown(shown + PAGE)}>{ui('more')}</Button>
                </li>
              )}
            </ol>
          )
        }
      </Loaded>
    </div>
  );
}

/** After the time. Nothing while it is unknown. */
function Publisher({ id, version }: { id: string; version: Version }) {
  const actor = useQuery(publisherQuery(id, version)).data;
  const user = useQuery(usersQuery).data?.find((each) => each.id === actor?.id);
  const key = useQuery(keysQuery).data?.data.find((each) => each.id === actor?.id);
  const name = user?.name ?? key?.name;
  return name === undefined ? null : (
    <>
      , <bdi>{name}</bdi>
    </>
  );
}

interface RowProps {
  id: string;
  draft: Definition;
  version: Version;
  all: readonly Version[];
}

function VersionRow({ id, draft, version: shown, all }: RowProps) {
  const [t, format] = [useTexts('flows.versions'), useFormat()];
  const [open, setOpen] = useState<'compare' | 'rollback' | null>(null);
  const { version, note, restored_from, is_published, created_at } = shown;
  const number = String(version);
  const rollBack = async () => {
    const made = await call('POST /flows/{id}/rollback', { id, body: { version } });
    notify(t('rolledBack', { version: number, next: String(made.version) }));
    await queryClient.invalidateQueries({ queryKey: FLOWS });
  };
  return (
    <li className="grid gap-1.5 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t('version', { version: number })}</span>
        {is_published && <Badge tone="good">{t('answersNow')}</Badge>}
        {restored_from !== null && <Badge>{t('restored', { version: String(restored_from) })}</Badge>}
      </div>
      <time dateTime={created_at} className="text-[13px] text-faint">
        {format.full(created_at)}
        <Publisher id={id} version={shown} />
      </time>
      {note && (
        <p className="text-[13px]">
          <bdi>{note}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={`${t('compare')}: ${t('version', { version: number })}`}
          onClick={() => setOpen('compare')}
        >
          {t('compare')}
        </Button>
        {!is_published && (
          <Button
            size="small"
            aria-label={`${t('rollBack')}: ${t('version', { version: number })}`}
            onClick={() => setOpen('rollback')}
          >
            {t('rollBack')}
          </Button>
        )}
      </div>
      {open === 'compare' && <CompareDialog {...{ id, draft, version, all }} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === 'rollback'}
        onClose={() => setOpen(null)}
        title={t('rollBackTitle', { version: number })}
        lead={t('rollBackLead')}
        action={t('rollBack')}
        run={rollBack}
      />
    </li>
  );
}
