import { z } from 'zod';
import { isMailServer } from './platform/lib/mail-server.ts';

/** Settings of what watches Kurir. */
export const WATCH_SETTINGS = {
  KURIR_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/)
    .optional()
    .describe(
      'Token for `/metrics` and `/operator/health.json`, 32 characters or more: `Authorization: Bearer TOKEN`. With ' +
        'it, every port of this process answers them. Unset: only KURIR_METRICS_PORT does.',
    ),
  KURIR_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of a further server for `/metrics` and `/operator/health.json`, without TLS. It listens on 127.0.0.1, ' +
        'and with KURIR_METRICS_TOKEN at KURIR_HOST. Unset: no further server.',
    ),
  KURIR_ALERT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'URL that gets a signed POST when a warning of the health page begins or ends. It may be in a private network. ' +
        'Unset: no alerts.',
    ),
  KURIR_ALERT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/)
    .optional()
    .describe(
      'Secret that signs alerts, as the secret of a webhook signs events. Needed with KURIR_ALERT_URL.',
    ),
  KURIR_ALERT_EMAIL: z
    .string()
    .transform((text) => {
      const all = text.split(',').map((address) => address.trim());
      return [...new Map(all.map((address) => [address.toLowerCase(), address])).values()];
    })
    .pipe(z.array(z.email()).max(10))
    .optional()
    .describe(
      'E-mail addresses that get the same alerts, up to 10, with commas between them. Needs KURIR_SMTP_URL. ' +
        'Unset: no e-mail.',
    ),
  KURIR_SMTP_URL: z
    .string()
    .refine(isMailServer)
    .meta({ format: 'uri' })
    .optional()
    .describe(
      'Server that takes e-mail: alerts, and notices of users. `smtps://USER:PASSWORD@mail.example.com`, or ' +
        '`smtp://` with STARTTLS, which it ' +
        'must offer unless it is `localhost`. In USER and PASSWORD, letters and digits stay, and other characters ' +
        'are written as `%40`. A USER with `@` is the sender; otherwise the first of KURIR_ALERT_EMAIL is.',
    ),
};

/** Whether `/metrics` is open. */
export function isWatched(config: {
  KURIR_METRICS_TOKEN?: string | undefined;
  KURIR_METRICS_PORT?: number | undefined;
}): boolean {
  return config.KURIR_METRICS_TOKEN !== undefined || config.KURIR_METRICS_PORT !== undefined;
}
