import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { TemplateWriting, WritingOutcome } from '../../templates.ts';
import { decodeCredentials } from '../credentials/credentials.ts';
import { classOf, isTemporary, textOf } from '../graph/error-codes.ts';
import type { Graph, GraphCall } from '../graph/graph.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { draftBody } from './draft-body.ts';
import { word } from './template-values.ts';

const TIMEOUT_MS = 15 * SECOND;

const Answer = z.object({ id: lenient(textOrNumber(64)), status: lenient(word), category: lenient(word) });

export async function writeTemplate(
  graph: Graph,
  { wabaId, creds }: { wabaId: string; creds: Uint8Array },
  change: TemplateWriting,
): Promise<WritingOutcome> {
  const { accessToken: token } = decodeCredentials(creds);
  const reply = await graph.call({ ...callOf(wabaId, change), token, timeoutMs: TIMEOUT_MS });
  switch (reply.outcome) {
    case 'ok': {
      const { id = null, status = null, category = null } = Answer.safeParse(reply.body).data ?? {};
      return { outcome: 'written', providerId: id, status, category };
    }
    case 'error': {
      const { code, subcode } = reply.error;
      if (isTemporary(classOf(reply.error, reply.status))) return { outcome: 'unreachable' };
      return { outcome: 'refused', reason: textOf(reply.error).replaceAll(token, '...'), code, subcode };
    }
    case 'not_written':
      return { outcome: 'unreachable' };
    case 'unknown':
      return { outcome: 'unknown' };
    default:
      return reply satisfies never;
  }
}

function callOf(wabaId: string, change: TemplateWriting): Pick<GraphCall, 'method' | 'path' | 'body'> {
  const list = `${encodeURIComponent(wabaId)}/message_templates`;
  switch (change.kind) {
    case 'create': {
      const { name, language, category } = change.draft;
      const body = { name, language, category: category.toUpperCase(), ...draftBody(change.draft) };
      return { method: 'POST', path: list, body };
    }
    case 'edit': {
      const { components } = draftBody(change.draft);
      const category = change.category?.toUpperCase();
      const body = { ...(category !== undefined && { category }), components };
      return { method: 'POST', path: encodeURIComponent(change.providerId), body };
    }
    case 'delete': {
      const query = new URLSearchParams({ hsm_id: change.providerId, name: change.name });
      return { method: 'DELETE', path: `${list}?${query}` };
    }
    default:
      return change satisfies never;
  }
}
