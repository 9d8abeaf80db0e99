import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice, Field } from '../../../ui/field.tsx';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { SettingsFrame } from '../frame.tsx';
import { HoursForm } from './hours-form.tsx';
import { hoursQuery } from './queries.ts';
import { QuietHours } from './quiet-hours.tsx';

/** When staff answers: for the account, and for devices with hours of their own. */
export function BusinessHoursPage() {
  const [t, format] = [useTexts('settings.businessHours'), useFormat()];
  const { device: deviceUuid = '' } = useSearch({ from: '/app/settings/business-hours' });
  const navigate = useNavigate({ from: '/settings/business-hours' });
  const choose = (device: string) => void navigate({ search: device === '' ? {} : { device } });
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const hours = useQuery(hoursQuery(deviceUuid));
  const isOwn = deviceUuid !== '' && hours.data?.source === 'device';
  return (
    <SettingsFrame>
      <p className="max-w-prose text-soft">{t('lead')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('of')} className="w-full max-w-80">
          {(control) => (
            <Choice
              {...control}
              value={deviceUuid}
              options={[
                ['', t('account')],
                ...devices.map(
                  ({ device_uuid, label, phone_number }) =>
                    [device_uuid, [label, phone_number].filter(Boolean).join(' · ')] as const,
                ),
              ]}
              onValue={choose}
            />
          )}
        </Field>
        {isOwn && <RemoveOwn deviceUuid={deviceUuid} />}
      </div>
      <Loaded query={hours} loading={<Skeleton lines={8} />}>
        {(present) => (
          <>
            <p className="flex flex-wrap items-center gap-2 text-soft">
              <Badge tone={present.is_open ? 'good' : 'neutral'}>
                {t(present.is_open ? 'open' : 'closed')}
              </Badge>
              {present.changes_at !== null &&
                t(present.is_open ? 'closes' : 'opens', { time: format.moment(present.changes_at) })}
              {present.source === 'default' && t('alwaysOpen')}
              {deviceUuid !== '' && present.source === 'account' && t('asAccount')}
            </p>
            <HoursForm key={`${deviceUuid} ${present.source}`} present={present} deviceUuid={deviceUuid} />
          </>
        )}
      </Loaded>
      {deviceUuid === '' && <QuietHours />}
    </SettingsFrame>
  );
}

function RemoveOwn({ deviceUuid }: { deviceUuid: string }) {
  const t = useTexts('settings.businessHours');
  const remove = useButtonAct(async () => {
    await call('DELETE /devices/{uuid}/business-hours', { uuid: deviceUuid });
    await queryClient.invalidateQueries(hoursQuery(deviceUuid));
  });
  return <Button {...remove}>{t('useAccount')}</Button>;
}
