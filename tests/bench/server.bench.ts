import { measureMedia } from './server-media.ts';
import { measureParts } from './server-parts.ts';
import { measurePlaces } from './server-places.ts';
import { measureTurns } from './server-turns.ts';

await measurePlaces();
await measureTurns();
await measureMedia();
await measureParts();
