// The rules of each type, under its name.

export { HEDGED_PAIR_RULES as HEDGED_PAIR } from './hedged-pair/hedged-pair-rules.ts';
export { ICEBERG_RULES as ICEBERG } from './iceberg/iceberg-rules.ts';
export { OCO_RULES as OCO } from './oco/oco-rules.ts';
export { PEG_RULES as PEG } from './peg/peg-rules.ts';
export { POV_RULES as POV } from './pov/pov-rules.ts';
export { SMART_ROUTE_RULES as SMART_ROUTE } from './smart-route/smart-route-rules.ts';
export { STOP_RULES as STOP } from './stop/stop-rules.ts';
export { TP_SL_RULES as TP_SL } from './tp-sl/tp-sl-rules.ts';
export { TRAILING_STOP_RULES as TRAILING_STOP } from './trailing-stop/trailing-stop-rules.ts';
export { TWAP_RULES as TWAP } from './twap/twap-rules.ts';
