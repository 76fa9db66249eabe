import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import { Compile } from 'typebox/compile';

/**
 * The input of a tool, as the protocol's library takes it. Its check is compiled at the first call of the tool: over HTTP
 * every message creates all tools, and to compile them all would block the event loop.
 */
export function toToolSchema(input: TObject): ReturnType<typeof fromJsonSchema> {
  let check: ReturnType<typeof Compile> | null = null;
  return fromJsonSchema(JSON.parse(JSON.stringify(input)), {
    getValidator: () => (data: unknown) => {
      check ??= Compile(input);
      return check.Check(data)
        ? { valid: true, data: data as never, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: renderErrors(check.Errors(data)) };
    },
  });
}

type SchemaError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

/** Names each field: "qty must match pattern …; foo is not a field of this tool". */
const renderErrors = (errors: readonly SchemaError[]): string =>
  errors.flatMap((error) => renderError(error)).join('; ');

function renderError({ keyword, instancePath, params, message }: SchemaError): readonly string[] {
  if (keyword === 'boolean') return []; // said again by `additionalProperties`
  if (keyword === 'additionalProperties')
    return (params as { additionalProperties: readonly string[] }).additionalProperties.map(
      (name) => `${name} is not a field of this tool`,
    );
  return [`${instancePath === '' ? 'the input' : instancePath.slice(1)} ${message}`];
}
