import type { Request } from 'express';
import { AppError } from '../domain/app-error.ts';

/**
 * The token of a request's Authorization header, with or without `Bearer` before it.
 *
 * @throws AppError `unauthenticated` where there is none.
 */
export function readBearer(request: Request): string {
  const token = (request.headers.authorization ?? '').replace(/^Bearer\s+/i, '').trim();
  if (token === '') throw new AppError('unauthenticated', 'Expected a token in the Authorization header, got none');
  return token;
}
