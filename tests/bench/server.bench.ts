import { measureMedia } from './server-media.ts';
import { measurePlaces } from './server-places.ts';

await measurePlaces();
await measureMedia();
