import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { Schema } from '../../../api/schemas.ts';
import { ReasonLine } from '../../../devices/reason-line.tsx';
import { useTexts } from '../../../texts/texts.ts';

/** Undefined: no device speaks for the number any more. */
export default function NumberNotice({ device }: { device: Schema<'Device'> | undefined }) {
  const t = useTexts('inbox.attention');
  return (
    <div role="status" className="flex gap-2 border-t border-line bg-bad-soft px-3 py-2 text-[13px] text-bad">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {device ? (
        <div className="grid min-w-0 gap-0.5">
          <p>
            {device.status !== 'connected' && t('repliesRefused', { label: device.label })}{' '}
            <Link
              to="/devices/$deviceUuid"
              params={{ deviceUuid: device.device_uuid }}
              className="font-medium whitespace-nowrap underline"
            >
              {t('openDevice')}
            </Link>
          </p>
          <ReasonLine device={device} className="text-bad" />
        </div>
      ) : (
        <p>{t('noNumber')}</p>
      )}
    </div>
  );
}
