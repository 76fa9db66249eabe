export { asyncApiDocument } from './asyncapi.ts';
export { TradeStream } from './trade-socket/trade-stream.ts';
export { attachStreams } from './websocket-server.ts';
