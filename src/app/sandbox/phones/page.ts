import type { FastifyRequest } from 'fastify';
import type { ApiErrorCode } from '../../../platform/lib/error-codes.ts';
import type { SandboxAddress } from '../address.ts';

/** What the routes of the page need. */
export interface SandboxPage {
  /** Null without a sandbox. */
  address: SandboxAddress | null;
  /** Refuses calls without a sandbox, and those of live accounts. */
  onRequest(request: FastifyRequest): Promise<void>;
}

export const TAGS = ['Sandbox'];

/** Errors of every route of the page. */
export const PAGE_ERRORS = [
  'sandbox_off',
  'sandbox_account_required',
] as const satisfies readonly ApiErrorCode[];
