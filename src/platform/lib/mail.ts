import { SECOND } from './clock.ts';
import { codeOf } from './error-code.ts';
import type { MailServer } from './mail-server.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REASON = 200;
/** Nothing between here and a relay of this machine reads along. */
const LOCAL = ['localhost', '127.0.0.1', '::1'];

export interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** The same for each attempt. */
  messageId: string;
  date: Date;
}

/** Null: the server took it. Otherwise codes without the credentials, which a server may repeat in its words. */
export async function sendMail(server: MailServer, { from, ...mail }: Mail): Promise<string | null> {
  const { host, port, isImplicit, user, password } = server;
  const isLocal = LOCAL.includes(host);
  // Most installations send no mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: isImplicit,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    ...(user && { auth: { user, pass: password } }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sender = { name: 'Kurir', address: from };
    await transport.sendMail({ ...mail, from: sender, headers: { 'auto-submitted': 'auto-generated' } });
    return null;
  } catch (error) {
    return describe(error);
  } finally {
    transport.close();
  }
}

/** Such as `EAUTH 535`, or `ESOCKET self-signed certificate`: no words of the server. */
function describe(error: unknown): string {
  const { response, responseCode, message } = Object(error);
  const reason = response === undefined ? String(message).slice(0, MAX_REASON) : responseCode;
  return [codeOf(error) || 'failed', reason].filter((part) => part !== undefined).join(' ');
}
