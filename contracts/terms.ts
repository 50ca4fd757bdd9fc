import * as z from 'zod/mini';

/**
 * The version of the terms that the app shows: year and month of `legalStrings.updated`, and of the last change that
 * people must be told about. Consents are recorded with it.
 */
export const TERMS_VERSION = '2026-12';

/** A version of the terms: year and month. */
export const TermsVersion = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));
