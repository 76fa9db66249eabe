import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { until } from '../api-assertions.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string; // headers and body
}

/** A local SMTP server without TLS that keeps every mail. It ends with the test file. */
export class SmtpServer {
  readonly mails: ReceivedMail[] = [];
  readonly logins: string[] = [];
  /** The answer to the end of a mail. */
  answer = '250 2.0.0 queued';
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#serve(socket));

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    after(() => {
      this.#server.close();
      for (const socket of this.#sockets) socket.destroy();
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  next(what: string): Promise<ReceivedMail> {
    return until(`a mail with ${what}`, () => this.mails.find(({ text }) => text.includes(what)) ?? null);
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let [from, to, buffered, isData] = ['', [] as string[], '', false];
    const reply = (line: string): void => void socket.write(`${line}\r\n`);
    const onCommand = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') return reply('250-localhost\r\n250 AUTH PLAIN');
      if (verb === 'AUTH') {
        this.logins.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8'));
        return reply('235 2.7.0 accepted');
      }
      if (verb === 'MAIL') [from, to] = [line.slice('MAIL FROM:<'.length).split('>')[0] ?? '', []];
      if (verb === 'RCPT') to.push(line.slice('RCPT TO:<'.length).split('>')[0] ?? '');
      if (verb === 'DATA') {
        isData = true;
        return reply('354 go ahead');
      }
      reply(verb === 'QUIT' ? '221 bye' : '250 2.0.0 ok');
      if (verb === 'QUIT') socket.end();
    };
    socket.on('data', (chunk) => {
      buffered += chunk.toString('utf8');
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        const end = buffered.indexOf(mark);
        if (end === -1) return;
        const part = buffered.slice(0, end);
        buffered = buffered.slice(end + mark.length);
        if (!isData) {
          onCommand(part);
          continue;
        }
        isData = false;
        if (this.answer.startsWith('2')) this.mails.push({ from, to, text: part });
        reply(this.answer);
      }
    });
    reply('220 localhost');
  }
}
