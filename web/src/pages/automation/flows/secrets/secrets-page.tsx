import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { BackLink } from '../../../../ui/back-link.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Listed } from '../../../../ui/listed.tsx';
import { Page } from '../../../../ui/page.tsx';
import { RemoveButton } from '../../../../ui/remove-button.tsx';
import { Empty } from '../../../../ui/states.tsx';
import { secretsQuery } from '../queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** Names of the secrets of flows. Values are written and never read. */
export function SecretsPage() {
  const t = useTexts('flows.secrets');
  const secrets = useQuery(secretsQuery);
  /** The name whose value is set; empty: a new one. */
  const [open, setOpen] = useState<string | null>(null);
  const actions = (
    <Button kind="primary" onClick={() => setOpen('')} icon={Plus}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      back={<BackLink to="/automation/flows">{t('back')}</BackLink>}
      title={t('title')}
      lead={t('lead')}
      actions={actions}
    >
      <Listed
        query={secrets}
        none={<Empty icon={<KeyRound aria-hidden />} title={t('none')} lead={t('noneLead')} />}
      >
        {(secret) => <SecretRow key={secret.name} {...secret} onReplace={() => setOpen(secret.name)} />}
      </Listed>
      {open !== null && <SecretDialog name={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

interface RowProps {
  name: string;
  updated_at: string;
  onReplace: () => void;
}

function SecretRow({ name, updated_at, onReplace }: RowProps) {
  const [t, format] = [useTexts('flows.secrets'), useFormat()];
  const remove = async () => {
    await call('DELETE /flows/secrets/{name}', { name });
    await queryClient.invalidateQueries(secretsQuery);
  };
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <code className="truncate font-mono text-[13px] font-medium">{name}</code>
        <span className="text-[13px] text-faint">{t('setAt', { time: format.ago(updated_at) })}</span>
      </div>
      <IconButton small label={t('replaceNamed', { name })} onClick={onReplace} icon={Pencil} />
      <RemoveButton
        label={t('removeNamed', { name })}
        title={t('removeTitle', { name })}
        lead={t('removeLead')}
        action={t('remove')}
        run={remove}
      />
    </li>
  );
}
