import type { MailSettings } from '#config';
import { errorMessage } from '#contract';
import { getAddressScope } from '#domain';
import type { MessageChannel, WebhookAnswer } from '#ports';

const TIMEOUT_MS = 10_000;
const TLS_PORT = 465;

/**
 * Sends messages as plain mail over SMTP. The connection is encrypted before anything is sent: by TLS from the start at
 * port 465, else by STARTTLS, which only a server on this machine may lack. The status of an answer is that of SMTP.
 */
export function createMailChannel({ host, port, from, to, login }: MailSettings): MessageChannel {
  const isLocal = host === 'localhost' || getAddressScope(host) === 'loopback';
  const options = {
    host,
    port,
    secure: port === TLS_PORT,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
  };
  // Loaded by the first mail: no command and few services send one.
  const load = async () => (await import('nodemailer')).createTransport(options);
  let transport: ReturnType<typeof load> | null = null;
  const redact = (text: string): string => (login === null ? text : text.replaceAll(login.password, '***'));
  return {
    hasReceiver: (accountId) => to.has(accountId),
    send: async (accountId, id, { title, text }) => {
      try {
        const { response } = await (await (transport ??= load())).sendMail({
          from,
          to: [...(to.get(accountId) ?? [])],
          subject: `Crossbook: ${title}`,
          text,
          messageId: `<${id}@${from.split('@')[1] ?? 'crossbook'}>`, // the same for each attempt
        });
        return { kind: 'answer', status: Number(response.slice(0, 3)), body: redact(response) };
      } catch (error) {
        return toAnswer(error, redact);
      }
    },
  };
}

/** An answer of the server that refuses the mail has its status; anything else is a failure to reach it. */
function toAnswer(error: unknown, redact: (text: string) => string): WebhookAnswer {
  const { responseCode, response } = error as { readonly responseCode?: number; readonly response?: string };
  const why = redact(errorMessage(error));
  return typeof responseCode === 'number'
    ? { kind: 'answer', status: responseCode, body: redact(response ?? why) }
    : { kind: 'failed', why };
}
