import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { CodePreview, CodeTexts } from '../../templates.ts';
import { decodeCredentials } from '../credentials/credentials.ts';
import { classOf, isTemporary, textOf } from '../graph/error-codes.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient } from '../graph/lenient-values.ts';
import { readPatiently } from '../graph/read-patiently.ts';

const DEADLINE_MS = 10 * SECOND;

const Previews = z.object({
  data: z.array(
    z.object({
      body: z.string(),
      footer: lenient(z.string()),
      buttons: lenient(z.array(z.object({ text: lenient(z.string()) }))),
    }),
  ),
});

export async function previewCode(
  graph: Graph,
  { wabaId, creds }: { wabaId: string; creds: Uint8Array },
  { language, security_recommendation, code_expiration_minutes: minutes }: CodeTexts,
): Promise<CodePreview> {
  const { accessToken: token } = decodeCredentials(creds);
  const query = new URLSearchParams({
    category: 'AUTHENTICATION',
    languages: language,
    button_types: 'OTP',
    add_security_recommendation: String(security_recommendation),
    ...(minutes !== null && { code_expiration_minutes: String(minutes) }),
  });
  const path = `${encodeURIComponent(wabaId)}/message_template_previews?${query}`;
  const reply = await readPatiently(graph, { path, token }, performance.now() + DEADLINE_MS);
  if (reply.outcome === 'error' && !isTemporary(classOf(reply.error, reply.status)))
    return { outcome: 'refused', reason: textOf(reply.error).replaceAll(token, '...') };
  const [texts] = (reply.outcome === 'ok' && Previews.safeParse(reply.body).data?.data) || [];
  if (!texts) return { outcome: 'unreachable' };
  const { body, footer, buttons } = texts;
  return { outcome: 'read', body, footer: footer ?? null, button: buttons?.[0]?.text ?? null };
}
