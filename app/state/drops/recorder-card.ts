import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { dropMode, switchDropMode } from './drop-mode.ts';

/** Whether the map shows the card that begins a recording where the person is. Changed by this file alone. */
export const recorderCard = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the card, with drop mode on and the position asked for. Nothing is recorded yet. To be called from a tap. */
export function openRecorderCard(): void {
  // A recording that began at the tap would begin seconds later, once the position has come.
  switchDropMode(true);
  recorderCard.isOpen = true;
}

/** Closes the card. */
export function closeRecorderCard(): void {
  recorderCard.isOpen = false;
}

// Somebody who switches drop mode off is done with it.
subscribeKey(dropMode, 'chosen', (chosen) => {
  if (chosen === false) closeRecorderCard();
});
forgetAtSessionEnd(closeRecorderCard);
