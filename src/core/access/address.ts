const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/;
const IPV6_GROUPS = 8;
const OWN_GROUPS = 4; // of 16 bits: a /64 is what one caller is given as a whole

/** Whether a peer's address, as the socket tells it, is of this machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(address);

/**
 * Whom a peer's address stands for, to count what one caller takes: an IPv4 address itself, of IPv6 the /64,
 * whose addresses a caller may change at will. All of this machine is one caller.
 *
 * @param address  as a socket tells it; empty when it has gone already
 */
export function callerAt(address: string): string {
  if (isLoopback(address)) return 'this machine';
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: Math.max(0, IPV6_GROUPS - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, OWN_GROUPS).join(':')}::/64`;
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
