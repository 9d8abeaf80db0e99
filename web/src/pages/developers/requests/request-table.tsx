import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import { toneOf } from './tone.ts';

type Logged = Schema<'LoggedRequest'>;
const COLUMNS = 5;

/** Newest first. A second with more calls than rows says how many are left out. */
export function RequestTable({ requests }: { requests: readonly Logged[] }) {
  const t = useTexts('developers.requests');
  return (
    <Table
      aria-label={t('title')}
      head={[t('status'), t('call'), t('answer')]}
      numbers={[t('duration'), t('time')]}
    >
      {requests.map((request) => (
        <Fragment key={request.id}>
          <UnlistedRow request={request} />
          <RequestRow request={request} />
        </Fragment>
      ))}
    </Table>
  );
}

function RequestRow({ request }: { request: Logged }) {
  const format = useFormat();
  const { id, status, method, path, error, message, duration_ms, at, api_key } = request;
  return (
    <tr className="relative hover:bg-hover">
      <Td>
        <Badge tone={toneOf(status)} className="tabular-nums">
          {status}
        </Badge>
      </Td>
      <Td className="max-w-72 min-w-48">
        <Link
          from="/developers/requests"
          search={(search) => ({ ...search, open: id })}
          replace
          className="block truncate font-mono text-[13px] after:absolute after:inset-0"
          title={path}
        >
          <span className="text-soft">{method}</span> {path}
        </Link>
        <span className="block truncate text-xs text-faint" title={api_key.name ?? api_key.id}>
          <bdi>{api_key.name ?? api_key.id}</bdi>
        </span>
      </Td>
      <Td className="max-w-72 min-w-44">
        {error !== null && (
          <>
            <code className="block truncate font-mono text-[13px]">{error}</code>
            <span className="block truncate text-xs text-faint" title={message ?? ''}>
              {message}
            </span>
          </>
        )}
      </Td>
      <Td className="text-right whitespace-nowrap text-soft tabular-nums">{format.number(duration_ms)} ms</Td>
      <Td className="text-right whitespace-nowrap text-soft tabular-nums">{format.exact(at)}</Td>
    </tr>
  );
}

function UnlistedRow({ request: { unlisted, status } }: { request: Logged }) {
  const t = useTexts('developers.requests');
  if (unlisted === 0) return null;
  return (
    <tr>
      <Td colSpan={COLUMNS} className="bg-hover py-1.5 text-[13px] text-soft">
        {t(status < 400 ? 'unlistedSuccesses' : 'unlistedErrors', { count: unlisted })}
      </Td>
    </tr>
  );
}
