import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  pad,
  size,
  slice,
  stringToHex,
  type TypedDataDefinition,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hmac, privateHeaders, walletHeaders } from '../http/polymarket-auth.ts';
import { EXCHANGES, EXCHANGES_V3 } from '../polymarket-settings.ts';
import {
  authDigest,
  depositWalletDigest,
  exchangeDomain,
  orderDigest,
  orderStruct,
  type SignedFields,
  ZERO_32,
} from './eip712.ts';
import { Wallet } from './wallet.ts';

// A well-known public test key pair. The expected values come from three other
// libraries, which agree.
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const DEPOSIT_WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const CREDENTIALS = { apiKey: 'key', secret: SECRET, passphrase: 'phrase' };

const ORDER_A: SignedFields = {
  salt: 479249096354n,
  maker: ADDRESS,
  signer: ADDRESS,
  tokenId: 107505882767731489358349912513945399560393482969656700824895970500493757150417n,
  makerAmount: 5_200_000n,
  takerAmount: 10_000_000n,
  side: 'BUY',
  signatureType: 0,
  timestamp: 1_767_225_600_000n,
  metadata: ZERO_32,
  builder: ZERO_32,
};
const ORDER_B: SignedFields = { ...ORDER_A, maker: DEPOSIT_WALLET, signer: DEPOSIT_WALLET, signatureType: 3 };
const SIGNATURE_A =
  '0x6f00f84dd34f0be49b6f98527168422005912e6d4d17496c809ebf9ae64a9cc272a9e93372a08945bc51fa22533cefac5c83066906777496dfcd9c7a3d6b85041c';

const key = (signatureType: 0 | 3 = 0, funder: string | null = null): Wallet =>
  new Wallet({ privateKeyHex: KEY, chainId: 137, signatureType, funder });
const standard = exchangeDomain(137, EXCHANGES.standard, '2');
const negRisk = exchangeDomain(137, EXCHANGES.negRisk, '2');

test('the domain separators match the two exchange contracts', () => {
  assert.equal(standard, '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2');
  assert.equal(negRisk, '0x9b858f53327b0bd13af8ec14cfb35234fb9eb7b0504d1a4e61f433840d30e81a');
});

test('the address of a key is in checksum case', () => {
  assert.equal(key().address, ADDRESS);
  assert.equal(key(3, DEPOSIT_WALLET.toLowerCase()).maker, DEPOSIT_WALLET);
});

test('hash, id and signature of an order match the official client', () => {
  assert.equal(orderStruct(ORDER_A), '0x2c396ab50280a0a0ed82502f153ca14d0ab8979de022264bb7c226f641a51dab');
  assert.equal(
    orderDigest(standard, ORDER_A),
    '0xa25fc6ffcec62de13023285d786f35eccc4ae4a0b5777c56aac627410c11ca43',
  );
  assert.equal(key().computeOrderId(ORDER_A, 'standard'), orderDigest(standard, ORDER_A));
  assert.equal(key().signOrder(ORDER_A, 'standard'), SIGNATURE_A);
});

test('a neg-risk market has another contract, so another id and signature', () => {
  assert.equal(
    key().computeOrderId(ORDER_A, 'negRisk'),
    '0xf2d9d2419f98414b4181527f618c20f5ca6aa9565dae85c2938d788c81272229',
  );
  assert.equal(
    key().signOrder(ORDER_A, 'negRisk'),
    '0x070ecf6d7c48a6919a5a600985c415737d82c27d32c785685bda9966ee2a22973ba63d2efdfa474c474c53d5d11da6187e59b888d18dcc286ccd655a5128091e1c',
  );
});

/** In a market of Protocol V2. The expected values are of the venue's client, @polymarket/clob-client-v2 1.1.0. */
const ORDER_V3: SignedFields = {
  ...ORDER_A,
  tokenId: 755628523515574437047200361729489104556293277923091296010366019140627464192n,
};

test('an order of a Protocol V2 market is signed for Exchange V3, by chain', () => {
  const hash = '0x9a914b2dc94722c981f987ff9519c0e3c4fb1a39db608a1f17a80f6fc14a8907';
  assert.equal(key().computeOrderId(ORDER_V3, 'v3'), hash);
  assert.equal(
    key().signOrder(ORDER_V3, 'v3'),
    '0xf3878fd4f3ede78596e328c006aafbefa971eb27b1710414c8a29e64327c8ca646b112bc92f3dbdb6c9c2f6d41ce320b5afdf6b45c0f113ecaec6011c646b18a1b',
  );
  const amoy = new Wallet({ privateKeyHex: KEY, chainId: 80_002, signatureType: 0, funder: null });
  assert.equal(
    amoy.computeOrderId(ORDER_V3, 'v3'),
    '0xf7b25da48fe0b6d47e4d9232fb56ba12cced3cbc438fcea1fe6ce779bc4aea20',
  );
});

test('a deposit wallet signs for Exchange V3 too', async () => {
  const order: SignedFields = {
    ...ORDER_V3,
    maker: DEPOSIT_WALLET,
    signer: DEPOSIT_WALLET,
    signatureType: 3,
  };
  const wallet = key(3, DEPOSIT_WALLET);
  const hash = '0xca0026c124b50a066672651d32a53fbe7f2b1a6c3e55b927bf78648c3c2cfd63';
  assert.equal(wallet.computeOrderId(order, 'v3'), hash);
  const domain = '466c63910185bbd55e8679264200c4e0abdcbb0c6264eb3d41d13326022e095b';
  assert.ok(
    (await wallet.signOrder(order, 'v3')).startsWith(
      `0x7ef64176714e30435995a8a6c19b3608917388f501f3112dea96b44400f336ee20bccbfcd09d0f306c4828d585166827dcc8df122ffed6234a68a1ebd153bf4b1b${domain}`,
    ),
  );
});

test('a chain without Exchange V3 cannot sign for it', () => {
  const wallet = new Wallet({ privateKeyHex: KEY, chainId: 1, signatureType: 0, funder: null });
  assert.deepEqual([wallet.canSignFor('standard'), wallet.canSignFor('v3')], [true, false]);
  assert.throws(() => wallet.computeOrderId(ORDER_V3, 'v3'));
});

test('a deposit wallet signs nested typed data, and its order id is the plain hash', async () => {
  const wallet = key(3, DEPOSIT_WALLET);
  assert.equal(
    wallet.computeOrderId(ORDER_B, 'standard'),
    '0x71083dd1e39ef706dc8fa97e2da786ce1f9e4e51b6ef0fa89ad925900cef9fe2',
  );
  assert.equal(
    depositWalletDigest(standard, 137, ORDER_B),
    '0x0bb7231ab64cedd1fc00b688c528ebeebadb0f4d4ea292f71d0d3f92e7965315',
  );
  const signature = (await wallet.signOrder(ORDER_B, 'standard')).slice(2);
  assert.equal(signature.length, 317 * 2);
  assert.equal(
    signature.slice(0, 130),
    'a9982d8d5f03414f316ea6d73e99590c4bf7789f7c2a4069cd96acffcf70d94e529a55e42c7375ebb7d90144e8a09ed58b7e519ca095e8c397f9f9d2cd68cb8e1b',
  );
  assert.equal(signature.slice(130, 194), standard.slice(2));
  assert.equal(signature.slice(194, 258), '6d619d519fe23e351197c0dcc6dd3bf64bb70d95733724ab114e216b6f5e223e');
  assert.equal(signature.slice(-4), '00ba');
});

/** The session key's signature as another library makes it, from the documents of the venue. */
async function signWithOtherLibrary(order: SignedFields, exchange: Hex, version: string): Promise<Hex> {
  const account = privateKeyToAccount(SESSION_KEY);
  const { salt, maker, signer, ...rest } = order;
  const domain = { name: 'Polymarket CTF Exchange', version, chainId: 137, verifyingContract: exchange };
  const fields = [
    ['uint256', 'salt'],
    ['address', 'maker'],
    ['address', 'signer'],
    ['uint256', 'tokenId'],
    ['uint256', 'makerAmount'],
    ['uint256', 'takerAmount'],
    ['uint8', 'side'],
    ['uint8', 'signatureType'],
    ['uint256', 'timestamp'],
    ['bytes32', 'metadata'],
    ['bytes32', 'builder'],
  ].map(([type = '', name = '']) => ({ name, type }));
  const contents = {
    salt,
    maker: maker as Hex,
    signer: signer as Hex,
    ...rest,
    side: order.side === 'BUY' ? 0 : 1,
  };
  const wallet = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ];
  const request: TypedDataDefinition = {
    domain,
    types: {
      Order: fields,
      TypedDataSign: [{ name: 'contents', type: 'Order' }, ...wallet, { name: 'salt', type: 'bytes32' }],
    },
    primaryType: 'TypedDataSign',
    message: {
      contents,
      name: 'DepositWallet',
      version: '1',
      chainId: 137n,
      verifyingContract: maker,
      salt: ZERO_32,
    },
  };
  const inner = await account.signTypedData(request);
  const type = stringToHex(`Order(${fields.map(({ type: kind, name }) => `${kind} ${name}`).join(',')})`);
  const words = [
    keccak256(type),
    toHex(salt, { size: 32 }),
    pad(maker as Hex),
    pad(signer as Hex),
    ...[
      order.tokenId,
      order.makerAmount,
      order.takerAmount,
      contents.side,
      order.signatureType,
      order.timestamp,
    ].map((value) => toHex(value, { size: 32 })),
    order.metadata as Hex,
    order.builder as Hex,
  ];
  const separator = exchangeDomain(137, exchange, version as '2') as Hex;
  const nested = concat([inner, separator, keccak256(concat(words)), type, toHex(size(type), { size: 2 })]);
  const payload = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes' }],
    [pad(account.address), ZERO_32 as Hex, nested],
  );
  return concat([payload, `0x${'6492'.repeat(16)}`]);
}

const SESSION_KEY = `0x${'a'.repeat(64)}` as const;

test('a session key signs as its owner in an envelope, as another library does, and the id does not change', async () => {
  const settings = {
    privateKeyHex: SESSION_KEY,
    chainId: 137,
    signatureType: 3,
    funder: DEPOSIT_WALLET,
  } as const;
  const session = new Wallet({ ...settings, isSessionKey: true });
  for (const [exchange, contract, version] of [
    ['standard', EXCHANGES.standard, '2'],
    ['negRisk', EXCHANGES.negRisk, '2'],
    ['v3', EXCHANGES_V3[137] as Hex, '3'],
  ] as const)
    for (const order of [ORDER_B, { ...ORDER_B, side: 'SELL', salt: 1n } as const]) {
      assert.equal(
        await session.signOrder(order, exchange),
        (await signWithOtherLibrary(order, contract, version)).toLowerCase(),
      );
      assert.equal(
        session.computeOrderId(order, exchange),
        key(3, DEPOSIT_WALLET).computeOrderId(order, exchange),
      );
    }
  assert.equal(session.address, privateKeyToAccount(SESSION_KEY).address, 'it logs in with its own address');
  const asOwner = await new Wallet(settings).signOrder(ORDER_B, 'standard');
  const enveloped = (await session.signOrder(ORDER_B, 'standard')) as Hex;
  assert.equal(slice(enveloped, 128, 128 + 317), asOwner, 'the signature of a key of the owner is inside');
});

test('the login digest and signature match the test vectors', async () => {
  assert.equal(
    authDigest(137, ADDRESS, '1767225600', 0n),
    '0x5a466d8609e3d69888f14640cf1002efe07300540256b093e6065b8b5430c796',
  );
  assert.deepEqual(walletHeaders(key(), 1_767_225_600, await key().signForCredentials('1767225600')), {
    POLY_ADDRESS: ADDRESS,
    POLY_SIGNATURE:
      '0x51d1afb278b170edacd84f507f65329aca671950e0a1809560dccceef36687783ab16df2d5b0000e71a7583a07fd5efa12c3a047d6d412a3b0c1e1da964d0aff1b',
    POLY_TIMESTAMP: '1767225600',
    POLY_NONCE: '0',
  });
});

test('private requests are signed over time, method, path and body', () => {
  const body = `{"deferExec":false,"postOnly":false,"order":{"salt":479249096354,"maker":"${ADDRESS}","signer":"${ADDRESS}","tokenId":"${ORDER_A.tokenId}","makerAmount":"5200000","takerAmount":"10000000","side":"BUY","signatureType":0,"timestamp":"1767225600000","expiration":"0","metadata":"${ZERO_32}","builder":"${ZERO_32}","signature":"${SIGNATURE_A}"},"owner":"00000000-0000-4000-8000-000000000001","orderType":"GTC"}`;
  assert.equal(hmac(SECRET, '1767225600GET/data/orders'), 'dWrat5kGJKG12lN3uWmqJX90ZbIicxgCmIbz-rFgq1c=');
  assert.equal(
    hmac(SECRET, '1767225600DELETE/order{"orderID":"0xabc"}'),
    'FNCYTHUfaWj0HbCAn4AkoDTO06e6RcOXXNtkrH1DdtM=',
  );
  assert.equal(body.length, 760);
  assert.equal(hmac(SECRET, `1767225600POST/order${body}`), 'hif-vmQrVEsTqFGYxlEWYtnm1o_NrmcE119QARmVfeU=');
});

test('the query is not signed, and both base64 alphabets give the same key', () => {
  const sign = (path: string) =>
    privateHeaders(CREDENTIALS, ADDRESS, 1_767_225_600, { method: 'GET', path, body: null });
  assert.equal(sign('/data/orders').POLY_SIGNATURE, 'dWrat5kGJKG12lN3uWmqJX90ZbIicxgCmIbz-rFgq1c=');
  assert.deepEqual(sign('/data/orders?next_cursor=MA=='), sign('/data/orders'));
  assert.equal(hmac('-_-_', 'text'), hmac('+/+/', 'text'));
});

test('an invalid key or funder is refused, and the message does not contain it', () => {
  const wrong = `${KEY.slice(0, -1)}x`;
  assert.throws(
    () => new Wallet({ privateKeyHex: wrong, chainId: 137, signatureType: 0, funder: null }),
    (error: Error) => !error.message.includes(wrong),
  );
  assert.throws(() => key(3), /needs a funder/);
  assert.throws(() => key(3, '0x12'), /must be an address/);
});
