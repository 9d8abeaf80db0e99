import type { BinaryNode } from 'baileys';
import { element } from './node.ts';

export const RESTART = element('stream:error', { code: '515' });
export const REPLACED = element('stream:error', {}, [element('conflict', { type: 'replaced' })]);
export const REMOVED = element('stream:error', { code: '401' }, [
  element('conflict', { type: 'device_removed' }),
]);
export const NOT_MULTI_DEVICE = element('ib', {}, [element('downgrade_webclient')]);

export const streamError = (code: string): BinaryNode => element('stream:error', { code });

/** Refuses a login, or closes a banned connection. */
export const loginFailure = (reason: string): BinaryNode => element('failure', { reason, location: 'frc' });
