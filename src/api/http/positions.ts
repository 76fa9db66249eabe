import { Type } from 'typebox';
import { subaccountIdOf } from './arguments.ts';
import { renderPosition } from './render/position.ts';
import { answerWith, type Call, type Handled, route } from './route.ts';
import { PositionSchema, SubaccountQuery } from './schemas/risk.ts';

export const positionRoutes = [
  route({
    method: 'GET',
    path: '/v1/positions',
    name: 'listPositions',
    tag: 'Positions',
    permission: 'read',
    bucket: 'read',
    isMutating: false,
    summary: 'The open positions of a subaccount',
    notes: 'One per instrument held, by `instrument_id`. NO held is shown as YES sold.',
    query: SubaccountQuery,
    answer: Type.Array(PositionSchema),
    refusals: ['not_found'],
    handle: list,
  }),
];

function list({ deps, caller, query }: Call<Type.Static<typeof SubaccountQuery>>): Handled {
  const subaccountId = subaccountIdOf(query.subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const positions = deps.trading.positions(caller, subaccountId.value);
  return answerWith(positions, (all) => all.map(renderPosition));
}
