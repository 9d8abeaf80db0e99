import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Plus, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery } from '../../../queries/devices.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { OfficialList } from '../officials/official-list.tsx';
import { type Phone, phonesQuery } from '../queries.ts';
import { FirstSteps } from '../start/first-steps.tsx';
import { AddPhone } from './add-phone.tsx';

/** Customers first, then the phones of devices, then numbers of the provider. */
export function PhoneList() {
  const t = useTexts('sandbox.page');
  const phones = useQuery(phonesQuery);
  const mayUseOfficials = useMay('admin');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="lg:hidden">
        <FirstSteps />
      </div>
      <section aria-labelledby="sandbox-phones" className="grid gap-1 px-2 py-2">
        <header className="flex items-center justify-between pl-2">
          <h2 id="sandbox-phones" className="text-xs font-medium text-faint">
            {t('phones')}
          </h2>
          <IconButton small label={t('addPhone')} onClick={() => setAdding(true)} icon={Plus} />
        </header>
        <Loaded query={phones}>
          {(list) =>
            list.length === 0 ? (
              <p className="px-2 pb-2 text-soft">{t('noPhones')}</p>
            ) : (
              <ul className="grid gap-px">
                {list.toSorted(customersFirst).map((phone) => (
                  <PhoneRow key={phone.number} phone={phone} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {mayUseOfficials && <OfficialList />}
      {isAdding && <AddPhone onClose={() => setAdding(false)} />}
    </>
  );
}

const customersFirst = (one: Phone, other: Phone) =>
  Number(one.device_uuid !== null) - Number(other.device_uuid !== null);

function PhoneRow({ phone }: { phone: Phone }) {
  const t = useTexts('sandbox.page');
  const devices = useQuery(devicesQuery).data?.data;
  const { phone: chosen } = useSearch({ from: '/app/sandbox' });
  const { number, name, device_uuid, line } = phone;
  const label = devices?.find((device) => device.device_uuid === device_uuid)?.label ?? name;
  return (
    <li>
      <Link
        to="/sandbox"
        search={{ phone: number }}
        aria-current={chosen === number ? 'true' : undefined}
        className={clsx(
          'flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover',
          chosen === number && 'bg-active',
        )}
      >
        {device_uuid === null ? (
          <Avatar name={name} />
        ) : (
          <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
            <Smartphone className="size-4.5" aria-hidden />
          </span>
        )}
        <span className="grid min-w-0 flex-1">
          <bdi className="truncate font-medium" title={name}>
            {name}
          </bdi>
          <span className="truncate text-xs text-soft" title={label}>
            {device_uuid === null ? `${t('customer')} · +${number}` : t('phoneOf', { label })}
          </span>
        </span>
        {line !== 'up' && <Badge tone={line === 'banned' ? 'bad' : 'warn'}>{t(line)}</Badge>}
      </Link>
    </li>
  );
}
