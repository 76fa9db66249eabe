import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml, SECURITY_HEADERS } from './page-style.ts';

/** The Python client as a file that pip installs. */
export interface PythonPackage {
  readonly project: string;
  readonly fileName: string;
  readonly content: Buffer;
  readonly sha256: string; // lower-case hex
  readonly requiresPython: string;
}

const HTML = { 'content-type': 'text/html; charset=utf-8', ...SECURITY_HEADERS };
const FILE = { 'content-type': 'application/zip', 'cache-control': 'no-store' };

/**
 * Serves the Python client that fits this service, as an index that pip accepts: `/sdk/python/` lists the project,
 * `/sdk/python/<project>/` its file with the hash, and the file is next to it. Not signed, as it holds no secret.
 * The file is made at the first request.
 *
 * Source: PEP 503, Simple Repository API.
 */
export function addPythonIndex(
  server: FastifyInstance,
  project: string,
  build: () => Promise<PythonPackage>,
): void {
  let made: Promise<PythonPackage> | null = null;
  const load = () => {
    made ??= build();
    return made;
  };
  const root = '/sdk/python';
  server.get(root, (_, reply) => reply.redirect('python/', 301));
  server.get(`${root}/`, (_, reply) => sendLinks(reply, [link(`${project}/`, project)]));
  server.get(`${root}/${project}`, (_, reply) => reply.redirect(`${project}/`, 301));
  server.get(`${root}/${project}/`, async (_, reply) => {
    const { fileName, sha256, requiresPython } = await load();
    const facts = ` data-requires-python="${escapeHtml(requiresPython)}"`;
    return sendLinks(reply, [link(`../${fileName}#sha256=${sha256}`, fileName, facts)]);
  });
  server.get<{ Params: { file: string } }>(`${root}/:file`, async (request, reply) => {
    const { fileName, content } = await load();
    if (request.params.file !== fileName) return reply.callNotFound();
    return reply.headers(FILE).send(content);
  });
}

const link = (href: string, text: string, facts = ''): string =>
  `<a href="${href}"${facts}>${escapeHtml(text)}</a>`;

const sendLinks = (reply: FastifyReply, links: readonly string[]): FastifyReply =>
  reply
    .headers(HTML)
    .send(
      `<!doctype html>\n<html><head><title>Packages</title></head><body>\n${links.join('\n')}\n</body></html>\n`,
    );
