import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';

type Key = Schema<'ApiKey'>;

const TONES: Record<Key['scope'], Tone> = { full: 'warn', send: 'accent', read: 'neutral' };

interface Props {
  label: string;
  keys: readonly Key[];
  /** Missing: these keys have ended. */
  onRevoke?: (key: Key) => void;
}

export function KeyTable({ label, keys, onRevoke }: Props) {
  const t = useTexts('developers.page');
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <Th>{t('name')}</Th>
          <Th>{t('scope')}</Th>
          <Th>{t('madeBy')}</Th>
          <Th>{t('lastUse')}</Th>
          <Th>{onRevoke ? t('ends') : t('ended')}</Th>
          <Th>{t('addresses')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} {...(onRevoke && { onRevoke })} />
        ))}
      </tbody>
    </Table>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke?: (key: Key) => void }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const { id, name, scope, last_used_at, last_used_address, expires_at, revoked_at, allowed_addresses } =
    apiKey;
  const end = revoked_at ?? expires_at;
  return (
    <tr>
      <Td className="min-w-40 max-w-64">
        <span className="block truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </span>
        <code className="font-mono text-xs text-faint">kurir_{id}_…</code>
      </Td>
      <Td>
        <Badge tone={TONES[scope]}>{t(scope)}</Badge>
      </Td>
      <Td className="max-w-48 min-w-28">
        <Maker apiKey={apiKey} />
      </Td>
      <Td className="whitespace-nowrap">
        {last_used_at === null ? (
          <span className="text-faint">{t('neverUsed')}</span>
        ) : (
          <span title={format.full(last_used_at)}>
            {format.ago(last_used_at)}
            <span className="block text-xs text-faint">{last_used_address}</span>
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        {end === null ? (
          <span className="text-faint">{t('noEnd')}</span>
        ) : (
          <span title={format.full(end)}>{format.day(end)}</span>
        )}
      </Td>
      <Td className="max-w-48 min-w-28">
        {allowed_addresses.length === 0 ? (
          <span className="text-faint">{t('allAddresses')}</span>
        ) : (
          <span className="block truncate" title={allowed_addresses.join('\n')}>
            {allowed_addresses.join(', ')}
          </span>
        )}
      </Td>
      <Td className="text-right">
        {onRevoke && (
          <Button size="small" aria-label={t('revokeNamed', { name })} onClick={() => onRevoke(apiKey)}>
            {t('revoke')}
          </Button>
        )}
      </Td>
    </tr>
  );
}

/** The person where one is known, also behind a key that made this one. */
function Maker({ apiKey: { created_by, user, created_at } }: { apiKey: Key }) {
  const [t, format] = [useTexts('developers.page'), useFormat()];
  const by = created_by?.type;
  return (
    <>
      <span className="block truncate" title={user?.name}>
        {user ? <bdi>{user.name}</bdi> : t(by === 'operator' || by === 'system' ? 'byOperator' : 'byUnknown')}
      </span>
      <span className="block text-xs text-faint" title={format.full(created_at)}>
        {by === 'api_key' ? t('byKey', { day: format.day(created_at) }) : format.day(created_at)}
      </span>
    </>
  );
}
