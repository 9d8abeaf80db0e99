import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Smartphone } from 'lucide-react';
import { devicesQuery } from '../../queries/devices.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { AddDialog } from './add-dialog.tsx';
import { DeviceCard } from './device-card.tsx';

/** The numbers of the account with their live status. */
export function DevicesPage() {
  const t = useTexts('devices.page');
  const devices = useQuery(devicesQuery);
  const mayAdd = useMay('admin');
  const navigate = useNavigate();
  const { add = false } = useSearch({ from: '/app/devices' });
  const addButton = (
    <Button
      kind="primary"
      onClick={() => void navigate({ to: '/devices', search: { add: true } })}
      icon={Plus}
    >
      {t('add')}
    </Button>
  );
  const isEmpty = devices.data?.data.length === 0;
  return (
    <Page title={t('title')} lead={t('lead')} actions={mayAdd && !isEmpty && addButton}>
      <Loaded query={devices}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Empty
                icon={<Smartphone aria-hidden />}
                title={t('none')}
                lead={mayAdd ? t('noneLead') : t('noneForAgent')}
                action={mayAdd && addButton}
              />
            </Card>
          ) : (
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {data.map((device) => (
                <DeviceCard key={device.device_uuid} device={device} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayAdd && add && <AddDialog onClose={() => void navigate({ to: '/devices', search: {} })} />}
    </Page>
  );
}
