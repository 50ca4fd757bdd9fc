import type { ErrorCode } from '../../../contracts/errors.ts';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A parameter of a call. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: false;
}

/** A text parameter, unless told otherwise; required in a path. */
export function parameter(where: Parameter['in'], name: string, more: Partial<Parameter> = {}): Parameter {
  return { name, in: where, required: where === 'path', schema: { type: 'string' }, ...more };
}

/** The schema of each media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** A response with one status. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** One call in the document. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** Returns the responses of these error codes by status. */
export type DescribeFailures = (codes: readonly ErrorCode[]) => Record<string, ResponseObject>;

/** Operations by path and method. */
export type Paths = Record<string, Record<string, Operation>>;

/** The part of an OpenAPI 3.1 document that this API uses. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}
