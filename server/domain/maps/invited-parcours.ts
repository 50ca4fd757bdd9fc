import type { Database } from '../../store/database.ts';
import { findParcours, type ParcoursRow } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import type { Invitations } from './invitations.ts';

/** Finds the parcours that an invitation leads to, without counting a use; null if the invitation is not valid. */
export type FindInvited = (token: string) => Promise<ParcoursRow | null>;

/** Finds parcours by the invitations in this database. */
export function createFindInvited({ reader }: Database, invitations: Pick<Invitations, 'look'>): FindInvited {
  return async (token) => {
    try {
      const { mapId } = await invitations.look(token);
      return (await findParcours(reader, mapId)) ?? null;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
