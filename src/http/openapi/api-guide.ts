import type { Config } from '#config';

/**
 * Renders the guide for API clients as Markdown. It is the description of the OpenAPI document and the
 * first part of the reference page.
 */
export const renderGuide = (
  config: Config,
): string => `A signed API for trading on several prediction-market venues. Prices are probabilities from 0 to 1; quantities
are contracts that pay 1 each. All decimals are strings and exact.

## Signing

Every request under \`/v1\` is signed with an Ed25519 key, except \`/v1/time\`, \`/v1/openapi.json\` and
\`/v1/asyncapi.json\`. Send three headers:

- \`${getHeaderPrefix(config)}Key-Id\`: the id of the key
- \`${getHeaderPrefix(config)}Timestamp\`: Unix milliseconds, at most ${config.auth.windowMs / 1000} seconds from the server's clock
- \`${getHeaderPrefix(config)}Signature\`: base64 of the 64 signature bytes

The signature covers five lines, joined with line feeds and without a trailing line feed:

\`\`\`
METHOD
/v1/path as sent, without the query
query: decoded, sorted by key and value, percent-encoded again; empty without a query
timestamp, as in the header
SHA-256 of the exact body bytes in lower-case hex; of the empty string without a body
\`\`\`

Example: with the seed of bytes 0 to 31, in base64 \`AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\`, the request
\`GET /v1/venues\` at \`1782907200000\` has the signature
\`UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==\`.

The signature of a state-changing request can be used once. In the sandbox, a 401 for a wrong signature
returns the string that the server built (\`details.string_to_sign\`). Compare it with your string.

## Requests

- Bodies are JSON, UTF-8, at most ${config.http.bodyBytesMax / 1024} KiB and 8 levels deep. Unknown fields are rejected.
- Decimals are strings of at most 15 digits before and 8 after the point: \`"0.48"\`. JSON numbers are rejected.
- Times are RFC 3339 or Unix milliseconds, before the year 2100. Integers below 10^12 are read as Unix seconds.
- Instruments are identified by \`instrument_id\`; paths and queries also accept \`Venue:native-id\`.
- Enumerations are upper case and case-sensitive. Unknown query parameters are ignored; repeated ones are rejected.

## Responses

- Success is 200 with JSON. Errors have the fields \`error\`, \`message\`, \`details\` and \`request_id\`; switch on \`error\`.
- Every response has the headers \`X-Request-Id\` and \`X-Server-Time\`.
- Lists are arrays. With \`limit\` they are paged: \`X-Next-Cursor\` contains the cursor of the next page; the last page has none. Without \`limit\`, each 100 rows after the second 100 cost a read token, and two long lists of a key run at a time: more than twenty waiting ones are 429 \`rate_limited\` with bucket \`lists\`.
- New fields and codes may be added. Ignore unknown ones.

## Retrying an order safely

Set a unique \`client_order_id\` on each order, or send it as \`Idempotency-Key\`. If a response is lost, send the
same request again with a new signature: the service returns the first response with \`Idempotent-Replayed: true\`
and sends nothing to the venue again. The same id with a different body returns \`idempotency_conflict\`.

## Rate limits

Each key has four token buckets. The \`RateLimit\` header contains the remaining tokens. A 429 response
contains the waiting time in \`Retry-After\`.

- \`read\`: ${renderRate(config.rate.read)}
- \`write\`: ${renderRate(config.rate.write)}; a batch costs one token for each order
- \`risk\`: ${renderRate(config.rate.risk)}; for limits, kill switch and risk cancel-all
- \`quotes\`: ${renderRate(config.rate.quotes)}; one token for each side of a quote that changes

The request budget of a venue is shared by all keys. A key above its share of it gets 429 \`rate_limited\` with bucket
\`venue:\` and the name of the venue; nothing was stored. Cancels and risk calls are never refused for that.

## Streams

WebSocket streams: \`/v1/ws/tradeprints\`, \`positions\`, \`orders\`, \`fills\` and \`orderbooks\`, or several on one connection:
\`/v1/ws/multiplex\`. See \`/v1/asyncapi.json\`.`;

const getHeaderPrefix = ({ auth }: Config): string => auth.headerPrefixes[0] ?? 'X-';

const renderRate = ({ perSecond, burst }: Config['rate']['read']): string =>
  `${perSecond} tokens per second, burst ${burst}`;
