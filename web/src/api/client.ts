import createClient from 'openapi-fetch';
import { gatewayPath, PREFIX } from '../place.ts';
import { asProblem, type Problem, problemOf } from './problem.ts';
import type { paths } from './schema.ts';

const CSRF = 'x-csrf-token';
let csrfToken = '';
let onLoggedOut = () => {};
let onOtherSession = () => {};
let askProof = (): Promise<boolean> => Promise.resolve(false);
let asked: Promise<boolean> | null = null;

/** Of the present session. Each call sends it. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Called when an answer says that the session has ended. */
export function whenLoggedOut(listener: () => void): void {
  onLoggedOut = listener;
}

/** Called when an answer says that the browser has another session than this page. */
export function whenOtherSession(listener: () => void): void {
  onOtherSession = listener;
}

/** Called when an answer asks who is there. True: the person has proved it, and the refused calls are repeated. */
export function whenProofIsAsked(listener: () => Promise<boolean>): void {
  askProof = listener;
}

/** Tells the gateway to which session this page belongs. Empty before the session is known. */
export const sessionHeaders = (): Record<string, string> => ({ [CSRF]: csrfToken });

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
  // Also for reads: a page must not show what belongs to the session of another tab.
  if (!request.headers.has(CSRF)) request.headers.set(CSRF, csrfToken);
  // A body is read once. Files ask for no proof.
  const again = /json|^$/.test(request.headers.get('content-type') ?? '') ? request.clone() : null;
  const response = await fetch(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw asProblem(error);
  });
  if (response.ok || response.status === 304) return response;
  const problem = await refusalOf(response);
  if (problem.code === 'confirm_identity' && again && (await isProved())) {
    again.headers.delete(CSRF);
    return send(again);
  }
  throw problem;
}

/** The problem of a bad answer. The page learns that its session has ended. */
export async function refusalOf(response: Response): Promise<Problem> {
  const problem = await problemOf(response);
  if (problem.code === 'login_required') onLoggedOut();
  if (problem.code === 'invalid_csrf_token') onOtherSession();
  return problem;
}

/** Calls that are refused together ask once. */
function isProved(): Promise<boolean> {
  asked ??= askProof().finally(() => {
    asked = null;
  });
  return asked;
}
