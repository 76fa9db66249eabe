export { EdgeForwarder } from './edge-forwarder.ts';
export { getClientAddress, getForwardedId, isFromNode, type KnownOwner } from './node-link.ts';
export { NodeListener } from './node-listener.ts';
