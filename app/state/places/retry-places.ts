import { retryParcours } from '../maps/parcours-list.ts';
import { loadPlaces } from './places.ts';

/** Loads the list because somebody asks for it, and that of the parcours where there was no response. Never rejects. */
export async function retryPlaces(): Promise<void> {
  await Promise.all([loadPlaces(), retryParcours()]);
}
