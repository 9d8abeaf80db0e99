import createClient from 'openapi-fetch';
import { gatewayPath, PREFIX } from '../place.ts';
import { asProblem, problemOf } from './problem.ts';
import type { paths } from './schema.ts';

let csrfToken = '';
let onLoggedOut = () => {};

/** Of the present session. Each call sends it. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when an answer says that the session has ended. */
export function whenLoggedOut(listener: () => void): void {
  onLoggedOut = listener;
}

/** Every call of the dashboard. A bad answer throws a Problem; 304 is for callers that sent an ETag. */
export const api = createClient<paths>({ baseUrl: PREFIX, fetch: (request) => send(request) });

/** The body of a good answer. */
export async function ok<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call;
  return data as Body; // `send` throws for answers without data
}

/** For answers that are no JSON: files and pictures. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  return send(new Request(new URL(gatewayPath(path), location.href), init));
}

async function send(request: Request): Promise<Response> {
  // Also for reads: a call for a QR starts a pairing.
  request.headers.set('x-csrf-token', csrfToken);
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw asProblem(error);
  });
  if (response.ok || response.status === 304) return response;
  const problem = await problemOf(response);
  if (problem.code === 'login_required') onLoggedOut();
  throw problem;
}
