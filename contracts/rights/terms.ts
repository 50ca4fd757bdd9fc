/**
 * The version of the terms that the app shows: year and month of `legalStrings.updated`, and of their last change that
 * people must be told of. Consents are recorded with it.
 */
export const TERMS_VERSION = '2026-11';
