import { Secret, TOTP } from 'otpauth';
import { drawQrPng, qrModules } from '../../../platform/lib/qr/qr.ts';

/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;
const DIGITS = 6;
/** In pixels. */
const QR_SIZE = 320;
const STEP_SECONDS = 30;
/** Steps around the present one, for wrong clocks. */
const WINDOW = 1;

const CODE = /^\d{6}$/;

/** With values that every app supports. `label` names the entry. */
export function authenticatorUri(secret: Uint8Array, label: string): string {
  return authenticator(secret, label).toString();
}

/** For typing into an app without a camera. */
export function typedSecret(secret: Uint8Array): string {
  return authenticator(secret, '').secret.base32;
}

/** As a data URL. */
export async function drawQr(uri: string): Promise<string> {
  const picture = await drawQrPng(qrModules(uri, 'M'), QR_SIZE);
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Ignores blanks and hyphens of groups. Null: another form. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  return CODE.test(code) ? code : null;
}

/** Seconds since 1970 divided by 30. Null: wrong code. */
export function findStep(secret: Uint8Array, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = authenticator(secret, '').validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}

function authenticator(secret: Uint8Array, label: string): TOTP {
  return new TOTP({
    issuer: 'Kurir',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: STEP_SECONDS,
    // A Buffer may be part of a larger one.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}
