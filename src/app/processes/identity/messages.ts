import { resolve } from 'node:path';
import { commandPrefix } from '../../../command-prefix.ts';
import type { Config } from '../../../config.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import type { WelcomeLine } from '../welcome-line.ts';
import type { Identity } from './identity-file.ts';

/** Of a copied data folder. */
export interface Original {
  folder: string | null;
  /** Null: none is visible. */
  pid: number | null;
  /** False: this user cannot read the folder. */
  isCertain: boolean;
  /** The roles are exchanged. */
  isReplacement?: boolean;
}

export function copyMessage(config: Config, original: Original): string {
  const folder = resolve(config.KURIR_DATA_DIR);
  const adopt = adoptCommand(config);
  if (!original.isCertain) {
    return (
      `${folder} was in ${original.folder} before, and you may not read that folder. Nothing was started. If the ` +
      `installation was moved: ${adopt} --original-is-gone. If it was copied: ${adopt}`
    );
  }
  if (original.isReplacement) {
    return (
      `${folder} was replaced by its copy ${describeOriginal(original)}. Nothing was started: both would use the ` +
      'same devices'
    );
  }
  return (
    `${folder} is a copy of ${describeOriginal(original)}. Nothing was started: both would use the same devices. ` +
    `To use the copy: ${adopt}`
  );
}

export function originalRunsMessage(original: Original): string {
  return (
    `The original of this adopted copy runs: ${describeOriginal(original)}. Nothing was started: both would use ` +
    'the same devices. Stop the original first'
  );
}

/** Without paths: `/readyz` is public. */
export const PAUSED =
  'This is an adopted copy of another installation. Its devices do not connect, and messages and webhooks wait, ' +
  `until the operator runs: ${KURIR} adopt --original-is-gone`;

/** Null without a pause. */
export function pauseNotice(config: Config, identity: Pick<Identity, 'paused'> | null): WelcomeLine | null {
  if (!identity?.paused) return null;
  const original = identity.paused.original ?? 'another installation';
  return {
    text:
      `Paused: this is an adopted copy of ${original}. Its devices do not connect, and messages ` +
      'and webhooks wait. When the original is gone forever:',
    copy: `${adoptCommand(config)} --original-is-gone`,
  };
}

export function describeOriginal({ folder, pid }: Original): string {
  const name = folder ?? 'another installation';
  return pid === null ? name : `${name}, whose gateway runs (process ${pid})`;
}

export function adoptCommand(config: Config): string {
  return `${commandPrefix(config)} adopt`;
}
