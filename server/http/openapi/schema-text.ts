import { escapeHtml } from './html.ts';
import type { JsonSchema } from './shape.ts';

/** The upper bound of ids, which is left out of the text. */
const SAFE_INTEGER_MAX = Number.MAX_SAFE_INTEGER;

/** Summarizes a schema in HTML, with links to named ones: `list of Place, at most 500`. */
export function schemaText(schema: JsonSchema): string {
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: choices,
    type,
    items,
    properties,
  } = schema as {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    oneOf?: readonly JsonSchema[];
    allOf?: readonly JsonSchema[];
    enum?: readonly unknown[];
    type?: string | readonly string[];
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const either = anyOf ?? oneOf;
  if (either !== undefined) return either.map(schemaText).join(' or ');
  if (allOf !== undefined) return allOf.map(schemaText).join(', ');
  if ('const' in schema) return code(schema.const);
  if (choices !== undefined) return choices.map(code).join(' or ');
  if (type === 'array' && schema.prefixItems === undefined)
    return `list of ${schemaText(items ?? {})}${bounds(schema)}`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => `<code>${name}</code>: ${schemaText(field)}`);
    return `object of ${fields.join('; ')}`;
  }
  if (typeof schema.contentMediaType === 'string') return `file, ${code(schema.contentMediaType)}`;
  if (type === undefined) return 'anything';
  return `${(Array.isArray(type) ? type : [type]).join(' or ')}${bounds(schema)}`;
}

function bounds(schema: JsonSchema): string {
  const texts = (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((keyword) => schema[keyword] !== undefined && schema[keyword] !== SAFE_INTEGER_MAX)
    .map((keyword) => WORDS[keyword](String(schema[keyword])));
  return texts.length === 0 ? '' : `, ${texts.join(', ')}`;
}

const WORDS = {
  exclusiveMinimum: (value: string) => `more than ${value}`,
  minimum: (value: string) => `${value} or more`,
  maximum: (value: string) => `at most ${value}`,
  minLength: (value: string) => `${value} or more long`,
  maxLength: (value: string) => `at most ${value} long`,
  minItems: (value: string) => `${value} or more`,
  maxItems: (value: string) => `at most ${value}`,
  format: (value: string) => value,
} as const;

function code(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}
