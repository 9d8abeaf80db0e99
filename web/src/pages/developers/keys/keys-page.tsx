import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { hasEnded, keysQuery } from '../../../queries/keys.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { DevelopersFrame } from '../frame.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

type Key = Schema<'ApiKey'>;

/** The keys with which programs call the API. */
export function KeysPage() {
  const t = useTexts('developers.page');
  const keys = useQuery(keysQuery);
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setNew(true)} icon={Plus}>
      {t('newKey')}
    </Button>
  );
  return (
    <DevelopersFrame actions={create}>
      <p className="max-w-prose text-soft">{t('keysLead')}</p>
      <Loaded query={keys}>
        {({ data }) => {
          const [living, ended] = [data.filter((key) => !hasEnded(key)), data.filter(hasEnded)];
          return (
            <>
              {living.length === 0 ? (
                <Card>
                  <Empty icon={<KeyRound aria-hidden />} title={t('noKey')} lead={t('noKeyLead')} />
                </Card>
              ) : (
                <KeyTable label={t('keys')} keys={living} onRevoke={setRevoked} />
              )}
              {ended.length > 0 && (
                <details className="grid gap-3">
                  <summary className="py-1 text-soft">{t('endedKeys', { count: ended.length })}</summary>
                  <KeyTable label={t('endedKeys', { count: ended.length })} keys={ended} />
                </details>
              )}
            </>
          );
        }}
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />
    </DevelopersFrame>
  );
}

function RevokeKey({ apiKey, onClose }: { apiKey: Key | null; onClose: () => void }) {
  const t = useTexts('developers.page');
  const revoke = async () => {
    await call('DELETE /api-keys/{id}', { id: apiKey?.id ?? '' });
    await queryClient.invalidateQueries(keysQuery);
  };
  return (
    <Confirm
      open={apiKey !== null}
      onClose={onClose}
      title={t('revokeTitle', { name: apiKey?.name ?? '' })}
      lead={t('revokeLead')}
      action={t('revoke')}
      run={revoke}
    />
  );
}
