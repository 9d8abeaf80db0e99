import * as store from './store.ts';

export type { NewTouch, TouchKind, TouchRow } from './store.ts';
/** Entry points of messages, and of conversations by row id. */
export const { countOutcomes, findTouches, followTouches, listTouches, recordTouches, TOUCH_KINDS } = store;
