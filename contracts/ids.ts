import * as z from 'zod/mini';
import { idFromText } from './call.ts';
import { MAP_IDS_MAX } from './limits.ts';
import { ParcoursId } from './vocabulary.ts';

/** Parses ids of parcours such as `1,2`; none if empty. */
export const ParcoursIds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string): (string | number)[] => (text === '' ? [] : text.split(','))),
  ),
  z.array(idFromText(ParcoursId)).check(z.maxLength(MAP_IDS_MAX)),
);
