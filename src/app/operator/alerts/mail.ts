import { createTransport } from 'nodemailer';
import { SECOND } from '../../../platform/lib/clock.ts';
import { codeOf } from '../../../platform/lib/error-code.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REASON = 200;
const IMPLICIT_TLS = 'smtps:';
const PORTS: Record<string, number> = { [IMPLICIT_TLS]: 465, 'smtp:': 587 };
/** Nothing between here and a relay of this machine reads along. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  /** The same for each attempt. */
  messageId: string;
  date: Date;
}

/** Null: the server took it. Otherwise codes without the credentials, which a server may repeat in its words. */
export async function sendMail(smtpUrl: string, mail: Mail): Promise<string | null> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const isLocal = LOCAL.includes(hostname);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || PORTS[protocol] || 0,
    secure: protocol === IMPLICIT_TLS,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    ...(user && { auth: { user, pass } }),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const from = { name: 'Kurir', address: user.includes('@') ? user : (mail.to[0] ?? '') };
    await transport.sendMail({
      ...mail,
      to: [...mail.to],
      from,
      headers: { 'auto-submitted': 'auto-generated' },
    });
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
