let isGone = false;

/** Whether this page makes way for one of another user, or of none. It asks and keeps nothing any more. */
export const isLeaving = () => isGone;

export function leave(): void {
  isGone = true;
}
