import { proxy } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

interface FoundAddress {
  readonly name: string;
  /** `[lng, lat]` */
  readonly position: Position;
}

/** The address that the map marks, until another search begins. */
export const foundAddress = proxy<{ shown: FoundAddress | null }>({ shown: null });

/** Marks an address on the map, in place of the previous one. */
export function markAddress({ name, position }: FoundAddress): void {
  foundAddress.shown = { name, position };
}

/** Removes the mark. */
export function unmarkAddress(): void {
  foundAddress.shown = null;
}

forgetAtSessionEnd(unmarkAddress);
