import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { dropMode, switchDropMode } from './drop-mode.ts';

/** Whether the map shows the card that starts a recording at the person's position. Changed only in this file. */
export const recorderCard = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the card, switches drop mode on and asks for the position, but records nothing. Must be called from a tap. */
export function openRecorderCard(): void {
  // A recording that began at the tap would begin seconds later, once the position has come.
  switchDropMode(true);
  recorderCard.isOpen = true;
}

/** Closes the card. */
export function closeRecorderCard(): void {
  recorderCard.isOpen = false;
}

// A person who switches drop mode off no longer needs the card.
subscribeKey(dropMode, 'chosen', (chosen) => {
  if (chosen === false) closeRecorderCard();
});
forgetAtSessionEnd(closeRecorderCard);
