import { toDataURL } from 'qrcode';

/** Where a sealed pairing code belongs, authenticated by the secret box. */
export function pairingPlace(deviceId: number): string {
  return `device_pairings|qr|${deviceId}`;
}

/** The code as a PNG data URL with a quiet zone, large enough to be scanned from a screen. */
export function qrPicture(code: string): Promise<string> {
  return toDataURL(code, { type: 'image/png', errorCorrectionLevel: 'L', margin: 4, width: 512 });
}
