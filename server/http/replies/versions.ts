import type { Request } from 'express';

/** The entity tags of an `If-None-Match` header; weak and strong ones compare equal. */
const TAG = /(?:W\/)?"([^"]*)"/g;

/**
 * Whether `If-None-Match` names this version, or any (RFC 9110, 13.1.2). Not Express' `request.fresh`, which ignores
 * the header beside `Cache-Control: no-cache`: browsers add that to every `fetch` whose page set `If-None-Match`
 * itself.
 */
export function knowsVersion(request: Request, version: string): boolean {
  const header = request.headers['if-none-match'] ?? '';
  return header.trim() === '*' || [...header.matchAll(TAG)].some(([, tag]) => tag === version);
}
