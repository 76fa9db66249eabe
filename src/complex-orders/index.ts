export { ComplexOrders, type Guard } from './engine/complex-orders.ts';
export { ParentOrders } from './engine/parent-orders.ts';
export { isCapped } from './rules/parent-rules.ts';
export { findWatch } from './rules/rules-of-types.ts';
