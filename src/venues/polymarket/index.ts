export type { ApiCredentials, FormerKey, RelayerCredentials } from './polymarket-settings.ts';
export { createPolymarket } from './polymarket-venue.ts';
export { prepareSigning, toAddress } from './signing/eip712.ts';
export { deriveDepositWallet } from './signing/wallet-addresses.ts';
