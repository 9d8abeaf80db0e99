import type { Network } from '../../engines/engine.ts';

/** An app at the provider, which signs the callbacks of one network. */
export interface OfficialApp {
  network: Network;
  /** Null: the app signs nothing. */
  appSecret: string | null;
  verifyToken: string | null;
}

/** The configured apps. `refresh` asks for their current secrets, after the known ones did not match. */
export type OfficialApps = (refresh: boolean) => Promise<readonly OfficialApp[]>;
