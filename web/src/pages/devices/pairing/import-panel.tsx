import { useMutation } from '@tanstack/react-query';
import { FileArchive, QrCode } from 'lucide-react';
import { useState } from 'react';
import { asProblem } from '../../../api/problem.ts';
import { chooseFiles } from '../../../files/choose-files.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field, Input } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { type Device, moveSessionIn } from '../queries.ts';

const TYPES = '.zip,.db,.sqlite,.sqlite3,.json';
const PROBLEMS = [
  'unknown_form',
  'too_large',
  'no_credentials',
  'several_sessions',
  'torn',
  'not_linked',
  'no_keys',
] as const;

interface Props {
  device: Device;
  onMoved: () => void;
  onQr: () => void;
}

/** Takes the session of another gateway, so that nobody has to scan. */
export function ImportPanel({ device, onMoved, onQr }: Props) {
  const t = useTexts('devices.moving');
  const [file, setFile] = useState<File | null>(null);
  const [number, setNumber] = useState('');
  const [isStopped, setStopped] = useState(false);
  const [share, setShare] = useState(0);
  const move = useMutation({
    mutationFn: (chosen: File) => moveSessionIn(device.device_uuid, chosen, { number, onProgress: setShare }),
    onSuccess: onMoved,
  });
  const choose = () =>
    chooseFiles({ accept: TYPES, single: true }, ([chosen]) => {
      setFile(chosen ?? null);
      setNumber('');
      setShare(0);
      move.reset();
    });
  return (
    <div className="grid gap-4">
      <Steps />
      <div className="grid justify-items-start gap-1.5">
        <Button size="small" icon={FileArchive} onClick={choose} disabled={move.isPending}>
          {t('choose')}
        </Button>
        {file && <bdi className="max-w-full truncate text-[13px]">{file.name}</bdi>}
        <p className="text-[13px] text-faint">{t('forms')}</p>
      </div>
      {(problemOf(move.error) === 'several_sessions' || number !== '') && (
        <NumberField number={number} onChange={setNumber} />
      )}
      <Checkbox
        label={t('stopped')}
        hint={t('stoppedHint')}
        checked={isStopped}
        onChange={({ target }) => setStopped(target.checked)}
      />
      {move.isPending && <Progress label={t('uploading')} total={100} good={Math.round(100 * share)} />}
      <Problem error={move.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          busy={move.isPending}
          disabled={file === null || !isStopped}
          onClick={() => file && move.mutate(file)}
        >
          {t('move')}
        </Button>
        <Button onClick={onQr}>
          <QrCode aria-hidden />
          {t('useQr')}
        </Button>
      </div>
    </div>
  );
}

function Steps() {
  const t = useTexts('devices.moving');
  return (
    <>
      <p>{t('lead')}</p>
      <ol className="grid list-decimal gap-2 pl-5">
        {(['stop', 'pack', 'upload'] as const).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </>
  );
}

/** One of several numbers of a database. */
function NumberField({ number, onChange }: { number: string; onChange: (number: string) => void }) {
  const t = useTexts('devices.moving');
  return (
    <Field label={t('number')} hint={t('numberHint')}>
      {(ids) => (
        <Input
          {...ids}
          inputMode="tel"
          maxLength={30}
          value={number}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

function Problem({ error }: { error: unknown }) {
  const t = useTexts('devices.moving');
  const problem = problemOf(error);
  if (problem === null) return <ProblemLine problem={error} />;
  return (
    <p role="alert" className="text-bad">
      {t(problem)}
    </p>
  );
}

function problemOf(error: unknown): (typeof PROBLEMS)[number] | null {
  const { code, body } = asProblem(error);
  if (error === null || code !== 'session_unusable') return null;
  const named = typeof body === 'object' && body !== null && 'problem' in body ? body.problem : null;
  return PROBLEMS.find((problem) => problem === named) ?? null;
}
