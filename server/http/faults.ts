import type * as z from 'zod/mini';
import type { RequestFault } from '../../contracts/errors.ts';
import { AppError } from '../domain/app-error.ts';

/** A schema's issues in the contract's form. */
export function faultsOf({ issues }: z.core.$ZodError): RequestFault[] {
  return issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Creates the error that lists these faults. */
export function invalidRequest(faults: readonly RequestFault[], prefix = ''): AppError {
  const lines = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return new AppError('invalid_request', prefix + lines.join('; '), { faults });
}
