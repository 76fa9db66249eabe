/** The first part of an answer, or why there is none. `body` is null for an answer from an address that is not public. */
export type WebhookAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string | null }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Sends one message to an endpoint of a caller. It resolves the name of the host once, refuses addresses that the rules
 * of webhooks exclude, connects to that address only, and follows no redirect. Never throws or rejects.
 */
export interface WebhookSender {
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>;
}
