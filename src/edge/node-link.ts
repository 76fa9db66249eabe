import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ConnectionOptions, TlsOptions } from 'node:tls';

/** The owner of the journal, as another node reaches it. */
export interface OwnerLink {
  readonly name: string;
  readonly url: string; // of its port for other nodes: `tls://10.0.0.5:8788`
  readonly key: string; // of the cluster, hexadecimal
}

/** The owner of the journal as the database names it. */
export interface KnownOwner {
  readonly name: string;
  /** Where it takes requests of other nodes; null: it does not, or not yet, or no longer. */
  readonly link: Pick<OwnerLink, 'url' | 'key'> | null;
}

/** Headers that only a node may add to a request that it forwards. Those of a client are dropped. */
export const LINK_HEADERS = {
  address: 'crossbook-client-address',
  requestId: 'crossbook-request-id',
} as const;

const IDENTITY = 'crossbook-node';
/** Both sides prove that they have the key of the cluster; the ephemeral exchange keeps recorded traffic secret. */
const PROTOCOL = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2', // a shared key without certificates is not available in 1.3
  maxVersion: 'TLSv1.2',
} as const;

/** Settings of the node that connects. */
export const callerOptions = ({ key }: Pick<OwnerLink, 'key'>): ConnectionOptions => ({
  ...PROTOCOL,
  pskCallback: () => ({ psk: Buffer.from(key, 'hex'), identity: IDENTITY }),
  checkServerIdentity: () => undefined, // the key proves it, not a name
});

/** Settings of the owner, which answers. */
export const ownerOptions = (key: string): TlsOptions => ({
  ...PROTOCOL,
  pskCallback: (_, identity) => (identity === IDENTITY ? Buffer.from(key, 'hex') : null),
});

const nodeSockets = new WeakSet<object>();

/** Marks a connection whose peer has proven to be a node of this cluster. */
export const trustNode = (socket: object): void => void nodeSockets.add(socket);

export const isFromNode = (socket: object): boolean => nodeSockets.has(socket);

/** Address of the client: of the connection, or as a node of this cluster has stated it. */
export function getClientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const own = socket.remoteAddress ?? '';
  if (!isFromNode(socket)) return own;
  const stated = headers[LINK_HEADERS.address];
  return typeof stated === 'string' && isIP(stated) !== 0 ? stated : own;
}

/** The request id that a node of this cluster has chosen; null: none. */
export function getForwardedId({
  socket,
  headers,
}: Pick<IncomingMessage, 'socket' | 'headers'>): string | null {
  const id = isFromNode(socket) ? headers[LINK_HEADERS.requestId] : undefined;
  return typeof id === 'string' && /^req_[0-9a-z]{1,32}$/.test(id) ? id : null;
}
