import * as z from 'zod/mini';

/** Name of the multipart part that holds an image. */
export const IMAGE_PART = 'image';

/** Said, in the specification's words, of an upload without a file. */
export const MISSING_IMAGE = 'No file selected';

/** The text fields of a multipart body that has none of its own. */
export const NoFields = z.object({});
