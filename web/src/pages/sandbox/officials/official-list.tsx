import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Cloud, Plus } from 'lucide-react';
import { useState } from 'react';
import { phoneText } from '../../../numbers/phone-text.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type OfficialNumber, officialsQuery } from '../queries.ts';
import { AddOfficial } from './add-official.tsx';

/** Numbers of the simulated provider. */
export function OfficialList() {
  const t = useTexts('sandbox.officials');
  const officials = useQuery(officialsQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <section aria-labelledby="sandbox-officials" className="grid gap-1 px-2 py-2">
      <header className="flex items-center justify-between pl-2">
        <h2 id="sandbox-officials" className="text-xs font-medium text-faint">
          {t('officials')}
        </h2>
        <IconButton small label={t('add')} onClick={() => setAdding(true)} icon={Plus} />
      </header>
      <Loaded query={officials}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-2 pb-2 text-[13px] text-soft">{t('none')}</p>
          ) : (
            <ul className="grid gap-px">
              {list.map((official) => (
                <Row key={official.phone_number_id} official={official} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddOfficial onClose={() => setAdding(false)} />}
    </section>
  );
}

function Row({
  official: { phone_number_id: id, name, number, state, device_uuid },
}: {
  official: OfficialNumber;
}) {
  const t = useTexts('sandbox.officials');
  const { official: chosen } = useSearch({ from: '/app/sandbox' });
  return (
    <li>
      <Link
        to="/sandbox"
        search={{ official: id }}
        aria-current={chosen === id ? 'true' : undefined}
        className={clsx(
          'flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover',
          chosen === id && 'bg-active',
        )}
      >
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
          <Cloud className="size-4.5" aria-hidden />
        </span>
        <span className="grid min-w-0 flex-1">
          <bdi className="truncate font-medium" title={name}>
            {name}
          </bdi>
          <span className="truncate text-xs text-soft">
            {device_uuid === null ? t('noDevice') : phoneText(number)}
          </span>
        </span>
        {state !== 'active' && <Badge tone="bad">{t(state)}</Badge>}
      </Link>
    </li>
  );
}
