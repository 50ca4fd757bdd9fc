import { markupText } from '../../domain/markup-text.ts';
import type { JsonSchema, OpenApi, Operation, ResponseObject } from './shape.ts';

/** Path of the page's style sheet. */
export const DOCS_STYLE_PATH = '/v1/docs.css';

/** The style sheet of the page: light or dark, as the system is. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin-top: 2.75rem; }
h3 { margin-top: 2rem; border-top: 1px solid; padding-top: .75rem; }
code { font: .92em ui-monospace, monospace; }
`;

/** Renders the document as a plain HTML page of lists, without scripts. */
export function renderDocsPage(api: OpenApi): string {
  // By hand, since the usual viewers are a megabyte of script.
  const title = `${markupText(api.info.title)}: the API`;
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = api.tags.map(({ name, description }) => ({
    id: `tag-${name}`,
    heading: markupText(description),
    entries: operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => renderOperation(path, method, operation)),
  }));
  const types = Object.entries(api.components.schemas).map(
    ([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${renderSchema(schema)}`,
  );
  const sections = [...groups, { id: 'schemas', heading: 'Data types', entries: types }];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${DOCS_STYLE_PATH}">
</head>
<body>
<header>
<h1>${title}</h1>
${api.info.description
  .split('\n\n')
  .map((paragraph) => `<p>${inline(paragraph)}</p>`)
  .join('\n')}
<p>For machines: <a href="/v1/openapi.json">openapi.json</a>, OpenAPI ${api.openapi}.</p>
</header>
<nav aria-label="Groups of calls">
${list(sections.map(({ id, heading }) => `<a href="#${id}">${heading}</a>`))}
</nav>
<main>
${sections
  .map(
    ({ id, heading, entries }) =>
      `<section aria-labelledby="${id}">\n<h2 id="${id}">${heading}</h2>\n${entries.join('\n')}\n</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const fields = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<code>${markupText(name)}</code> (${where}${required ? '' : ', optional'}): ${schemaText(schema)}${about(description)}`,
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h4>Body, <code>${markupText(type)}</code></h4>${renderSchema(schema)}`,
  );
  return `<h3 id="call-${operationId}">${method.toUpperCase()} <code>${markupText(path)}</code></h3>
<p>${inline(summary)}${security.length === 0 ? '' : ' Needs a token.'}</p>
${fields.length === 0 ? '' : `<h4>Parameters</h4>${list(fields)}`}
${bodies.join('')}
<h4>Responses</h4>
${list(Object.entries(responses).map(renderResponse))}`;
}

function renderResponse([status, { description, headers, content }]: [string, ResponseObject]): string {
  const names = Object.keys(headers ?? {}).map((name) => ` With <code>${markupText(name)}</code>.`);
  const schema = Number(status) >= 400 ? undefined : content?.['application/json']?.schema;
  return `${status}: ${inline(description)}${names.join('')}${schema === undefined ? '' : renderSchema(schema)}`;
}

/** Renders an object as a list of its fields, any other schema as one line. */
function renderSchema(schema: JsonSchema): string {
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const intro = about(schema.description);
  if (properties === undefined) return `<p>${schemaText(schema)}${intro}</p>`;
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `<code>${markupText(name)}</code>${required.includes(name) ? '' : ' (optional)'}: ${schemaText(field)}${about(field.description)}`,
  );
  return `${intro === '' ? '' : `<p>${intro}</p>`}${fields.length === 0 ? '<p>No fields.</p>' : list(fields)}`;
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

/** A description behind what it describes; empty without one. */
function about(description: unknown): string {
  return typeof description === 'string' ? ` ${inline(description)}` : '';
}

/** Escapes text and marks up its `code`. */
function inline(text: string): string {
  return markupText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** The upper bound of ids, which is left out of the text. */
const SAFE_INTEGER_MAX = Number.MAX_SAFE_INTEGER;

/** Summarizes a schema in HTML, with links to named ones: `list of Place, at most 500`. */
function schemaText(schema: JsonSchema): string {
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
  return `<code>${markupText(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}
