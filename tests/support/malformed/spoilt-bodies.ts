import type { Route } from '../../../contracts/call.ts';
import type { RouteName } from '../../../contracts/routes.ts';
import { multipart, type Part } from '../server/raw-request.ts';
import { BOUNDARY, type CallStage, type Case, refuses } from './calls.ts';

/** Of longer arrays two elements are spoilt, not all. No ring of these tests is longer. */
const LONG_ARRAY = 10;

/** A case of a call whose JSON body is this text. */
export function caseOfJson(
  stage: CallStage,
  [name, route]: readonly [RouteName, Route],
  what: string,
  body: string,
): Case {
  // No body at all is one without fields.
  const read = readJson(body === '' ? '{}' : body);
  const isRefused = read === undefined || typeof read.value !== 'object' || refuses(route.body?.schema, read.value);
  return { what, request: stage.requestOf(name, { body }), isRefused };
}

/** A case of a call whose form has these parts. */
export function caseOfForm(
  stage: CallStage,
  name: RouteName,
  what: string,
  parts: readonly Part[],
  isRefused = true,
): Case {
  return { what, request: stage.requestOf(name, { body: multipart(BOUNDARY, parts) }), isRefused };
}

/** Paths to everything inside a value; of a long array, into two elements only, since they are alike. */
export function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const isLong = Array.isArray(value) && value.length > LONG_ARRAY;
  const entries = isLong ? Object.entries(value).slice(0, 2) : Object.entries(value);
  return [[], ...entries.flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))];
}

/** A value as JSON text, with what lies at the path replaced by a text, or left out. */
export function spoil(value: unknown, [key, ...rest]: readonly (string | number)[], text: string | undefined): string {
  if (key === undefined) return text ?? '';
  const entries = Object.entries(value as object).flatMap(([each, inner]) => {
    if (each !== String(key)) return [[each, JSON.stringify(inner)] as const];
    const spoilt = rest.length === 0 ? text : spoil(inner, rest, text);
    return spoilt === undefined || spoilt === '' ? [] : [[each, spoilt] as const];
  });
  return Array.isArray(value)
    ? `[${entries.map(([, inner]) => inner).join()}]`
    : `{${entries.map(([each, inner]) => `${JSON.stringify(each)}:${inner}`).join()}}`;
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
