import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { listMessages } from '../../api/limits.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Input, type Options } from '../../ui/field.tsx';
import { type MessageSearch, messageSearch } from './search.ts';
import { nameOfType, TYPES } from './type-names.ts';

const route = getRouteApi('/app/messages');
const STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const;
const DIRECTIONS = ['in', 'out'] as const;
const TYPING_MS = 300;

/** All of them are in the address of the page. */
export function Filters() {
  const [t, statusText] = [useTexts('messages.page'), useTexts('shared.status')];
  const search = route.useSearch();
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const set = useSet();
  const { from, to } = search;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Phone />
        <Filter name="status" options={STATUSES.map((each) => [each, statusText(each)])} />
        <Filter name="direction" options={DIRECTIONS.map((each) => [each, t(each)])} />
        <Filter name="type" options={TYPES.map((each) => [each, nameOfType(each, t)])} />
        <Filter name="device" options={devices.map(({ device_uuid, label }) => [device_uuid, label])} />
        <Input
          label={t('from')}
          type="date"
          max={to}
          value={from ?? ''}
          onChange={({ target }) => set('from', target.value)}
        />
        <Input
          label={t('to')}
          type="date"
          min={from}
          value={to ?? ''}
          onChange={({ target }) => set('to', target.value)}
        />
      </div>
      {search.broadcast !== undefined && (
        <p className="flex items-center gap-2 text-soft">
          {t('ofBroadcast')}
          <Button size="small" onClick={() => set('broadcast', '')}>
            {t('allMessages')}
          </Button>
        </p>
      )}
    </div>
  );
}

function useSet() {
  const navigate = route.useNavigate();
  return (name: keyof MessageSearch, value: string) =>
    void navigate({ search: (search) => messageSearch({ ...search, [name]: value }), replace: true });
}

interface FilterProps {
  name: 'status' | 'direction' | 'type' | 'device';
  options: Options<string>;
}

function Filter({ name, options }: FilterProps) {
  const t = useTexts('messages.page');
  const { [name]: value = '' } = route.useSearch();
  const set = useSet();
  return (
    <Choice
      label={t(name)}
      value={value}
      options={[['', t('all')], ...options]}
      onValue={(chosen) => set(name, chosen)}
    />
  );
}

function Phone() {
  const t = useTexts('messages.page');
  const { phone = '' } = route.useSearch();
  const set = useSet();
  const [text, setText] = useState(phone);
  const [shown, setShown] = useState(phone);
  // The button that shows everything changed it.
  if (phone !== shown) {
    setShown(phone);
    setText(phone);
  }
  useEffect(() => {
    if (text.trim() === phone) return;
    const timer = setTimeout(() => set('phone', text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, phone, set]);
  return (
    <Input
      label={t('customer')}
      type="search"
      inputMode="tel"
      maxLength={listMessages.phone.maxLength}
      placeholder={t('phoneHint')}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
