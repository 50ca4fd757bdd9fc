import { escapeHtml } from './html.ts';
import { schemaText } from './schema-text.ts';
import type { Content, JsonSchema, OpenApi, Operation, Parameter, ResponseObject } from './shape.ts';

/** Path of the page's style sheet. */
export const DOCS_STYLE_PATH = '/v1/docs.css';

/** Renders the document as an HTML page without scripts. */
export function printApi(api: OpenApi): string {
  // By hand, since the usual viewers are a megabyte of script.
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(api.info.title)}: the API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${DOCS_STYLE_PATH}">
</head>
<body>
<a class="skip" href="#calls">To the calls</a>
<header>
<h1>${escapeHtml(api.info.title)}: the API</h1>
${paragraphs(api.info.description)}
<p>For machines: <a href="/v1/openapi.json">openapi.json</a>, OpenAPI ${api.openapi}.</p>
</header>
<nav aria-label="Groups of calls"><ul>
${api.tags.map(({ name, description }) => `<li><a href="#tag-${name}">${escapeHtml(description)}</a></li>`).join('\n')}
<li><a href="#schemas">Data types</a></li>
</ul></nav>
<main id="calls">
${api.tags
  .map(
    ({ name, description }) => `<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${escapeHtml(description)}</h2>
${ofTag(name)
  .map(({ path, method, operation }) => printOperation(path, method, operation))
  .join('\n')}
</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas">
<h2 id="schemas">Data types</h2>
${Object.entries(api.components.schemas)
  .map(([name, schema]) => `<article id="schema-${name}"><h3>${name}</h3>${printSchema(schema)}</article>`)
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

function printOperation(path: string, method: string, operation: Operation): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  return `<article id="call-${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${breakable(path)}</code></h3>
<p>${inline(summary)}${security.length === 0 ? '' : ' <span class="needs">Needs a token.</span>'}</p>
${parameters.length === 0 ? '' : printParameters(parameters)}
${requestBody === undefined ? '' : `<h4>Body</h4>${printContent(requestBody.content)}`}
<h4>Responses</h4>
<dl class="responses">${Object.entries(responses).map(printResponse).join('')}</dl>
</article>`;
}

function printParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${where}${required ? '' : ', optional'}</td>` +
      `<td>${schemaText(schema)}${description === undefined ? '' : `<br>${inline(description)}`}</td></tr>`,
  );
  return `<h4>Parameters</h4>${table(['Name', 'Where', 'What'], rows)}`;
}

function printContent(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${printSchema(schema)}`)
    .join('');
}

function printResponse([status, { description, headers, content }]: [string, ResponseObject]): string {
  const isFailure = Number(status) >= 400;
  const withHeaders = Object.keys(headers ?? {}).map((name) => ` With <code>${escapeHtml(name)}</code>.`);
  const schema = isFailure ? undefined : content?.['application/json']?.schema;
  return (
    `<dt class="${isFailure ? 'failure' : 'success'}">${status}</dt>` +
    `<dd>${inline(description)}${withHeaders.join('')}${schema === undefined ? '' : `: ${printSchema(schema)}`}</dd>`
  );
}

/** Renders an object as a table of its fields, any other schema as one line. */
function printSchema(schema: JsonSchema): string {
  const {
    properties,
    required = [],
    description,
  } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
    description?: string;
  };
  const about = description === undefined ? '' : `<p>${inline(description)}</p>`;
  if (properties === undefined) return `${about}<span class="type">${schemaText(schema)}</span>`;
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${required.includes(name) ? '' : 'optional'}</td>` +
      `<td>${schemaText(field)}${typeof field.description === 'string' ? ` ${inline(field.description)}` : ''}</td></tr>`,
  );
  return rows.length === 0 ? `${about}<p>No fields.</p>` : about + table(['Field', 'Need', 'What'], rows);
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

/** Escapes text and marks up its `code`. */
function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function breakable(path: string): string {
  return escapeHtml(path).replaceAll('/', '/<wbr>');
}
