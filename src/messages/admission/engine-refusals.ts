import { ENGINE_KINDS, type EngineKind, KIND_NAMES, type MessageType } from '../../engines/kinds.ts';
import { checkFields } from '../../lib/check-fields.ts';
import { ApiError, FieldErrors } from '../../lib/errors.ts';
import { codePoints } from '../../lib/text.ts';
import type { Content } from '../content.ts';
import { CHOICES } from '../interactive.ts';

export type Problem = ApiError | FieldErrors;

export type Refusals = ReadonlyMap<EngineKind, Problem>;

const NONE: Refusals = new Map();
const SHORTEST_MAX_TEXT = Math.min(...KIND_NAMES.map((engine) => ENGINE_KINDS[engine].maxText));

/** The stored content of a message, and the engines that refuse it. */
export interface Judged {
  body: string | null;
  media_url: string | null;
  /** JSON. */
  interactive: string | null;
  refusals: Refusals;
}

/** Only the database knows the engine of the device, so this judges for every engine. */
export function judge(message: Content): Judged {
  switch (message.type) {
    case 'text':
      return {
        body: message.body,
        media_url: null,
        interactive: null,
        refusals: refusalsOfText(message.body),
      };
    case 'image':
    case 'document':
    case 'audio':
    case 'video':
      return {
        body: message.body || null,
        media_url: message.media_url,
        interactive: null,
        refusals: refusalsOf(message.type, null),
      };
    case 'button':
    case 'list':
      return judgeChoices(message);
    default:
      return message satisfies never;
  }
}

function judgeChoices(message: Content & { type: 'button' | 'list' }): Judged {
  const { type, body } = message;
  if (!body || body.trim() === '') {
    const problem = new ApiError('interactive_body_required');
    return { body: null, media_url: null, interactive: null, refusals: refusalsOf(type, problem) };
  }
  const checked = checkFields<{ body: string; interactive: object }>(CHOICES[type], {
    body,
    interactive: message.interactive ?? undefined,
  });
  if (checked instanceof FieldErrors) {
    return { body, media_url: null, interactive: null, refusals: refusalsOf(type, checked) };
  }
  return {
    body,
    media_url: null,
    interactive: JSON.stringify(checked.interactive),
    refusals: refusalsOf(type, null),
  };
}

/** An unsupported type comes before other problems. */
function refusalsOf(type: MessageType, problem: Problem | null): Refusals {
  const refusals = new Map<EngineKind, Problem>();
  for (const engine of KIND_NAMES) {
    if (!ENGINE_KINDS[engine].sends.has(type))
      refusals.set(engine, new ApiError('interactive_not_supported'));
    else if (problem) refusals.set(engine, problem);
  }
  return refusals;
}

function refusalsOfText(body: string): Refusals {
  if (body.length <= SHORTEST_MAX_TEXT) return NONE;
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
