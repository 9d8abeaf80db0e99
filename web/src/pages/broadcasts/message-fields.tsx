import { useQuery } from '@tanstack/react-query';
import { Braces } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CreateBroadcast } from '../../api/limits.ts';
import { choiceOf, NO_CHOICE, writtenTemplate } from '../../devices/template-choice.ts';
import { TemplateFields, Templates } from '../../devices/template-fields.tsx';
import { MAX_CAPTION } from '../../files/caption.ts';
import { FileField } from '../../files/file-field.tsx';
import type { Upload } from '../../files/use-upload.ts';
import { phoneText } from '../../numbers/phone-text.ts';
import { devicesQuery } from '../../queries/devices.ts';
import { useContactVariables, usePlaceholders } from '../../queries/own-fields.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Choice, Field, Input, TextArea } from '../../ui/field.tsx';
import { insertAt } from '../../ui/insert-at.ts';
import { Menu, MenuItem, MenuTitle } from '../../ui/menu.tsx';
import type { Draft, DraftProps } from './draft.ts';

/** Of a text without a file. */
const MAX_TEXT = 4096;

interface MessageProps extends DraftProps {
  upload: Upload;
  isFixed: boolean;
  isFileGone: boolean | undefined;
}

/** The name, the device, and what is sent. */
export function MessageFields({ draft, change, upload, isFixed, isFileGone }: MessageProps) {
  const t = useTexts('broadcasts.page');
  const devices = useQuery(devicesQuery);
  const list = devices.data?.data ?? [];
  const chosen = list.find(({ device_uuid }) => device_uuid === draft.deviceUuid);
  const note = list.length === 0 && devices.data ? t('noDevice') : t('notConnected');
  const only = list.length === 1 ? list[0]?.device_uuid : undefined;
  useEffect(() => {
    if (draft.deviceUuid === '' && only !== undefined) change({ deviceUuid: only });
  });
  const isReady = chosen ? chosen.status === 'connected' : list.length > 0 || !devices.data;
  return (
    <Section title={t('message')}>
      <div className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input
            label={t('broadcastName')}
            hint={t('broadcastNameHint')}
            maxLength={CreateBroadcast.name.maxLength}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field label={t('device')} {...(!isReady && { hint: note })}>
            {(field) => (
              <Choice
                {...field}
                disabled={isFixed}
                value={chosen ? draft.deviceUuid : ''}
                options={[
                  ['', t('choose')],
                  ...list.map(
                    ({ device_uuid, label, phone_number }) =>
                      [device_uuid, phone_number ? `${label} (${phoneText(phone_number)})` : label] as const,
                  ),
                ]}
                onValue={(chosen) => change({ deviceUuid: chosen, isTemplate: false, template: null })}
              />
            )}
          </Field>
        </div>
        {chosen?.engine === 'official_cloud' && <Kind draft={draft} change={change} />}
        {isFileGone && !draft.file && (
          <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-warn">
            {t('fileGone')}
          </p>
        )}
        {draft.isTemplate ? (
          <TemplateMessage draft={draft} change={change} />
        ) : (
          <TextMessage draft={draft} change={change} upload={upload} />
        )}
      </div>
    </Section>
  );
}

/** An official number writes to people who have not written to it with a template only. */
function Kind({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  return (
    <Choice
      label={t('messageKind')}
      hint={t('messageKindHint')}
      value={draft.isTemplate ? 'template' : 'text'}
      options={[
        ['text', t('text')],
        ['template', t('approvedTemplate')],
      ]}
      onValue={(chosen) => change({ isTemplate: chosen === 'template' })}
    />
  );
}

function TextMessage({ draft, change, upload }: DraftProps & { upload: Upload }) {
  const t = useTexts('broadcasts.page');
  const area = useRef<HTMLTextAreaElement>(null);
  const max = draft.file ? MAX_CAPTION : MAX_TEXT;
  const insert = (piece: string) => change({ text: insertAt(area.current, draft.text, { piece, max }) });
  return (
    <>
      <FileField
        label={t('file')}
        hint={t('fileHint')}
        file={draft.file}
        upload={upload}
        onRemove={() => change({ file: null })}
      />
      <div className="grid justify-items-start gap-2">
        <div className="w-full">
          <TextArea
            label={draft.file ? t('caption') : t('text')}
            hint={t('textHint')}
            ref={area}
            rows={6}
            maxLength={max}
            dir="auto"
            placeholder={t('textExample')}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </div>
        <InsertMenu onInsert={insert} />
      </div>
    </>
  );
}

/** What the text can name of each contact. A missing name gets other words. */
function InsertMenu({ onInsert }: { onInsert: (hole: string) => void }) {
  const t = useTexts('broadcasts.page');
  const holes = useContactVariables().map((name) =>
    /^contact\.(first_)?name$/.test(name) ? `{{${name}|${t('nameless')}}}` : `{{${name}}}`,
  );
  const trigger = (
    <Button size="small" icon={Braces}>
      {t('insert')}
    </Button>
  );
  return (
    <Menu align="start" trigger={trigger}>
      <div className="max-h-72 overflow-y-auto">
        <MenuTitle>{t('insertTitle')}</MenuTitle>
        {['{nama}', ...holes].map((hole) => (
          <MenuItem key={hole} onSelect={() => onInsert(hole)}>
            <code className="font-mono text-[13px]">{hole}</code>
          </MenuItem>
        ))}
      </div>
    </Menu>
  );
}

function TemplateMessage({ draft, change }: DraftProps) {
  const t = useTexts('broadcasts.page');
  const fields = usePlaceholders().join(', ');
  return (
    <Templates deviceUuid={draft.deviceUuid}>
      {(templates) => (
        <>
          <TemplateFields
            templates={templates}
            choice={choiceOf(draft.template)}
            onChoice={(choice) => change({ template: writtenTemplate(templates, choice) })}
          />
          <p className="text-[13px] text-soft">
            {t('valueHint')} {t('fieldsHint', { fields })}
          </p>
          {draft.template === null && (
            <First template={writtenTemplate(templates, NO_CHOICE)} change={change} />
          )}
        </>
      )}
    </Templates>
  );
}

/** The form shows the first template until the user chooses another one. */
function First({ template, change }: Pick<Draft, 'template'> & Pick<DraftProps, 'change'>) {
  useEffect(() => change({ template }));
  return null;
}
