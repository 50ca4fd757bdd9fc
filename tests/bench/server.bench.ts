import { measureMedia } from './server-media.ts';
import { measureParts } from './server-parts.ts';
import { measurePlaces } from './server-places.ts';

await measurePlaces();
await measureMedia();
await measureParts();
