import { proxy } from 'valtio';

/** Whether the map keeps the walker in its centre. Changed only in this file. */
export const following = proxy<{ isOn: boolean; requests: number }>({
  isOn: false,
  /** Number of requests: with each one the map moves to the walker, from wherever it is. */
  requests: 0,
});

/** Moves the map to the walker, and keeps it there until {@link stopFollowing}. */
export function followWalker(): void {
  following.isOn = true;
  following.requests += 1;
}

/** Leaves the map where it is. */
export function stopFollowing(): void {
  following.isOn = false;
}
