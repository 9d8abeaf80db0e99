import type { ReactNode } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { OutLink } from '../frame.tsx';
import { toneOf } from './tone.ts';

type Logged = Schema<'LoggedRequest'>;

/** All that the log knows of one call, and why it was refused. */
export function RequestDialog({ request, onClose }: { request: Logged; onClose: () => void }) {
  const [t, format] = [useTexts('developers.requests'), useFormat()];
  const { status, method, path, route, duration_ms, at, api_key, address, user_agent, request_id } = request;
  return (
    <Dialog open onClose={onClose} title={t('oneCall')}>
      <p className="flex items-baseline gap-3">
        <Badge tone={toneOf(status)} className="tabular-nums">
          {status}
        </Badge>
        <code className="font-mono text-[13px] break-all">
          <span className="text-soft">{method}</span> {path}
        </code>
      </p>
      <Reason request={request} />
      <dl className="grid items-baseline gap-x-6 gap-y-2.5 sm:grid-cols-[max-content_1fr]">
        <Fact name={t('requestId')}>
          <span className="flex items-center gap-1">
            <code className="font-mono text-[13px] break-all">{request_id}</code>
            <CopyButton text={request_id} />
          </span>
        </Fact>
        <Fact name={t('time')}>{format.exact(at)}</Fact>
        <Fact name={t('duration')}>{format.number(duration_ms)} ms</Fact>
        <Fact name={t('route')}>
          {route === null ? t('noRoute') : <code className="font-mono text-[13px] break-all">{route}</code>}
        </Fact>
        <Fact name={t('key')}>
          <bdi>{api_key.name ?? t('goneKey')}</bdi>{' '}
          <code className="font-mono text-[13px] break-all text-soft">kurir_{api_key.id}_…</code>
        </Fact>
        <Fact name={t('address')}>
          <code className="font-mono text-[13px] break-all">{address}</code>
        </Fact>
        <Fact name={t('userAgent')}>
          <bdi className="break-all">{user_agent ?? '–'}</bdi>
        </Fact>
      </dl>
      <p className="text-[13px] text-faint">{t('notKept')}</p>
    </Dialog>
  );
}

function Reason({ request: { status, error, message } }: { request: Logged }) {
  const t = useTexts('developers.requests');
  if (status < 400) return null;
  return (
    <section className="grid gap-1.5 rounded-md border border-line bg-hover p-3">
      {error !== null && <code className="font-mono text-[13px] font-medium break-all">{error}</code>}
      {message !== null && <p className="break-words">{message}</p>}
      <p className="text-soft">{t(adviceOf(status))}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <OutLink path="/guides/error-codes">{t('errorCodes')}</OutLink>
        <OutLink path="/guides/errors">{t('whatToDo')}</OutLink>
      </p>
    </section>
  );
}

function adviceOf(status: number) {
  if (status >= 500) return 'repeatLater';
  if (status === 429) return 'repeatAfterWait';
  if (status === 401 || status === 403) return 'checkKey';
  return status === 402 || status === 409 ? 'changeState' : 'correctCall';
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-[13px] text-soft max-sm:-mb-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
