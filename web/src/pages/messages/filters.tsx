import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { listMessages } from '../../api/limits.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
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
        <Choice name="status">
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {statusText(each)}
            </option>
          ))}
        </Choice>
        <Choice name="direction">
          {DIRECTIONS.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </Choice>
        <Choice name="type">
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {nameOfType(each, t)}
            </option>
          ))}
        </Choice>
        <Choice name="device">
          {devices.map(({ device_uuid, label }) => (
            <option key={device_uuid} value={device_uuid}>
              {label}
            </option>
          ))}
        </Choice>
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

function Choice({
  name,
  children,
}: {
  name: 'status' | 'direction' | 'type' | 'device';
  children: ReactNode;
}) {
  const t = useTexts('messages.page');
  const { [name]: value = '' } = route.useSearch();
  const set = useSet();
  return (
    <Field label={t(name)}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => set(name, event.target.value)}>
          <option value="">{t('all')}</option>
          {children}
        </Select>
      )}
    </Field>
  );
}

/** Filters when the typing pauses. */
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
