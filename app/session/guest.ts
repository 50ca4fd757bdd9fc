import { isThrowaway, type User } from '../../contracts/user.ts';

/** Returns this browser's guest, whose account an invitation made; null for everybody else, and for nobody. */
export function guestOf(user: User | null): User | null {
  return user !== null && isThrowaway(user) ? user : null;
}
