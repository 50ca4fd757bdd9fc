/** A move was refused or has failed; the message says why, and what to do. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}
