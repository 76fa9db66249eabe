import type { Config } from '../../../config/config.ts';
import { REJECTION_CODES } from '../../../domain/model/result.ts';
import { ERRORS } from '../http-errors.ts';
import { type JsonSchema, type Operation, openApiDocument, type Parameter } from './openapi.ts';

/**
 * The pages under docs/ that are printed and never written by hand. A test holds that they are current;
 * `scripts/print-docs.ts` writes them.
 */
export const generatePages = (config: Config, version: string): Readonly<Record<string, string>> => ({
  'docs/errors.md': errorsPage(),
  'docs/api/reference.md': referenceMarkdown(config, version),
});

const NOTE = '<!-- Printed by scripts/print-docs.ts from the code. Change the code, then print again. -->';

function errorsPage(): string {
  const rows = REJECTION_CODES.map((code) => {
    const { status, exception, meaning } = ERRORS[code];
    return [`\`${code}\``, String(status), exception, meaning];
  });
  return `${NOTE}

# Errors

Every error has the same body. Switch on \`error\`, then on the status; \`message\` is for people and may change.

\`\`\`json
{"error":"validation","message":"price is required for LIMIT","details":{"fields":[{"field":"price","issue":"required"}]},"request_id":"req_7f3a"}
\`\`\`

A venue that refuses an order which was accepted here is no error: the order becomes \`REJECTED\` and says why
in \`reason\`.

${table(['Code', 'Status', 'Exception', 'Meaning'], rows)}
`;
}

function referenceMarkdown(config: Config, version: string): string {
  const document = openApiDocument(config, version);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const sections = document.tags.map(({ name }) => {
    const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
    return `## ${name}\n\n${ofTag.map(({ call, operation }) => operationText(call, operation)).join('\n\n')}`;
  });
  const records = Object.entries(document.components.schemas).map(recordText);
  return `${NOTE}

# API reference

${document.info.description.trim()}

${sections.join('\n\n')}

## Records

${records.join('\n\n')}
`;
}

function operationText(call: string, operation: Operation): string {
  const { summary, description, parameters, requestBody, responses, 'x-permission': permission } = operation;
  const body = requestBody?.content['application/json'].schema;
  const answer = responses['200']?.content?.['application/json'].schema;
  const errors = Object.entries(responses).filter(([status]) => status !== '200');
  const access =
    permission === undefined ? 'unsigned' : `\`${permission}\`, bucket \`${operation['x-rate-bucket']}\``;
  return [
    `### ${call}`,
    `${summary}. ${description ?? ''}`.trim(),
    [
      `- Access: ${access}`,
      ...(body === undefined ? [] : [`- Body: ${shape(body)}`]),
      ...(answer === undefined ? [] : [`- Answer: ${shape(answer)}`]),
      ...(errors.length === 0
        ? []
        : [`- Refuses: ${errors.map(([status, each]) => `${status} ${each.description}`).join('; ')}`]),
    ].join('\n'),
    ...(parameters.length === 0
      ? []
      : [table(['Parameter', 'In', 'Type', ''], parameters.map(parameterRow))]),
  ].join('\n\n');
}

const parameterRow = ({ name, in: where, required, description = '', schema }: Parameter): string[] => [
  `\`${name}\``,
  required ? `${where}, required` : where,
  shape(schema),
  description,
];

function recordText([name, schema]: readonly [string, JsonSchema]): string {
  const { description, examples = [], anyOf = [] } = schema;
  const alternatives = schema.properties === undefined ? anyOf : [schema];
  return [
    `### ${name}`,
    ...(description === undefined ? [] : [description]),
    ...alternatives.map(fieldTable),
    ...examples.map((example) => `\`\`\`json\n${JSON.stringify(example)}\n\`\`\``),
  ].join('\n\n');
}

function fieldTable({ properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
    shape(schema),
    schema.description ?? '',
  ]);
  return table(['Field', 'Type', ''], rows);
}

function shape(schema: JsonSchema): string {
  const { $ref, type, enum: values, items, anyOf, properties, default: byDefault } = schema;
  const suffix = byDefault === undefined ? '' : `, default \`${JSON.stringify(byDefault)}\``;
  if ($ref !== undefined) return nameLink($ref.slice($ref.lastIndexOf('/') + 1));
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(' ') + suffix;
  if (items !== undefined) return `array of ${shape(items)}`;
  if (anyOf !== undefined) return anyOf.map(shape).join(' or ');
  if (properties === undefined) return String(type) + suffix;
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  return names.length === 0 ? 'object' : `object of ${names.join(', ')}`;
}

const nameLink = (name: string): string => `[${name}](#${name.toLowerCase()})`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
