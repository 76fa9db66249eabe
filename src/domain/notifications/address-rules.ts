/** What an address of a host is for: only `public` ones may be called without a setting. */
export type AddressScope = 'public' | 'private' | 'loopback';

/**
 * The scope of a literal IP address. All that is not known to be public is private: special ranges of the registries of
 * IANA, and IPv6 outside 2000::/3. An IPv6 address that embeds an IPv4 address has the scope of that one.
 *
 * @param address  IPv4 with four numbers, or IPv6 in any spelling without a zone
 * @returns        null when the text is not an address
 */
export function getAddressScope(address: string): AddressScope | null {
  const v4 = parseIpv4(address);
  if (v4 !== null) return getIpv4Scope(v4);
  const groups = parseIpv6(address);
  return groups === null ? null : getIpv6Scope(groups);
}

type Range = readonly [network: string, bits: number];

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast. */
const IPV4_PRIVATE: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

function getIpv4Scope(address: number): AddressScope {
  if (address >>> 24 === 127) return 'loopback';
  return IPV4_PRIVATE.some((range) => isInRange(address, range)) ? 'private' : 'public';
}

function isInRange(address: number, [network, bits]: Range): boolean {
  const shift = 32 - bits;
  return address >>> shift === (parseIpv4(network) ?? 0) >>> shift;
}

const GLOBAL_UNICAST = 0x2000;

function getIpv6Scope(groups: readonly number[]): AddressScope {
  const [first = 0, second = 0] = groups;
  const hasZeros = (count: number): boolean => groups.slice(0, count).every((group) => group === 0);
  const embeddedAt = (index: number): number =>
    (((groups[index] ?? 0) << 16) | (groups[index + 1] ?? 0)) >>> 0;
  if (hasZeros(7) && groups[7] === 1) return 'loopback';
  if (hasZeros(5) && groups[5] === 0xffff) return getIpv4Scope(embeddedAt(6)); // ::ffff:0:0/96
  if ((first & 0xe000) !== GLOBAL_UNICAST) return 'private';
  if (first === 0x2002) return 'private'; // 6to4 embeds an IPv4 address
  if (first === 0x2001 && second < 0x200) return 'private'; // 2001::/23, protocols such as Teredo
  if (first === 0x2001 && second === 0xdb8) return 'private';
  return first === 0x3fff && second < 0x1000 ? 'private' : 'public'; // 3fff::/20
}

function parseIpv4(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  const parts = match?.slice(1).map(Number) ?? [];
  if (parts.length !== 4 || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

const GROUPS = 8;

function parseIpv6(text: string): readonly number[] | null {
  if (!text.includes(':')) return null;
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const [before, after] = [parseGroups(head), parseGroups(tail ?? '')];
  if (before === null || after === null) return null;
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function parseGroups(text: string): readonly number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const v4 = parseIpv4(part);
    if (v4 !== null) groups.push(v4 >>> 16, v4 & 0xffff);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
