import { retryParcours } from '../parcours/parcours-list.ts';
import { loadPlaces } from './places.ts';

/** Loads the list at the person's request, and the parcours' list if that had no response. Never rejects. */
export async function retryPlaces(): Promise<void> {
  await Promise.all([loadPlaces(), retryParcours()]);
}
