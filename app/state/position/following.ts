import { proxy } from 'valtio';

/** Whether the map keeps the walker in its middle. Changed by the functions of this file alone. */
export const following = proxy<{ isOn: boolean; requests: number }>({
  isOn: false,
  /** How often it was asked for: with each request the map goes to the walker, from wherever it is. */
  requests: 0,
});

/** Brings the map to the walker, and keeps it there until {@link stopFollowing}. */
export function followWalker(): void {
  following.isOn = true;
  following.requests += 1;
}

/** Leaves the map where it is. */
export function stopFollowing(): void {
  following.isOn = false;
}
