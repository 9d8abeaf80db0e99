import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { gatewayUrl } from '../../../place.ts';
import { devicesQuery } from '../../../queries/devices.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Choice, Field, Input } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { DevelopersFrame, OutLink } from '../frame.tsx';
import { SAMPLE_LANGUAGES, type SampleLanguage, sampleOf } from './samples.ts';

const NO_DEVICE = 'DEVICE_UUID';
const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];

/** The first call of a program, with a device of the account. */
export function SamplesPage() {
  const t = useTexts('developers.page');
  return (
    <DevelopersFrame>
      <Section title={t('firstKey')} lead={t('firstKeyLead')}>
        <Button asChild>
          <Link to="/developers">{t('keys')}</Link>
        </Button>
      </Section>
      <Sample />
      <Section title={t('firstNext')} lead={t('firstNextLead')}>
        <ul className="grid gap-1.5">
          <li>
            <OutLink path="/guides/sending">{t('guideSending')}</OutLink>
          </li>
          <li>
            <OutLink path="/guides/receiving">{t('guideReceiving')}</OutLink>
          </li>
          <li>
            <OutLink path="/guides/errors">{t('guideErrors')}</OutLink>
          </li>
          <li>
            <OutLink path="/docs">{t('reference')}</OutLink>
          </li>
        </ul>
      </Section>
    </DevelopersFrame>
  );
}

function Sample() {
  const t = useTexts('developers.page');
  const devices = useQuery(devicesQuery);
  return (
    <Section title={t('firstSend')} lead={t('firstSendLead')}>
      <Loaded query={devices}>{({ data }) => <SampleForm devices={data} />}</Loaded>
    </Section>
  );
}

function SampleForm({ devices }: { devices: readonly Schema<'Device'>[] }) {
  const t = useTexts('developers.page');
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [chosen, setChosen] = useState('');
  const [to, setTo] = useState('6281234567890');
  const first = devices.find(({ status }) => status === 'connected') ?? devices[0];
  const deviceUuid = chosen || first?.device_uuid || NO_DEVICE;
  const url = gatewayUrl('/v1/messages');
  const code = sampleOf(language, { url, deviceUuid, to: to.replace(/\D/g, ''), body: 'Halo dari Kurir' });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('device')} {...(!first && { hint: t('noDeviceHint') })}>
          {(control) => (
            <Choice
              {...control}
              value={deviceUuid}
              options={[
                ...(!first ? [[NO_DEVICE, NO_DEVICE] as const] : []),
                ...devices.map(
                  ({ device_uuid, label, phone_number }) =>
                    [device_uuid, [label, phone_number].filter(Boolean).join(' · ')] as const,
                ),
              ]}
              onValue={setChosen}
            />
          )}
        </Field>
        <Input
          label={t('receiver')}
          inputMode="tel"
          maxLength={20}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <ProgramLanguage value={language} onChange={setLanguage} />
      </div>
      <CopyBox text={code} />
    </div>
  );
}

interface LanguageProps {
  value: SampleLanguage;
  onChange: (language: SampleLanguage) => void;
}

function ProgramLanguage({ value, onChange }: LanguageProps) {
  const t = useTexts('developers.page');
  const choose = (name: string) => onChange(LANGUAGES.find((each) => each === name) ?? 'curl');
  return (
    <Choice
      label={t('programming')}
      value={value}
      options={LANGUAGES.map((each) => [each, SAMPLE_LANGUAGES[each]])}
      onValue={choose}
    />
  );
}
