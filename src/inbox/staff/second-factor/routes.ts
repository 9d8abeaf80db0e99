import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { type OwnPassword, proveOwnPassword } from '../passwords/own-password.ts';
import type { Passwords } from '../passwords/password.ts';
import { endSessions, lockCaller } from '../sessions/session.ts';
import { callerOf } from '../staff-caller.ts';
import { countCode } from '../throttle/throttle.ts';
import { BeginFactor, ConfirmFactor, FactorState, NewFactor, ProveFactor, RecoveryCodes } from './schema.ts';
import {
  beginFactor,
  confirmFactor,
  type FactorUser,
  getFactor,
  removeFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

const tags = ['Staff'];

interface Tools {
  ctx: Context;
  passwords: Passwords;
}

/** Each user changes the own second factor alone. */
export function secondFactorRoutes(http: Http, ctx: Context, passwords: Passwords): void {
  stateRoute(http, ctx);
  beginRoute(http, { ctx, passwords });
  confirmRoute(http, ctx);
  renewRoute(http, { ctx, passwords });
  removeRoute(http, { ctx, passwords });
}

function stateRoute(http: Http, ctx: Context): void {
  http.get('/app/api/totp', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'getSecondFactor',
      summary: 'Look up the own second factor',
      response: { 200: FactorState.describe('The second factor.') },
    },
    handler: async (request) => {
      const { isActive, confirmedAt, recoveryCodes } = await getFactor(ctx.db, callerOf(request).id);
      return {
        enabled: isActive,
        confirmed_at: confirmedAt?.toISOString() ?? null,
        recovery_codes: recoveryCodes,
      };
    },
  });
}

function beginRoute(http: Http, tools: Tools): void {
  http.post('/app/api/totp', {
    config: { staff: 'agent', errors: ['second_factor_active', 'too_many_attempts'] },
    schema: {
      tags,
      operationId: 'beginSecondFactor',
      summary: 'Begin a second factor',
      description: 'Makes the secret for an authenticator app. The factor counts from its first code on.',
      body: BeginFactor,
      response: { 200: NewFactor.describe('The secret. Only this answer has it.') },
    },
    handler: async (request) => {
      const user = factorUserOf(request);
      await proveOwnPassword(tools, ownPasswordOf(request, request.body.password));
      return beginFactor(tools.ctx, user, labelOf(request));
    },
  });
}

function confirmRoute(http: Http, ctx: Context): void {
  http.post('/app/api/totp/confirm', {
    config: {
      staff: 'agent',
      errors: ['second_factor_active', 'second_factor_missing', 'too_many_attempts'],
    },
    schema: {
      tags,
      operationId: 'confirmSecondFactor',
      summary: 'Confirm the second factor',
      description: 'Takes the first code of the app. From now on a log-in needs a code. Other sessions end.',
      body: ConfirmFactor,
      response: { 200: RecoveryCodes.describe('The second factor counts.') },
    },
    handler: async (request) => {
      const user = factorUserOf(request);
      const attempt = await countCode(ctx, user.user_uuid);
      const acting = onBehalfOf(ctx, request);
      const recovery_codes = await ctx.db.transaction(async (tx) => {
        const codes = await confirmFactor(tx, acting, user, request.body.code);
        await lockCaller(tx, callerOf(request), 'agent');
        await endSessions(tx, user.id, callerOf(request).sessionId);
        return codes;
      });
      await attempt.succeeded();
      return { recovery_codes };
    },
  });
}

function renewRoute(http: Http, tools: Tools): void {
  http.post('/app/api/totp/recovery-codes', {
    config: { staff: 'agent', errors: ['second_factor_missing', 'too_many_attempts'] },
    schema: {
      tags,
      operationId: 'renewRecoveryCodes',
      summary: 'Get new recovery codes',
      description: 'Makes ten recovery codes. The earlier ones no longer work.',
      body: ProveFactor,
      response: { 200: RecoveryCodes.describe('The new recovery codes.') },
    },
    handler: async (request) => {
      const { user, acting, attempt } = await proveUser(tools, request, request.body.password);
      const { code } = request.body;
      const recovery_codes = await acting.db.transaction(async (tx) => {
        const codes = await renewRecoveryCodes(tx, acting, user, code);
        await lockCaller(tx, callerOf(request), 'agent');
        return codes;
      });
      await attempt.succeeded();
      return { recovery_codes };
    },
  });
}

function removeRoute(http: Http, tools: Tools): void {
  http.delete('/app/api/totp', {
    config: { staff: 'agent', errors: ['second_factor_missing', 'too_many_attempts'] },
    schema: {
      tags,
      operationId: 'removeSecondFactor',
      summary: 'Remove the second factor',
      description: 'From now on the password suffices. The recovery codes no longer work.',
      body: ProveFactor,
      response: { 204: z.null().describe('The second factor is removed.') },
    },
    handler: async (request, reply) => {
      const { user, acting, attempt } = await proveUser(tools, request, request.body.password);
      await acting.db.transaction(async (tx) => {
        await removeFactor(tx, acting, user, request.body.code);
        await lockCaller(tx, callerOf(request), 'agent');
      });
      await attempt.succeeded();
      return reply.code(204).send(null);
    },
  });
}

async function proveUser(tools: Tools, request: FastifyRequest, password: string) {
  const user = factorUserOf(request);
  await proveOwnPassword(tools, ownPasswordOf(request, password));
  const attempt = await countCode(tools.ctx, user.user_uuid);
  return { user, acting: onBehalfOf(tools.ctx, request), attempt };
}

function ownPasswordOf(request: FastifyRequest, password: string): OwnPassword {
  const { id, userUuid } = callerOf(request);
  return { user: { id, user_uuid: userUuid }, password, address: request.clientAddress };
}

function factorUserOf(request: FastifyRequest): FactorUser {
  const { id, userUuid } = callerOf(request);
  return { id, user_uuid: userUuid, account_id: request.account.id };
}

/** A person may be a user of several accounts, with an entry in the app for each. */
const labelOf = (request: FastifyRequest) => `${callerOf(request).name} (${request.account.name})`;
