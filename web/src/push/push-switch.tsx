import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Checkbox } from '../ui/field.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { notify } from '../ui/toast.tsx';
import { noticesQuery, pushObstacle, turnOff, turnOn } from './push.ts';

/** Push in this browser, also while the dashboard is closed. */
export function PushSwitch() {
  const t = useTexts('push.page');
  const { id } = useMe();
  const { browser } = useQuery(noticesQuery).data ?? {};
  const [obstacle, setObstacle] = useState(pushObstacle);
  const set = useMutation({
    mutationFn: async ({ isOn, showsText }: { isOn: boolean; showsText: boolean }) => {
      if (!isOn) return turnOff();
      if (await turnOn(id, showsText)) notify(t('pushIsOn'));
      else setObstacle(pushObstacle() ?? 'denied');
    },
  });
  if (browser === undefined) return null;
  const isOn = browser !== null && obstacle === null;
  return (
    <div className="grid gap-2">
      <Checkbox
        label={t('push')}
        hint={t(obstacle === null ? 'pushHint' : `obstacle_${obstacle}`)}
        checked={isOn}
        disabled={set.isPending || obstacle !== null}
        onChange={() => set.mutate({ isOn: !isOn, showsText: false })}
      />
      {isOn && (
        <Checkbox
          label={t('showsText')}
          hint={t('showsTextHint')}
          checked={browser.shows_text}
          disabled={set.isPending}
          onChange={() => set.mutate({ isOn: true, showsText: !browser.shows_text })}
        />
      )}
      <ProblemLine problem={set.error} />
    </div>
  );
}
