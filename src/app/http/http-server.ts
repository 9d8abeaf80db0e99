import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { listComingAnswers } from '../../assistant/arbiter/typing/typing.ts';
import { openAssistant } from '../../assistant/assistant.ts';
import { automationRoutes } from '../../assistant/routes.ts';
import type { Context } from '../../context.ts';
import { openFileStore } from '../../files.ts';
import { consentHook, moveOptOuts } from '../../gateway/broadcasts/opt-outs/opt-out.ts';
import { countDevicesOf } from '../../gateway/devices/installation/installation.ts';
import { officialCallbacks } from '../../gateway/engines/official-cloud/callbacks/reader.ts';
import { officialWebhookRoutes } from '../../gateway/messages/official/routes.ts';
import { gatewayRoutes } from '../../gateway/routes.ts';
import { MAX_EXAMPLE_BYTES } from '../../gateway/templates/making/example-file.ts';
import { openTemplatesAndMaking } from '../../gateway/templates/template.ts';
import { uploadSource } from '../../gateway/uploads/read-upload.ts';
import { listFilesOfReplies } from '../../inbox/conversations/canned-replies/canned-reply.ts';
import { noteNames } from '../../inbox/conversations/contacts/contact.ts';
import { moveHook } from '../../inbox/conversations/moves/move.ts';
import { handoverHook } from '../../inbox/conversations/standby/standby.ts';
import { inboxRoutes } from '../../inbox/routes.ts';
import { registerSeenUsers, type SeenUsers } from '../../inbox/staff/presence/seen-users.ts';
import { readKnownUser } from '../../inbox/staff/sessions/known-browser.ts';
import { registerStaffAuth } from '../../inbox/staff/staff-auth.ts';
import { registerTwins } from '../../inbox/staff/twins.ts';
import { maxMediaBytes } from '../../media-settings.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { openKeyUses } from '../../platform/accounts/api-keys/last-use.ts';
import { registerAuth } from '../../platform/accounts/auth.ts';
import { openRequestRecorder } from '../../platform/accounts/request-log/recorder.ts';
import { guardStorage } from '../../platform/accounts/storage/storage.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { within } from '../../platform/lib/deadline.ts';
import { openReachCheck } from '../../platform/lib/guarded-fetch/reach-check.ts';
import type { OnAnswer } from '../../platform/lib/http/answer-log.ts';
import { type HealthNotices, healthRoutes } from '../../platform/lib/http/health.ts';
import { createHttp } from '../../platform/lib/http/http.ts';
import type { Http } from '../../platform/lib/http/server.ts';
import { allowSlowBodies } from '../../platform/lib/http/slow-body.ts';
import { sendStrictTransport } from '../../platform/lib/http/strict-transport.ts';
import { warnOfUnknownFields } from '../../platform/lib/http/unknown-fields.ts';
import { localUrl } from '../../platform/lib/local-url.ts';
import { openPictures } from '../../platform/lib/media/pictures.ts';
import { platformRoutes } from '../../platform/routes.ts';
import { type CallCounter, createCallCounter } from '../../platform/usage/call-counter.ts';
import { exportRoutes } from '../account-copy/exports/routes.ts';
import { erasureSteps } from '../erasure.ts';
import { findHeld } from '../held-files.ts';
import { inboundHooks } from '../inbound-hooks.ts';
import { openModelsForHttp } from '../language-models.ts';
import { operatorRoutes } from '../operator/routes.ts';
import { phoneReplyHooks } from '../phone-reply-hooks.ts';
import { reachOf } from '../reach.ts';
import { readSession } from '../read-session.ts';
import { type Audience, documentRoutes } from '../reference/document.ts';
import { referenceRoutes } from '../reference/routes.ts';
import { siteRoutes } from '../reference/site/routes.ts';
import type { SandboxAddress } from '../sandbox/address.ts';
import { sandboxPhoneRoutes } from '../sandbox/phones/routes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { sandboxSampleRoutes } from '../sandbox/samples.ts';
import { shareByAccounts } from './account-lanes.ts';
import { type Certificate, type KeyPair, openCertificate } from './certificate.ts';
import { countAnswer } from './count-answer.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { EVENTS } from './documented-events.ts';
import { openFetchers } from './fetchers.ts';
import { listenProblem } from './listen-problem.ts';
import { officialApps } from './official-apps.ts';
import { openOfficialProviders } from './official-provider.ts';
import { openOidcProvider } from './oidc-provider.ts';
import { isPlainAndOpen } from './plain-text.ts';
import { openReadiness } from './readiness.ts';

const BODY_LIMIT = 256 * 1024;
const CLOSE_MS = 700;
const RENEW_MS = 5 * SECOND;

export interface Api {
  /** For clients on this machine. */
  url: string;
  /** Null without TLS. */
  fingerprint(): string | null;
  /** After a new certificate. */
  onRenewal(listener: () => void): void;
  /** Up to 0.7 s for requests in flight. Repeatable. */
  stop(): Promise<void>;
}

/** Binds before other roles start: a second gateway fails at once. */
export async function startApi(
  ctx: Context,
  sandbox: SandboxAddress | null,
  health: HealthNotices = {},
): Promise<Api> {
  const { KURIR_HOST: host, KURIR_PORT: port } = ctx.config;
  const certificate = await openCertificate(ctx.config, ctx.log);
  const http = assembleHttp(ctx, sandbox, { tls: certificate?.pair, ...health });
  await http.listen({ host, port }).catch(async (error: unknown) => {
    throw await listenProblem(error, host, port);
  });
  const { port: bound } = http.server.address() as AddressInfo; // a TCP listener has no other kind of address
  ctx.log.info({ host, port: bound, tls: certificate !== null }, 'http.listening');
  if (isPlainAndOpen(ctx.config)) ctx.log.warn({ host }, 'http.plain_text');
  let renewed = () => {};
  let stopped: Promise<void> | null = null;
  const stopRenewal = certificate && renewRegularly(http, certificate, () => renewed());
  return {
    url: localUrl(certificate ? 'https' : 'http', host, bound),
    fingerprint: () => certificate?.fingerprint() ?? null,
    onRenewal(listener) {
      renewed = listener;
    },
    stop() {
      stopRenewal?.();
      stopped ??= close(http);
      return stopped;
    },
  };
}

async function close(http: Http): Promise<void> {
  const closed = http.close();
  if (!(await within(CLOSE_MS, closed))) http.server.closeAllConnections();
  await within(CLOSE_MS, closed);
}

function renewRegularly(http: Http, certificate: Certificate, onRenewal: () => void): () => void {
  const timer = setInterval(async () => {
    const pair = await certificate.renew();
    if (!pair || !(http.server instanceof TlsServer)) return;
    http.server.setSecureContext(pair);
    onRenewal();
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}

interface Options extends HealthNotices {
  tls?: KeyPair | undefined;
  /** Whose routes the document has. */
  audience?: Audience;
  /** See `AuthOptions`. */
  operated?: Caller;
}

export function assembleHttp(
  ctx: Context,
  sandbox: SandboxAddress | null,
  { tls, paused = () => null, missing, audience = 'keys', operated }: Options = {},
): Http {
  const trustedProxies = ctx.config.KURIR_TRUSTED_PROXIES;
  const { onAnswer, close } = recordAnswers(ctx);
  const options = { log: ctx.log, bodyLimit: BODY_LIMIT, tls: tls ?? null, trustedProxies, onAnswer };
  const http = createHttp(options);
  http.addHook('onClose', close);
  sendStrictTransport(http, ctx.config.KURIR_PUBLIC_URL);
  const document = documentRoutes(http, EVENTS, audience);
  const providers = closedWith(http, openOfficialProviders(ctx.config, sandbox));
  healthRoutes(http, { ready: openReadiness(ctx, missing), paused, log: ctx.log });
  sandboxRoutes(http, ctx, sandbox);
  sandboxSampleRoutes(http, sandbox);
  officialRoutes(http, ctx, sandbox);
  const { calls, seen } = checkCallers(http, ctx, operated);
  const files = closedWith(http, openFileStore(ctx.config));
  const { templates, making } = openTemplatesAndMaking(ctx, providers, {
    upload: providers.uploadExample,
    // No header has sound.
    fetcher: openFetchers(http, ctx.config, {
      use: 'examples',
      uploads: uploadSource(ctx, files),
      maxBytes: { ...MAX_EXAMPLE_BYTES, audio: 0 },
    }),
  });
  const pictures = closedWith(http, openPictures());
  const maxBytes = maxMediaBytes(ctx.config);
  const provider = openOidcProvider(ctx);
  http.addHook('onClose', () => provider?.close());
  const hooks = inboundHooks(ctx);
  gatewayRoutes(http, ctx, {
    erasureSteps: erasureSteps(ctx).length,
    files,
    uploads: { pictures, maxBytes },
    uses: { findHeld, findShared: listFilesOfReplies },
    fetcher: openFetchers(http, ctx.config, { use: 'broadcasts', maxBytes }),
    templates,
    making,
    verify: providers.verify,
    readSession,
    reach: openReach(http, ctx),
    onNamed: noteNames,
  });
  inboxRoutes(http, ctx, { templates, hooks, comingAnswers: listComingAnswers, files, seen, provider });
  automationRoutes(http, ctx, files, openAssistant(ctx, openModelsForHttp(ctx, http)));
  platformRoutes(http, ctx, calls, (account) => countDevicesOf(ctx, account));
  exportRoutes(http, ctx, files);
  operatorRoutes(http, ctx, { hasSandbox: sandbox !== null, paused });
  sandboxPhoneRoutes(http, ctx, sandbox);
  referenceRoutes(http, document);
  const hasDashboard = ctx.config.KURIR_DASHBOARD === 'on';
  if (hasDashboard) dashboardRoutes(http, ctx);
  siteRoutes(http, { hasSandbox: sandbox !== null, hasDashboard });
  return http;
}

function closedWith<Opened extends { close(): unknown }>(http: Http, opened: Opened): Opened {
  http.addHook('onClose', async () => void (await opened.close()));
  return opened;
}

function recordAnswers(ctx: Context): { onAnswer: OnAnswer; close(): Promise<void> } {
  const { note, close } = openRequestRecorder(ctx);
  return {
    onAnswer(request, answer) {
      note(request, answer);
      countAnswer(ctx.metrics, answer);
    },
    close,
  };
}

function officialRoutes(http: Http, ctx: Context, sandbox: SandboxAddress | null): void {
  officialWebhookRoutes(http, ctx, {
    reader: officialCallbacks,
    apps: officialApps(ctx.config, sandbox),
    hooks: inboundHooks(ctx),
    replyHooks: phoneReplyHooks(ctx),
    noteConsent: consentHook(ctx),
    noteHandovers: handoverHook(ctx),
    async noteMoves(moves) {
      await moveHook(ctx)(moves);
      await moveOptOuts(ctx, moves);
    },
  });
}

/** Which addresses a webhook test may call. */
function openReach(http: Http, ctx: Context) {
  const reach = {
    live: openReachCheck(reachOf(ctx.config, 'live')),
    sandbox: openReachCheck(reachOf(ctx.config, 'sandbox')),
  };
  http.addHook('onClose', async () => {
    reach.live.close();
    reach.sandbox.close();
  });
  return reach;
}

/** For all later routes. */
function checkCallers(http: Http, ctx: Context, operated?: Caller): { calls: CallCounter; seen: SeenUsers } {
  const calls = createCallCounter(ctx);
  const uses = openKeyUses(ctx);
  http.addHook('onClose', async () => {
    await Promise.all([calls.close(), uses.close()]);
  });
  registerAuth(http, ctx, { onCall: calls.count, onUse: uses.note, operated });
  registerStaffAuth(http, ctx);
  const seen = registerSeenUsers(http, ctx);
  registerTwins(http);
  allowSlowBodies(http);
  shareByAccounts(http, ctx.config.KURIR_DATABASE_POOL, (request) => readKnownUser(ctx, request));
  guardStorage(http, ctx);
  warnOfUnknownFields(http, ctx.log);
  return { calls, seen };
}
