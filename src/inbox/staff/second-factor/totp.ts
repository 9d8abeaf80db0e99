import { Secret, TOTP } from 'otpauth';
import { drawQrPng, qrModules } from '../../../platform/lib/qr/qr.ts';

/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;
const DIGITS = 6;
/** In pixels. */
const QR_SIZE = 320;
const STEP_SECONDS = 30;
/** Steps before and after the present one, for clocks that differ. */
const WINDOW = 1;

const CODE = /^\d{6}$/;

/** The values that every authenticator app supports. `label` names the entry in the app. */
export function authenticatorUri(secret: Uint8Array, label: string): string {
  return authenticator(secret, label).toString();
}

/** As a person types it into an app without a camera. */
export function typedSecret(secret: Uint8Array): string {
  return authenticator(secret, '').secret.base32;
}

/** As a data URL. */
export async function drawQr(uri: string): Promise<string> {
  const picture = await drawQrPng(qrModules(uri, 'M'), QR_SIZE);
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/** Apps show codes in groups: blanks and hyphens do not count. Null: not of this form. */
export function readCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  return CODE.test(code) ? code : null;
}

/** The step whose code this is, in seconds since 1970 divided by 30. Null: a wrong code. */
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
    // A copy, because a Buffer may be part of a larger one.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}
