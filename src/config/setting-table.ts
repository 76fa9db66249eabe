import type { Decoder } from '#contract';
import { snakeCase } from '#contract';

/** What a value of a setting is: `url` an address, `credential` a file with one, `place` this machine's own. */
type Role = 'value' | 'url' | 'credential' | 'place';

/** One setting. Its name in the file is that of its field in snake_case. */
export class Setting<Value> {
  readonly decoder: Decoder<Value>;
  readonly defaultValue: Value;
  readonly text: string; // what the example file says of it; empty: its name says it all
  readonly role: Role;

  constructor(decoder: Decoder<Value>, defaultValue: Value, text: string, role: Role) {
    this.decoder = decoder;
    this.defaultValue = defaultValue;
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

/** A setting with its name in the file, such as `rate.read.burst`. */
export interface NamedSetting {
  readonly name: string;
  readonly setting: Setting<unknown>;
}

export const setting = <Value>(
  decoder: Decoder<Value>,
  defaultValue: NoInfer<Value>,
  text = '',
  role: Role = 'value',
): Setting<Value> => new Setting<Value>(decoder, defaultValue, text, role);

/** All settings of a section and of those in it, in their order. */
export const listSettings = (group: SettingGroup, prefix = ''): readonly NamedSetting[] =>
  Object.entries(group).flatMap(([field, entry]) => {
    const name = prefix + snakeCase(field);
    return entry instanceof Setting ? [{ name, setting: entry }] : listSettings(entry, `${name}.`);
  });

export function defaultsOf<Group extends SettingGroup>(group: Group): ValuesOf<Group> {
  const values = Object.entries(group).map(([field, entry]) => [
    field,
    entry instanceof Setting ? entry.defaultValue : defaultsOf(entry),
  ]);
  return Object.fromEntries(values) as ValuesOf<Group>;
}
