import { measureHour } from './renditions-hour.ts';
import { measureLine } from './renditions-line.ts';
import { measureQueue } from './renditions-queue.ts';
import { measureSizes } from './renditions-sizes.ts';

await measureSizes();
await measureHour();
await measureQueue();
await measureLine();
