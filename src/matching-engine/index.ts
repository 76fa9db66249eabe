export {
  type BookChange,
  type BookOrder,
  type CloseReason,
  checkTerms,
  type LevelDelta,
  type SelfTrade,
} from './book-order.ts';
export { type Fault, FaultInjector, type FaultTarget } from './fault-injector.ts';
export { OrderBook } from './order-book.ts';
export {
  createNoiseCurve,
  hashName,
  seededNoise,
  seededNumber,
  seededRandom,
  smoothNoise,
} from './seeded-noise.ts';
