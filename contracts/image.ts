import * as z from 'zod/mini';

/** Name of the multipart part that holds an image. */
export const IMAGE_PART = 'image';

/** Error message for an upload without a file, in the specification's words. */
export const MISSING_IMAGE = 'No file selected';

/** The text fields of a multipart body that has only a file. */
export const NoFields = z.object({});
