import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, Plug, Smartphone, Unplug } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { AgeSandboxDevice } from '../../../api/limits.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { notify, notifyProblem } from '../../../ui/toast.tsx';
import type { Device } from '../next-step.ts';
import { ageDevice, changeLine, phonesQuery } from '../queries.ts';
import { Act } from './act.tsx';
import { Part } from './part.tsx';

const STATES = { up: 'lineUp', dropped: 'lineDropped', banned: 'lineBanned' } as const;

/** The connection of an economy device, as network and phone can break it. */
export function LineActs({ device }: { device: Device }) {
  const t = useTexts('sandbox.page');
  const phones = useQuery(phonesQuery).data;
  const { device_uuid: uuid, label } = device;
  const line = phones?.find(({ device_uuid }) => device_uuid === uuid)?.line ?? 'up';
  return (
    <Part title={<bdi>{t('line', { label })}</bdi>} lead={t(STATES[line])}>
      {line === 'up' ? (
        <>
          <Act
            icon={<Unplug aria-hidden />}
            name={t('drop')}
            hint={t('dropHint')}
            run={() => changeLine(uuid, 'drop')}
          />
          <Act
            icon={<Smartphone aria-hidden />}
            name={t('logout')}
            hint={t('logoutHint')}
            run={() => changeLine(uuid, 'logout')}
          />
          <Act
            icon={<Ban aria-hidden />}
            name={t('ban')}
            hint={t('banHint')}
            run={() => changeLine(uuid, 'ban')}
          />
        </>
      ) : (
        <Act
          icon={<Plug aria-hidden />}
          name={t('restore')}
          hint={t('restoreHint')}
          run={() => changeLine(uuid, 'restore')}
        />
      )}
      <Age device={device} />
    </Part>
  );
}

function Age({ device: { device_uuid: uuid, label } }: { device: Device }) {
  const t = useTexts('sandbox.page');
  const [days, setDays] = useState('40');
  const age = useMutation({
    mutationFn: (count: number) => ageDevice(uuid, count),
    onSuccess: (_done, count) => notify(t('ageSet', { label, count })),
    onError: notifyProblem,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    age.mutate(Number(days));
  };
  return (
    <form className="pt-1" onSubmit={submit}>
      <Field label={t('age')} hint={t('ageHint')}>
        {(field) => (
          <div className="flex items-center gap-2">
            <Input
              {...field}
              type="number"
              required
              min={0}
              max={AgeSandboxDevice.days.maximum}
              className="max-w-24"
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
            <span className="text-soft">{t('days')}</span>
            <Button type="submit" busy={age.isPending}>
              {t('setAge')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
