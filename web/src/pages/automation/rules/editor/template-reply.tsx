import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Problem } from '../../../../api/problem.ts';
import { choiceOf, NO_CHOICE, writtenTemplate } from '../../../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../../../devices/template-fields.tsx';
import { devicesQuery } from '../../../../queries/devices.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Choice, fieldProblem } from '../../../../ui/field.tsx';
import { previewOf, type ReplyDraft } from '../draft.ts';

/** Braces would be read as values of the text. */
const EXAMPLES = { first: '{{customer.first_name|Kak}}', name: '{{customer.name|Kak}}' };

interface Props {
  at: string;
  reply: ReplyDraft;
  problem: Problem | null;
  deviceUuids: readonly string[];
  onDevice: (uuid: string) => void;
  onChange: (reply: ReplyDraft) => void;
}

/** An approved template of the official number that the rule is for. */
export function TemplateReply({ at, reply, problem, deviceUuids, onDevice, onChange }: Props) {
  const t = useTexts('rules.editor');
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const official = devices.filter(({ engine }) => engine === 'official_cloud');
  const number = official.find(({ device_uuid }) => deviceUuids.includes(device_uuid));
  const wrong = Object.keys(problem?.fields ?? {}).find((path) => path.startsWith(`${at}.template`));
  return (
    <>
      <Choice
        label={t('templateNumber')}
        hint={t(official.length === 0 ? 'noOfficialNumber' : 'templateNumberHint')}
        problem={fieldProblem(problem, 'device_uuids')}
        required
        value={number?.device_uuid ?? ''}
        options={[
          ['', t('chooseNumber')],
          ...official.map(({ device_uuid, label }) => [device_uuid, label] as const),
        ]}
        onValue={onDevice}
      />
      {number && (
        <Templates deviceUuid={number.device_uuid}>
          {(templates) => (
            <>
              <TemplateFields
                templates={templates}
                choice={choiceOf(reply.template)}
                onChoice={(choice) => onChange({ ...reply, template: writtenTemplate(templates, choice) })}
                show={(value) => previewOf(value, number.label)}
              />
              <p className="text-[13px] text-soft">{t('templateValueHint', EXAMPLES)}</p>
              {reply.template === null && (
                <First
                  onShown={() => onChange({ ...reply, template: writtenTemplate(templates, NO_CHOICE) })}
                />
              )}
            </>
          )}
        </Templates>
      )}
      {wrong && <p className="text-[13px] text-bad">{fieldProblem(problem, wrong)}</p>}
    </>
  );
}

/** The form shows the first template until the user chooses another one. */
function First({ onShown }: { onShown: () => void }) {
  useEffect(onShown);
  return null;
}
