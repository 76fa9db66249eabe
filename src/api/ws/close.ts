/** Why a connection ends, as the peer reads it. Source: contract, Streams, close codes. */
export const CLOSE = {
  stopping: 1001, // reconnect with jitter
  tooLarge: 1009,
  internal: 1011,
  slowConsumer: 1013,
  malformed: 4400,
  keyEnded: 4401,
  withdrawn: 4403,
  noPong: 4408,
  tooManyFrames: 4429,
} as const;
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];
