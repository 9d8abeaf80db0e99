import { Trash2 } from 'lucide-react';
import { CreateAutoReply } from '../../../../api/limits.ts';
import type { Problem } from '../../../../api/problem.ts';
import { StoredFileField } from '../../../../files/stored-file-field.tsx';
import { useTexts } from '../../../../texts/texts.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { Choice, Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { REPLY_TYPES, type ReplyDraft } from '../draft.ts';
import type { RuleKind } from '../rule.ts';
import { TemplateReply } from './template-reply.tsx';
import { TextWithVariables } from './text-with-variables.tsx';

interface Props {
  n: number;
  reply: ReplyDraft;
  problem: Problem | null;
  kind: RuleKind;
  /** Of the rule. */
  deviceUuids: readonly string[];
  onDevice: (uuid: string) => void;
  onChange: (reply: ReplyDraft) => void;
  onRemove: () => void;
}

/** One message: its kind, its text, and its file or buttons. */
export function OneReply({ n, reply, problem, kind, deviceUuids, onDevice, onChange, onRemove }: Props) {
  const t = useTexts('rules.editor');
  const { type, body, media_url, media_id } = reply;
  const at = `replies.${n}`;
  const isTemplate = type === 'template';
  const isFile = !isTemplate && type !== 'text' && type !== 'button' && type !== 'list';
  const types = typesFor(kind, type);
  return (
    <section aria-label={t('message', { n: n + 1 })} className="grid gap-3 rounded-lg border border-line p-3">
      <div className="flex items-end justify-between gap-2">
        <Field label={t('type')} className="w-56" problem={fieldProblem(problem, `${at}.type`)}>
          {(field) => (
            <Choice
              {...field}
              value={type}
              options={types.map((each) => [each, t(`type_${each}`)])}
              onValue={(chosen) => onChange({ ...reply, type: chosen })}
            />
          )}
        </Field>
        <IconButton small label={t('removeMessage', { n: n + 1 })} onClick={onRemove} icon={Trash2} />
      </div>
      {isFile && (
        <StoredFileField
          label={t('file')}
          problem={fieldProblem(problem, `${at}.media_id`)}
          id={media_id}
          onFile={(file) =>
            onChange({
              ...reply,
              ...(file && { type: file.type, media_url: '' }),
              media_id: file?.id ?? null,
            })
          }
        />
      )}
      {isFile && media_id === null && (
        <Input
          label={t('mediaUrl')}
          problem={fieldProblem(problem, `${at}.media_url`)}
          type="url"
          required
          maxLength={CreateAutoReply['replies.*.media_url'].maxLength}
          value={media_url}
          onChange={(event) => onChange({ ...reply, media_url: event.target.value })}
        />
      )}
      {isTemplate && <TemplateReply {...{ at, reply, problem, deviceUuids, onDevice, onChange }} />}
      {type !== 'audio' && !isTemplate && (
        <TextWithVariables
          label={isFile ? t('caption') : t('text')}
          isRequired={!isFile}
          value={body}
          problem={fieldProblem(problem, `${at}.body`)}
          onChange={(text) => onChange({ ...reply, body: text })}
        />
      )}
      {type === 'button' && <Buttons at={at} reply={reply} problem={problem} onChange={onChange} />}
      {type === 'list' && <p className="text-[13px] text-soft">{t('listKept')}</p>}
    </section>
  );
}

/** A list keeps what programs wrote, and only keyword rules send templates. */
function typesFor(kind: RuleKind, type: ReplyDraft['type']): readonly ReplyDraft['type'][] {
  const types = REPLY_TYPES.filter((each) => each !== 'template' || kind === 'keyword' || type === each);
  return type === 'list' ? [...types, type] : types;
}

function Buttons({
  at,
  reply,
  problem,
  onChange,
}: Pick<Props, 'reply' | 'problem' | 'onChange'> & { at: string }) {
  const t = useTexts('rules.editor');
  const titles = [...reply.titles, '', '', ''].slice(
    0,
    CreateAutoReply['replies.*.interactive.buttons'].maxItems,
  );
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      {titles.map((title, n) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place
          key={n}
          label={t('button', { n: n + 1 })}
          problem={n === 0 ? fieldProblem(problem, `${at}.interactive`) : undefined}
        >
          {(field) => (
            <Input
              {...field}
              dir="auto"
              maxLength={CreateAutoReply['replies.*.interactive.buttons.*.title'].maxLength}
              value={title}
              onChange={(event) => onChange({ ...reply, titles: titles.with(n, event.target.value) })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
