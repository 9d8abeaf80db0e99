import { useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { type BackupRun, isRunning } from '../queries.ts';

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['operator'] });

interface Props {
  run: BackupRun | null;
  /** Whether the settings say where backups go. */
  hasPlace: boolean;
}

/** Makes a backup, and shows how far it is. */
export function Now({ run, hasPlace }: Props) {
  const t = useTexts('operator.backups');
  const start = useButtonAct(async () => {
    await call('POST /operator/backups');
    await readAgain();
  });
  const isBusy = isRunning(run);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    // The health page has the new backup, too.
    if (wasBusy.current && !isBusy) void readAgain();
    wasBusy.current = isBusy;
  }, [isBusy]);
  if (!hasPlace) return <p className="text-soft">{t('nowhere')}</p>;
  return (
    <Card className="grid gap-3 p-4">
      {run?.state === 'failed' && (
        <p role="alert" className="text-bad">
          {t('runFailed', { reason: run.reason ?? '' })}
        </p>
      )}
      {run && isBusy ? (
        <Running run={run} />
      ) : (
        <Button kind="primary" className="justify-self-start" {...start}>
          {t('start')}
        </Button>
      )}
    </Card>
  );
}

function Running({
  run: { state, done_bytes: done, total_bytes: total, seconds_left: left },
}: {
  run: BackupRun;
}) {
  const [t, format] = [useTexts('operator.backups'), useFormat()];
  const copied = {
    done: format.bytes(done),
    total: format.bytes(total),
    left: format.span((left ?? 0) * 1000),
  };
  const isKnown = state === 'copying' && total > 0;
  return (
    <div className="grid gap-2" role="status">
      <p className="font-semibold">{t('running')}</p>
      <Progress label={t('running')} total={Math.max(total, done)} good={done} />
      <p className="text-soft">
        {isKnown ? t('copying', copied) : t(state === 'verifying' ? 'verifying' : 'beginning')}
      </p>
    </div>
  );
}
