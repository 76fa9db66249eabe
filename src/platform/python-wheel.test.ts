import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { buildPythonWheel, PYTHON_CLIENT_DIR } from './python-wheel.ts';
import { packZip } from './zip-archive.ts';

/** Reads an archive by its directory, as a program that extracts it does. Checks each checksum. */
function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < archive.readUInt16LE(end + 10); index++) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const content = archive.subarray(start, start + archive.readUInt32LE(at + 24));
    assert.equal(crc32(content), archive.readUInt32LE(at + 16), name);
    files.set(name, content);
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return files;
}

function copyOfClient(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-wheel-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(PYTHON_CLIENT_DIR, dir, { recursive: true });
  return dir;
}

test('an archive contains each file as it was', () => {
  const files = [
    { path: 'a/empty.py', content: Buffer.alloc(0) },
    { path: 'a/ä.txt', content: Buffer.from('text') },
  ];
  const read = readZip(packZip(files));
  assert.deepEqual([...read.keys()], ['a/empty.py', 'a/ä.txt']);
  assert.equal(read.get('a/ä.txt')?.toString(), 'text');
});

test('a wheel records the hash and size of each of its files', async () => {
  const { content, fileName, sha256, project } = await buildPythonWheel(PYTHON_CLIENT_DIR);
  const [, version = ''] = /^crossbook-(\S+)-py3-none-any\.whl$/.exec(fileName) ?? [];
  assert.equal(project, 'crossbook');
  assert.equal(sha256, createHash('sha256').update(content).digest('hex'));
  const files = readZip(content);
  const own = `crossbook-${version}.dist-info/RECORD`;
  const expected = [...files].map(([path, bytes]) =>
    path === own
      ? `${path},,`
      : `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`,
  );
  assert.deepEqual(files.get(own)?.toString().trimEnd().split('\n'), expected);
  const source = readFileSync(join(PYTHON_CLIENT_DIR, 'src', 'crossbook', 'client.py'));
  assert.deepEqual(files.get('crossbook/client.py'), source);
  assert.ok(files.has('crossbook/py.typed'));
});

test('the metadata of a wheel has the dependencies, the extras and the README', async () => {
  const { content, requiresPython } = await buildPythonWheel(PYTHON_CLIENT_DIR);
  const [, metadata = ''] =
    [...readZip(content)].find(([path]) => path.endsWith('/METADATA'))?.map(String) ?? [];
  assert.match(metadata, /^Requires-Dist: httpx>=0\.23$/m);
  assert.match(metadata, /^Requires-Dist: pandas; extra == "pandas"$/m);
  assert.match(metadata, /\n\n# crossbook\n/);
  assert.equal(requiresPython, '>=3.11');
});

test('the same sources give the same bytes, whatever Python has cached next to them', async (t) => {
  const dir = copyOfClient(t);
  const first = await buildPythonWheel(dir);
  mkdirSync(join(dir, 'src', 'crossbook', '__pycache__'), { recursive: true });
  writeFileSync(join(dir, 'src', 'crossbook', '__pycache__', 'client.pyc'), 'cached');
  assert.equal((await buildPythonWheel(dir)).sha256, first.sha256);
  writeFileSync(join(dir, 'src', 'crossbook', 'added.py'), '');
  assert.notEqual((await buildPythonWheel(dir)).sha256, first.sha256);
});
