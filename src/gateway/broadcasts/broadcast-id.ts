import { rowIdOf } from '../../platform/lib/row-id.ts';

export const idOf = (text: string): number => rowIdOf(text, 'broadcast_not_found');
