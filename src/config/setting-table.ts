import type { Decoder } from '#contract';
import { snakeCase } from '#domain';

/** What a value of a setting is: `url` an address, `credential` a file with one, `place` this machine's own. */
type Role = 'value' | 'url' | 'credential' | 'place';

/** One setting. Its name in the file is that of its field in snake_case. */
export class Setting<Value> {
  readonly reader: Decoder<Value>;
  readonly usual: Value; // the default
  readonly text: string; // what the example file says of it; empty: its name says it all
  readonly role: Role;

  constructor(reader: Decoder<Value>, usual: Value, text: string, role: Role) {
    this.reader = reader;
    this.usual = usual;
    this.text = text;
    this.role = role;
  }
}

/** The settings of one section of the file, and the sections in it. */
export interface SettingGroup {
  readonly [name: string]: Setting<unknown> | SettingGroup;
}

/** The values of a section. */
export type ValuesOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Setting<infer Value> ? Value : ValuesOf<Group[Name]>;
};

/** A setting with its name in the file (`rate.read.burst`) and its path in `Config`. */
export interface NamedSetting {
  readonly name: string;
  readonly path: readonly string[];
  readonly setting: Setting<unknown>;
}

export const setting = <Value>(
  reader: Decoder<Value>,
  usual: NoInfer<Value>,
  text = '',
  role: Role = 'value',
): Setting<Value> => new Setting<Value>(reader, usual, text, role);

/** All settings of a section and of those in it, in their order. */
export const listSettings = (group: SettingGroup, above: readonly string[] = []): readonly NamedSetting[] =>
  Object.entries(group).flatMap(([field, entry]) => {
    const path = [...above, field];
    if (!(entry instanceof Setting)) return listSettings(entry, path);
    return [{ name: path.map(snakeCase).join('.'), path, setting: entry }];
  });

export function defaultsOf<Group extends SettingGroup>(group: Group): ValuesOf<Group> {
  const values = Object.entries(group).map(([field, entry]) => [
    field,
    entry instanceof Setting ? entry.usual : defaultsOf(entry),
  ]);
  return Object.fromEntries(values) as ValuesOf<Group>;
}
