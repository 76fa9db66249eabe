import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

type Json = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that answers are checked against. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

export interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Json }>> }>
  >;
  readonly 'x-permission'?: string;
}

/** The document that the service serves, used to validate its responses. */
export class Contract {
  readonly #document: OpenApi;
  readonly #validators = new Map<string, Validator>();

  constructor(document: OpenApi) {
    this.#document = document;
  }

  get paths(): OpenApi['paths'] {
    return this.#document.paths;
  }

  /**
   * Fails unless the body matches the document's schema of this answer, without any field that the schema
   * does not name.
   */
  check(method: string, target: string, status: number, body: unknown): void {
    const where = `${method} ${target} ${status}`;
    const name = status === 200 ? this.#findPath(method, target.split('?')[0] ?? '') : 'error';
    if (name === null) assert.fail(`${where} is not in the document`);
    this.#check(where, name, () => this.#getSchema(method, name, status), body);
  }

  /** Fails unless the value is a record of this name: `Order`, `Fill`. */
  checkRecord(name: string, value: unknown): void {
    this.#check(name, `record ${name}`, () => ({ $ref: `#/components/schemas/${name}` }), value);
  }

  #check(where: string, name: string, schema: () => Json, body: unknown): void {
    const key = `${where.split(' ')[0]} ${name}`;
    let validator = this.#validators.get(key);
    if (validator === undefined) {
      validator = Compile<TSchema>(this.#closeObjects(schema()) as TSchema);
      this.#validators.set(key, validator);
    }
    if (validator.Check(body)) return;
    const wrong = validator.Errors(body).map(({ instancePath, message }) => `${instancePath} ${message}`);
    assert.fail(`${where}: ${wrong.join('; ')} in ${JSON.stringify(body).slice(0, 2_000)}`);
  }

  /** The document's path that matches a request path; a path without parameters is preferred. */
  #findPath(method: string, path: string): string | null {
    const fits = Object.keys(this.#document.paths).filter(
      (pattern) =>
        this.#document.paths[pattern]?.[method.toLowerCase()] !== undefined &&
        new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0] ?? null;
  }

  #getSchema(method: string, path: string, status: number): Json {
    if (status !== 200) return { $ref: '#/components/schemas/Error' };
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    const schema = operation?.responses['200']?.content?.['application/json']?.schema;
    assert.ok(schema, `${method} ${path} has an answer in the document`);
    return schema;
  }

  /** Resolves references, and closes every object that is not declared open. */
  #closeObjects(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#closeObjects(each));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference, ...rest } = value as Json;
    if (typeof reference === 'string') {
      return this.#closeObjects(this.#document.components.schemas[reference.split('/').at(-1) ?? '']);
    }
    const copy: Json = Object.fromEntries(
      Object.entries(rest).map(([name, each]) => [name, this.#closeObjects(each)]),
    );
    const isOpen = copy['type'] !== 'object' || 'additionalProperties' in copy;
    return isOpen ? copy : { ...copy, additionalProperties: false };
  }
}
