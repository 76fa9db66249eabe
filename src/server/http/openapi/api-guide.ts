import type { Config } from '../../../config/config.ts';

/**
 * What a caller must know beside the list of calls, in Markdown. It is the description of the OpenAPI
 * document, the first part of the reference page, and the first part of docs/api/reference.md.
 */
export const renderGuide = (
  config: Config,
): string => `One signed interface over prediction-market venues. Prices are probabilities, from 0 to 1; quantities are
contracts that pay 1. Every decimal is a string and exact.

## Signing

Every request under \`/v1\` is signed with an Ed25519 key, save \`/v1/time\` and the two machine-readable
documents. Send three headers:

- \`${prefixOf(config)}Key-Id\`: the name of the key
- \`${prefixOf(config)}Timestamp\`: Unix milliseconds, at most ${config.auth.windowMs / 1000} seconds from the server's clock
- \`${prefixOf(config)}Signature\`: base64 of the 64 signature bytes

The signature covers five lines, joined by a line feed, without one at the end:

\`\`\`
METHOD
/v1/path, as sent and without the query
the query, decoded, sorted by key and value, percent-encoded again; empty without a query
the timestamp, as in the header
lower-case hex SHA-256 of the exact bytes of the body; of nothing when there is none
\`\`\`

With the seed of bytes 0 to 31, whose base64 is \`AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\`, the request
\`GET /v1/venues\` at \`1782907200000\` has the signature
\`UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==\`.

A state-changing request may use a signature once. A 401 for a wrong signature shows in the sandbox the
string that the server built (\`details.string_to_sign\`): compare it with yours.

## Requests

- Bodies are JSON, UTF-8, at most ${config.http.bodyBytesMax / 1024} KiB and 8 levels deep. A field that is not known is refused, never dropped.
- Decimals are strings of at most 15 digits before and 8 after the point: \`"0.48"\`. A JSON number is refused.
- Times are RFC 3339 or Unix milliseconds; below 10^12 they are read as seconds.
- An instrument is named by its \`instrument_id\`, in paths and queries also as \`Venue:native-id\`.
- Enumerations are upper case and exact. Unknown query parameters are ignored; one given twice is refused.

## Answers

- Success is 200 with JSON. Errors have the fields \`error\`, \`message\`, \`details\` and \`request_id\`; switch on \`error\`.
- Every answer carries \`X-Request-Id\` and \`X-Server-Time\`.
- Lists are arrays. With \`limit\` they come in pages: the cursor of the next one is in \`X-Next-Cursor\`, absent on the last.
- New fields and codes may appear; ignore what you do not know.

## Repeating an order safely

Give each order a \`client_order_id\` of your own, or send it as \`Idempotency-Key\`. After a lost answer send
the same request, signed afresh: the first answer comes back with \`Idempotent-Replayed: true\` and nothing is
sent to a venue twice. The same id with another body is \`idempotency_conflict\`.

## Rates

Each key has three buckets of tokens. Answers tell what is left in \`RateLimit\`, and 429 when to come back in
\`Retry-After\`.

- \`read\`: ${rateOf(config.rate.read)}
- \`write\`: ${rateOf(config.rate.write)}; a batch costs one token per order
- \`risk\`: ${rateOf(config.rate.risk)}; limits, kill switch and risk cancel-all

## Streams

WebSockets at \`/v1/ws/tradeprints\`, \`positions\`, \`orders\`, \`fills\` and \`orderbooks\`, described in \`/v1/asyncapi.json\`.`;

const prefixOf = ({ auth }: Config): string => auth.headerPrefixes[0] ?? 'X-';

const rateOf = ({ perSecond, burst }: Config['rate']['read']): string =>
  `${perSecond} a second, ${burst} at once`;
