/** A JSON schema of a published specification, as far as samples need it. */
export interface SpecSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, SpecSchema>>;
  readonly items?: SpecSchema;
  readonly minItems?: number;
  readonly allOf?: readonly SpecSchema[];
  readonly oneOf?: readonly SpecSchema[];
  readonly anyOf?: readonly SpecSchema[];
}

export type Spec = Readonly<Record<string, unknown>>;

/** A value that has a choice: of an enum, or of the forms of a text or number. */
interface Choice {
  readonly options: readonly unknown[];
  readonly isEnum: boolean;
  at: number; // the option in use
}

const DEPTH_MAX = 10; // of a schema that names itself
const TEXTS = ['0.5', '2026-01-01T00:00:00Z', 'x', '1'];
const NUMBERS = [1, 1_793_000_000, 0.5];

/**
 * Makes values that a specification allows, with every property of every object. Paths are those of decoders: the items of a
 * list have the path of the list.
 */
export class SpecSampler {
  readonly #spec: Spec;
  readonly #schema: SpecSchema;
  readonly #examples: ReadonlyMap<string, unknown>;
  readonly choices = new Map<string, Choice>();
  /** The properties of each object, by its path. */
  readonly properties = new Map<string, readonly string[]>();

  /** @param examples  values that the venue sends, by path, also where the specification has no such field */
  constructor(spec: Spec, schema: SpecSchema, examples: Readonly<Record<string, unknown>>) {
    this.#spec = spec;
    this.#schema = schema;
    this.#examples = new Map(Object.entries(examples).map(([path, value]) => [`.${path}`, value]));
  }

  /** @param onRead  called with the path of an object and the name of a property that was read */
  sample(onRead: ((path: string, name: string) => void) | null = null): unknown {
    return this.#make(this.#schema, '', 0, onRead);
  }

  /** Takes another option of one value in the object of this path, with which nothing `isRefused`; false when there is none. */
  tryEach(issuePath: string, isRefused: () => boolean): boolean {
    for (const [path, choice] of this.choices) {
      if (!isBeneath(path, issuePath)) continue;
      const { at } = choice;
      for (choice.at = 0; choice.at < choice.options.length; choice.at += 1) if (!isRefused()) return true;
      choice.at = at;
    }
    return false;
  }

  /** Takes the next option at the end of this path; false when there is none. */
  tryNext(issuePath: string): boolean {
    for (const [path, choice] of this.choices) {
      if (!isAt(path, issuePath) || choice.at + 1 >= choice.options.length) continue;
      choice.at += 1;
      return true;
    }
    return false;
  }

  #make(schema: SpecSchema, path: string, depth: number, onRead: OnRead): unknown {
    const { type, properties, items, minItems, enum: values, const: fixed, example } = this.#resolve(schema);
    if (depth > DEPTH_MAX) return null;
    if (fixed !== undefined) return fixed;
    if (values !== undefined)
      return this.#choose(
        path,
        values.filter((each) => each !== null),
        true,
      );
    const kind = (Array.isArray(type) ? type : [type]).find((each) => each !== 'null');
    if (kind === 'array') {
      const item = (): unknown => this.#make(items ?? {}, path, depth + 1, onRead);
      return Array.from({ length: Math.max(1, minItems ?? 1) }, item);
    }
    if (properties !== undefined) return this.#makeObject(properties, path, depth, onRead);
    if (kind === 'object') return {}; // its names are data
    if (kind === 'boolean') return true;
    const isNumber = kind === 'integer' || kind === 'number';
    const usual = isNumber ? NUMBERS : TEXTS;
    const isUsable = typeof example === (isNumber ? 'number' : 'string');
    return this.#choose(path, isUsable ? [example, ...usual] : usual, false);
  }

  #makeObject(
    properties: Readonly<Record<string, SpecSchema>>,
    path: string,
    depth: number,
    onRead: OnRead,
  ): unknown {
    const names = Object.keys(properties);
    this.properties.set(path, names);
    const made = Object.fromEntries([
      ...[...this.#examples].flatMap(([at, value]) =>
        at.slice(0, at.lastIndexOf('.')) === path ? [[at.slice(path.length + 1), value] as const] : [],
      ),
      ...names.map(
        (name) => [name, this.#make(properties[name] ?? {}, `${path}.${name}`, depth + 1, onRead)] as const,
      ),
    ]);
    if (onRead === null) return made;
    return new Proxy(made, {
      get: (target, name) => {
        if (typeof name === 'string' && name !== 'toJSON') onRead(path, name);
        return Reflect.get(target, name);
      },
    });
  }

  #choose(path: string, options: readonly unknown[], isEnum: boolean): unknown {
    const given = isEnum || !this.#examples.has(path) ? [] : [this.#examples.get(path)];
    const choice = this.choices.get(path) ?? { options: [...given, ...options], isEnum, at: 0 };
    this.choices.set(path, choice);
    return choice.options[choice.at];
  }

  /** Follows references, and merges what `allOf` adds. Of alternatives the first counts that is not null. */
  #resolve(schema: SpecSchema, depth = 0): SpecSchema {
    if (depth > DEPTH_MAX) return {};
    const { $ref, allOf, oneOf, anyOf, ...own } = schema;
    if ($ref !== undefined) return this.#resolve(findReference(this.#spec, $ref) ?? {}, depth + 1);
    const one = (oneOf ?? anyOf)?.find((each) => each.type !== 'null');
    const parts = [...(allOf ?? []), ...(one === undefined ? [] : [one])].map((part) =>
      this.#resolve(part, depth + 1),
    );
    const properties = Object.assign({}, ...[...parts, own].map((part) => part.properties ?? {})) as object;
    const merged: SpecSchema = Object.assign({}, ...parts, own);
    return Object.keys(properties).length === 0 ? merged : { ...merged, properties: { ...properties } };
  }
}

type OnRead = ((path: string, name: string) => void) | null;

/** Whether a value is within the object that was refused as a whole. */
export const isBeneath = (path: string, issuePath: string): boolean =>
  issuePath === '' || path.startsWith(`${issuePath}.`);

/** Decoders of pages begin their paths with the name of the list. */
export const isAt = (path: string, issuePath: string): boolean =>
  path === issuePath || path.endsWith(`.${issuePath.replace(/^\./, '')}`);

/** `#/components/schemas/Order`. */
export function findReference(spec: Spec, reference: string): SpecSchema | null {
  let found: unknown = spec;
  for (const part of reference.replace(/^#\//, '').split('/'))
    found = (found as Readonly<Record<string, unknown>> | undefined)?.[
      part.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  return (found as SpecSchema | undefined) ?? null;
}
