import type { SocketConfig } from 'baileys';
import type { Log } from '../../../../platform/lib/log.ts';

/** Keeps only the texts: the objects may hold bodies and keys. */
export function clientLogger(log: Log, deviceUuid: string): SocketConfig['logger'] {
  const keepText = (subject: unknown, message?: string) => {
    const text = typeof subject === 'string' ? subject : message;
    if (text) log.debug({ deviceUuid, said: text.replace(/\d{4,}/g, '#').slice(0, 200) }, 'economy.client');
  };
  const drop = () => {};
  const logger: SocketConfig['logger'] = {
    level: 'silent',
    child: () => logger,
    trace: drop,
    debug: drop,
    info: drop,
    warn: keepText,
    error: keepText,
  };
  return logger;
}
