import { checkFields } from '../../../platform/lib/check-fields.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { codePoints } from '../../../platform/lib/text.ts';
import type { OutboundTemplate } from '../../engines/engine.ts';
import {
  ENGINE_KINDS,
  type EngineKind,
  KIND_NAMES,
  MAX_TEXT,
  type MessageType,
} from '../../engines/kinds.ts';
import type { StoredKind } from '../../engines/sent-kinds/kind.ts';
import { SENT_KINDS } from '../../engines/sent-kinds/table.ts';
import { CHOICES, type CheckedContent, type CheckedTemplate, type KindInput } from '../content.ts';
import type { OutboundDetails } from '../outbound-details.ts';

export type Problem = ApiError | FieldErrors;

export type Refusals = ReadonlyMap<EngineKind, Problem>;

const NONE: Refusals = new Map();

export interface Judged {
  type: MessageType;
  body: string | null;
  media_url: string | null;
  interactive: string | null;
  template: OutboundTemplate | null;
  details: OutboundDetails | null;
  refusals: Refusals;
}

const WITHOUT_VIEW_ONCE: Refusals = new Map(
  KIND_NAMES.filter((engine) => !ENGINE_KINDS[engine].sendsViewOnce).map((engine) => [
    engine,
    new ApiError('type_not_supported'),
  ]),
);

const NOTHING = { body: null, media_url: null, interactive: null, template: null, details: null };

/** Only the database knows the device's engine, so this judges for every engine. */
export function judge(message: CheckedContent): Judged {
  const { type } = message;
  switch (type) {
    case 'text':
      return { ...NOTHING, type, body: message.body, refusals: refusalsOfText(message.body) };
    case 'image':
    case 'document':
    case 'audio':
    case 'video': {
      const { body, media_url = null, ptt, voice = ptt, view_once } = message;
      const refusals = view_once ? WITHOUT_VIEW_ONCE : refusalsOf(type, null);
      const options = { ...(voice && { voice }), ...(view_once && { view_once }) };
      const details = voice || view_once ? options : null;
      return { ...NOTHING, type, body: body || null, media_url, details, refusals };
    }
    case 'button':
    case 'list':
      return judgeChoices(message);
    case 'edit':
    case 'deletion':
      return {
        ...NOTHING,
        type,
        body: type === 'edit' ? message.body : null,
        refusals: refusalsOf(type, null),
      };
    case 'template':
      return judgeTemplate(message.template);
    default:
      return judgeKind(message);
  }
}

function judgeKind(message: KindInput): Judged {
  // The entry of a type takes its own message.
  const { stored } = SENT_KINDS[message.type] as { stored(of: KindInput): StoredKind };
  const { body, media_url = null, interactive, details = null } = stored(message);
  return {
    ...NOTHING,
    type: message.type,
    body,
    media_url,
    interactive: interactive ? JSON.stringify(interactive) : null,
    details,
    refusals: refusalsOf(message.type, null),
  };
}

/** A problem comes after a type that the engine does not send. */
export function withProblem(refusals: Refusals, problem: Problem | undefined): Refusals {
  if (!problem) return refusals;
  return new Map(KIND_NAMES.map((engine) => [engine, refusals.get(engine) ?? problem]));
}

function judgeChoices(message: CheckedContent & { type: 'button' | 'list' }): Judged {
  const { type, body } = message;
  if (!body || body.trim() === '') {
    const problem = new ApiError('interactive_body_required');
    return { ...NOTHING, type, refusals: refusalsOf(type, problem) };
  }
  const checked = checkFields<{ body: string; interactive: object }>(CHOICES[type], {
    body,
    interactive: message.interactive ?? undefined,
  });
  if (checked instanceof FieldErrors) return { ...NOTHING, type, body, refusals: refusalsOf(type, checked) };
  const interactive = JSON.stringify(checked.interactive);
  return { ...NOTHING, type, body, interactive, refusals: refusalsOf(type, null) };
}

function judgeTemplate(checked: CheckedTemplate): Judged {
  const problem = checked instanceof Error ? checked : null;
  const content = checked instanceof Error ? null : checked;
  return { ...NOTHING, type: 'text', ...content, refusals: refusalsOf('template', problem) };
}

/** An unsupported type comes before other problems. The contract has a code of choices. */
function refusalsOf(type: MessageType | 'template', problem: Problem | null): Refusals {
  const refusals = new Map<EngineKind, Problem>();
  const code = type === 'button' || type === 'list' ? 'interactive_not_supported' : 'type_not_supported';
  for (const engine of KIND_NAMES) {
    const { sends, sendsTemplates } = ENGINE_KINDS[engine];
    if (!(type === 'template' ? sendsTemplates : sends.has(type))) refusals.set(engine, new ApiError(code));
    else if (problem) refusals.set(engine, problem);
  }
  return refusals;
}

function refusalsOfText(body: string): Refusals {
  if (body.length <= MAX_TEXT) return NONE;
  const length = codePoints(body);
  const refusals = new Map<EngineKind, Problem>();
  for (const engine of KIND_NAMES) {
    const { maxText } = ENGINE_KINDS[engine];
    if (length <= maxText) continue;
    const text = `must have at most ${maxText} characters on a device with the engine ${engine}`;
    refusals.set(engine, new FieldErrors({ body: [text] }));
  }
  return refusals;
}
