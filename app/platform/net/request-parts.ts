import type { Route } from '../../../contracts/call.ts';

/** A call's input, untyped. */
export interface RequestParts {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly fields?: Record<string, string | number>;
  readonly file?: Blob;
}

/** Makes the body of a request; null for calls without one. Adds a JSON body's type to `headers`. */
export function makeBody(route: Route, parts: RequestParts, headers: Record<string, string>): string | FormData | null {
  if (!route.body) return null;
  if (route.body.kind === 'json') {
    headers['Content-Type'] = 'application/json';
    return JSON.stringify(parts.body);
  }
  const form = new FormData();
  // Fields first: a server that streams the file needs them before it.
  for (const [field, value] of Object.entries(parts.fields ?? {})) form.append(field, String(value));
  if (parts.file) form.append(route.body.file, parts.file);
  return form;
}

/** Fills a route's `:names` with these values. @throws TypeError if one is missing. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new TypeError(`Got no value for :${name} of ${path}`);
    return encodeURIComponent(String(value));
  });
}

/** Formats the query of a URL with its `?`, without undefined values; empty if nothing is left. */
export function printQuery(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}
