import { ERRORS, type ErrorEntry } from '#contract';
import { escapeHtml, renderInline, renderMarkdown, STYLE, toSlug } from '../page-style.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from './openapi.ts';

/** Renders the OpenAPI document as one HTML page without external resources. */
export function referencePage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const operations = listOperations(document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API reference</title>
<style>${STYLE}</style>
</head>
<body>
<nav>${navigation(document, operations)}</nav>
<main>
<h1>${escapeHtml(title)} API <small>${escapeHtml(version)}</small></h1>
${renderMarkdown(description)}
${document.tags.map(({ name }) => section(name, operations)).join('\n')}
<h2 id="records">Records</h2>
${Object.entries(document.components.schemas).map(renderRecord).join('\n')}
<h2 id="errors">Errors</h2>
${errorTable()}
</main>
</body>
</html>
`;
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const listOperations = ({ paths }: OpenApiDocument): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function navigation(document: OpenApiDocument, operations: readonly Listed[]): string {
  const groups = document.tags.map(({ name }) => {
    const links = tagged(operations, name).map(
      ({ method, path, operation }) =>
        `<a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a>`,
    );
    return `<h3>${escapeHtml(name)}</h3>${links.join('')}`;
  });
  const guides = [...document.info.description.matchAll(/^## (.+)$/gm)].map(
    ([, title = '']) => `<a href="#${toSlug(title)}">${escapeHtml(title)}</a>`,
  );
  const ends = '<h3>Tables</h3><a href="#records">Records</a><a href="#errors">Errors</a>';
  return `<h3>Guide</h3>${guides.join('')}${groups.join('')}${ends}`;
}

const tagged = (operations: readonly Listed[], tag: string): Listed[] =>
  operations.filter(({ operation }) => operation.tags.includes(tag));

const section = (tag: string, operations: readonly Listed[]): string =>
  `<h2 id="${toSlug(tag)}">${escapeHtml(tag)}</h2>\n${tagged(operations, tag).map(renderOperation).join('\n')}`;

function renderOperation({ method, path, operation }: Listed): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'].schema;
  const answer = responses['200']?.content?.['application/json'].schema;
  return `<article id="${operationId}">
<h3><b>${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${renderInline(summary)}. ${description === undefined ? '' : renderInline(description)}</p>
<p class="facts">${access(operation)}</p>
${parameters.length === 0 ? '' : parameterTable(parameters)}
${body === undefined ? '' : `<h4>Body</h4>${renderShape(body)}`}
${answer === undefined ? '' : `<h4>Response</h4>${renderShape(answer)}`}
${refusals(responses)}
</article>`;
}

function access({ 'x-permission': permission, 'x-rate-bucket': bucket }: Operation): string {
  if (permission === undefined) return 'No signature required.';
  return `Permission <code>${permission}</code>, rate bucket <code>${bucket}</code>.`;
}

function refusals(responses: Operation['responses']): string {
  const errors = Object.entries(responses).filter(([status]) => status !== '200');
  if (errors.length === 0) return '';
  const each = errors.map(([status, { description }]) => `${status} ${renderInline(description)}`);
  return `<p class="facts">Errors: ${each.join('; ')}.</p>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: where, required, description, schema }) => [
    `<code>${escapeHtml(name)}</code>`,
    `${where}${required ? ', required' : ''}`,
    renderType(schema),
    renderInline(description ?? ''),
  ]);
  return table(['Parameter', 'In', 'Type', ''], rows);
}

/** A link to a named record, or a table of fields. */
function renderShape(schema: JsonSchema): string {
  return isObject(schema) ? fieldTable(schema) : `<p>${renderType(schema)}</p>`;
}

function renderRecord([name, schema]: readonly [string, JsonSchema]): string {
  const { description = '', examples = [], anyOf = [] } = schema;
  const tables = isObject(schema) ? fieldTable(schema) : anyOf.map(renderShape).join('<p>or</p>');
  const shown = examples.map((example) => `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`);
  return `<article id="record-${name}">
<h3>${name}</h3>
<p>${renderInline(description)}</p>
${tables}
${shown.join('')}
</article>`;
}

function fieldTable(schema: JsonSchema): string {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  if (properties.length === 0) return '<p>No fields.</p>';
  const rows = properties.map(([name, each]) => [
    `<code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <small>optional</small>'}`,
    renderType(each),
    renderInline(each.description ?? ''),
  ]);
  return table(['Field', 'Type', ''], rows);
}

const isObject = (schema: JsonSchema): boolean => schema.properties !== undefined;

function renderType(schema: JsonSchema): string {
  const { $ref, type, enum: values, items, anyOf, default: byDefault } = schema;
  const suffix =
    byDefault === undefined ? '' : `, default <code>${escapeHtml(JSON.stringify(byDefault))}</code>`;
  if ($ref !== undefined) return recordLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (Array.isArray(values))
    return values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ') + suffix;
  if (items !== undefined) return `array of ${renderType(items)}`;
  if (anyOf !== undefined) return anyOf.map(renderType).join(' or ');
  return escapeHtml(String(type)) + suffix;
}

const recordLink = (name: string): string => `<a href="#record-${name}">${name}</a>`;

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, exception, meaning }]: [string, ErrorEntry]) => [
    `<code>${code}</code>`,
    String(status),
    exception,
    renderInline(meaning),
  ]);
  return table(['Code', 'Status', 'Exception', 'Meaning'], rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((each) => `<th>${each}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
