import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { countAttention, useAttention } from '../../../queries/attention.ts';
import { devicesQuery } from '../../../queries/devices.ts';

// Most days have nothing to say.
const Banner = lazy(() => import('./banner.tsx'));
const NumberNotice = lazy(() => import('./number-notice.tsx'));

/** Above the inbox: numbers that are gone, webhooks that are off, and a cap that is nearly reached. */
export function Attention() {
  const found = useAttention();
  if (!found || countAttention(found) === 0) return null;
  return (
    <Suspense>
      <Banner found={found} />
    </Suspense>
  );
}

/** Above the field of a reply: whether the number of the conversation sends nothing now. */
export function ReplyAttention({ conversation }: { conversation: Schema<'Conversation'> }) {
  const devices = useQuery(devicesQuery).data?.data;
  const { device_uuid: uuid } = conversation;
  const device = devices?.find(({ device_uuid }) => device_uuid === uuid);
  // A live chat of a web site is not in the list.
  const isWell = device
    ? device.status === 'connected' && !device.reason?.startsWith('restricted')
    : uuid !== null;
  if (!devices || isWell) return null;
  return (
    <Suspense>
      <NumberNotice device={device} />
    </Suspense>
  );
}
