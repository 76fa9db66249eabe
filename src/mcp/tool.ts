import { type Static, type TObject, Type } from 'typebox';
import type { Account, Crossbook } from '../../sdk/src/index.ts';
import type { Answer } from './tool-answer.ts';

/** What a tool works with. Every tool is a client of the HTTP API, so it can do nothing that its key cannot. */
export interface ToolContext {
  readonly client: Crossbook;
  readonly account: Account;
  readonly subaccountId: string; // where a call names none
  readonly now: () => number; // Unix milliseconds
  readonly randomHex: (bytes: number) => string;
}

/** `read`: changes nothing. `repeatable`: changes something, and a repeated call changes nothing more. */
export type ToolEffect = 'read' | 'repeatable';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolEffect;
  readonly permission: 'read' | 'trade' | 'risk';
  readonly input: TObject;
  readonly run: (input: never, context: ToolContext) => Promise<Answer>;
}

/** Defines a tool whose handler has the type of its input. */
export const tool = <Input extends TObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    readonly run: (input: Static<Input>, context: ToolContext) => Promise<Answer>;
  },
): Tool => definition;

export const closed = <Fields extends Parameters<typeof Type.Object>[0]>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

export const InstrumentId = Type.Union(
  [Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[^:]+:.+$', maxLength: 512 })],
  {
    description: 'instrument_id of a search result, or Venue:ticker',
  },
);
export const AssetId = Type.Integer({ minimum: 1, description: 'generic_asset_id of a search result' });
export const OrderId = Type.String({ pattern: '^ord_[1-9][0-9]*$' });
export const Decimal = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$', maxLength: 40 });
export const Venue = Type.String({ minLength: 1, maxLength: 64, description: 'exact name of a venue' });
export const SubaccountId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'default: the first of the key' }),
);
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50 }));
export const FieldNames = Type.Optional(
  Type.Array(Type.String({ maxLength: 40 }), { maxItems: 30, description: 'return only these fields' }),
);
