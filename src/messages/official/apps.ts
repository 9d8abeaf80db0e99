import type { Network } from '../../engines/engine.ts';

/** An app at the provider. It signs the callbacks of one network. */
export interface OfficialApp {
  network: Network;
  /** Null: no signature of the app is accepted. */
  appSecret: string | null;
  verifyToken: string | null;
}

/** `refresh` reads the secrets again, after the known ones did not match. */
export type OfficialApps = (refresh: boolean) => Promise<readonly OfficialApp[]>;
