import type { ReactNode } from 'react';
import { gatewayPath, gatewayUrl } from '../../../place.ts';
import { useMe } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBox } from '../../../ui/copy.tsx';

/** As in docs/official-cloud.md. */
const FIELDS = [
  'messages',
  'smb_message_echoes',
  'account_update',
  'phone_number_quality_update',
  'message_template_status_update',
];

/** What to enter at the provider, so that the number receives. */
export function WebhookSetup() {
  const t = useTexts('devices.official');
  const { account } = useMe();
  const url = gatewayUrl('/providers/cloud/webhook');
  if (account.kind === 'sandbox') return <p className="text-soft">{t('sandboxNote')}</p>;
  return (
    <div className="grid gap-3">
      <p className="text-soft">{t('webhookLead')}</p>
      <dl className="grid gap-3">
        <Entry name={t('callback')}>
          <CopyBox text={url} />
          {!url.startsWith('https:') && <p className="mt-1.5 text-[13px] text-warn">{t('notPublic')}</p>}
        </Entry>
        <Entry name={t('verifyToken')}>
          <span className="text-soft">{t('verifyTokenValue')}</span>
        </Entry>
        <Entry name={t('fields')}>
          <ul className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-[13px]">
            {FIELDS.map((field) => (
              <li key={field}>{field}</li>
            ))}
          </ul>
        </Entry>
      </dl>
      <a
        href={gatewayPath('/guides/official-cloud')}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline-offset-4 hover:underline"
      >
        {t('guide')}
      </a>
    </div>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-[13px] font-medium">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
