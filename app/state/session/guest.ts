import { isThrowaway, type User } from '../../../contracts/user.ts';

/** The guest in this browser whose account an invitation made; null for nobody and for everybody else. */
export function guestOf(user: User | null): User | null {
  return user !== null && isThrowaway(user) ? user : null;
}
